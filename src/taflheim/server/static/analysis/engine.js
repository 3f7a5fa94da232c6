// What an engine thinks about the position that is shown, as it goes on thinking: server-sent events.

/**
 * @typedef {object} Line
 * @property {string} move
 * @property {string} text
 * @property {string[]} way
 * @property {number} win_probability of the side to move
 * @property {string[]} line as it is written
 * @property {number | null} ends_in
 * @property {string | null} [note]
 *
 * @typedef {{depth: number, nodes: number, lines: Line[], notes: string[], paths: string[][]}} Found
 *
 * @typedef {object} Hooks
 * @property {(found: Found) => void} found
 * @property {(done: boolean, text: string) => void} ended the engine is done, or says why it cannot think
 */

export class Engine {
  /** @type {EventSource | null} */
  #source = null;
  #hooks;

  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.#hooks = hooks;
  }

  /** Think about a position. @param {string} game @param {{[name: string]: string | number}} options @param {string} position */
  think(game, options, position) {
    this.stop();
    const asked = { ...options, game, position };
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
    const source = new EventSource(`/insight/analysis?${query}`);
    this.#source = source;
    source.addEventListener("message", ({ data }) => this.#hooks.found(JSON.parse(data)));
    source.addEventListener("done", () => this.#end(source, true, ""));
    source.addEventListener("failed", ({ data }) => this.#end(source, false, JSON.parse(data).error));
    // A browser would ask again for ever.
    source.addEventListener("error", () => this.#end(source, false, ""));
  }

  /** Stop thinking. */
  stop() {
    this.#source?.close();
    this.#source = null;
  }

  /** @param {EventSource} source @param {boolean} done @param {string} text */
  #end(source, done, text) {
    source.close();
    if (source === this.#source) this.#hooks.ended(done, text);
  }
}
