// Short sounds of what is also seen. Off, unless the reader wants them (`data-sounds` of the page); the files
// are loaded when the first one is heard.

/** @typedef {"move" | "capture" | "place" | "win" | "lose" | "refuse" | "low"} Sound */

/** @type {AudioContext | null} */
let speaker = null;
/** @type {Map<Sound, Promise<AudioBuffer>>} */
const loaded = new Map();

/** Let a sound be heard, if sounds are wanted. @param {Sound} sound */
export async function play(sound) {
  if (document.documentElement.dataset.sounds !== "true" || document.hidden) return;
  speaker ??= new AudioContext();
  const source = speaker.createBufferSource();
  try {
    source.buffer = await buffer(speaker, sound);
    await speaker.resume();
  } catch {
    // A sound that cannot be had is no loss: it says nothing that is not seen.
    loaded.delete(sound);
    return;
  }
  source.connect(speaker.destination);
  source.start();
}

/** @param {AudioContext} speaker @param {Sound} sound */
function buffer(speaker, sound) {
  const known = loaded.get(sound) ?? load(speaker, sound);
  loaded.set(sound, known);
  return known;
}

/** @param {AudioContext} speaker @param {Sound} sound */
async function load(speaker, sound) {
  const answer = await fetch(new URL(`./sounds/${sound}.wav`, import.meta.url));
  return speaker.decodeAudioData(await answer.arrayBuffer());
}
