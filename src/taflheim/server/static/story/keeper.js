// Keeps the story of a running game: loaded once, grown and cut by what the server tells, loaded anew after a gap.

import { grow, truncate } from "./story.js";

/**
 * @typedef {import("./story.js").Story} Story
 * @typedef {import("../net/messages.js").State} State
 * @typedef {import("../net/messages.js").Happening} Happening
 */

const AGAIN_MS = 2000;

/**
 * The story after something has happened; null if it cannot be told from that, and has to be loaded anew. Pure.
 * @param {Story} story
 * @param {State | Happening} message the next event
 * @returns {Story | null}
 */
export function told(story, { entry, ply, effects, last, words, facts, turn }) {
  if (!entry) return ply <= story.plies.length ? truncate(story, ply) : null;
  return ply === story.plies.length + 1 ? grow(story, { ...entry, effects, last, words, facts, turn }) : null;
}

export class StoryKeeper {
  /** @type {Story | null} */
  story = null;
  /** The number of the last event that the story knows. */
  #number = 0;
  /** What has happened while the story was loaded. @type {(State | Happening)[]} */
  #waiting = [];
  #loading = false;
  #address;
  #changed;

  /** @param {string} address @param {() => void} changed */
  constructor(address, changed) {
    this.#address = address;
    this.#changed = changed;
    this.#load();
  }

  /** Something has happened. @param {State | Happening} message */
  receive(message) {
    if (this.#loading) {
      this.#waiting.push(message);
      return;
    }
    this.#apply(message);
  }

  /** @param {State | Happening} message */
  #apply(message) {
    if (!this.story || message.number <= this.#number) return;
    const next = message.number === this.#number + 1 ? told(this.story, message) : null;
    if (next === null) {
      this.#load();
      return;
    }
    this.story = next;
    this.#number = message.number;
  }

  async #load() {
    this.#loading = true;
    this.#waiting = [];
    try {
      const answer = await fetch(this.#address);
      if (!answer.ok) throw new Error(answer.statusText);
      const { number, ...story } = await answer.json();
      this.story = story;
      this.#number = number;
    } catch {
      // The hall is away for a moment: the page's connection tells people so.
      setTimeout(() => this.#load(), AGAIN_MS);
      return;
    }
    this.#loading = false;
    for (const message of this.#waiting.splice(0)) this.receive(message);
    this.#changed();
  }
}
