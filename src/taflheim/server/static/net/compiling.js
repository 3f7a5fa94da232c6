// How far the games are compiled: polled as long as the page waits for it.

/**
 * @typedef {{done: number, total: number, rules: boolean, bots: boolean}} Progress
 * @typedef {{[game: string]: Progress}} AllProgress
 */

const AGAIN_MS = 500;

/**
 * Tell how far the games are, as long as the listener wants to know.
 *
 * @param {() => string} chosen the game that should come first
 * @param {(progress: AllProgress) => boolean} tell answers whether to go on
 * @param {(address: string) => Promise<Response>} [ask]
 * @param {() => Promise<void>} [pause]
 */
export async function watchCompiling(chosen, tell, ask = fetch, pause = wait) {
  for (;;) {
    const progress = await askOnce(`/compiling?game=${encodeURIComponent(chosen())}`, ask);
    if (progress !== null && !tell(progress)) return;
    await pause();
  }
}

/** @param {string} address @param {(address: string) => Promise<Response>} ask @returns {Promise<AllProgress | null>} */
async function askOnce(address, ask) {
  try {
    const answer = await ask(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // the server is away for a moment
  }
}

function wait() {
  return /** @type {Promise<void>} */ (new Promise((resolve) => setTimeout(resolve, AGAIN_MS)));
}
