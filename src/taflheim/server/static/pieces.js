// The pieces on a board: where they stand, and how they get there.

/**
 * @typedef {import("./geometry.js").Spot} Spot
 * @typedef {[kind: string, side: string, spot: string]} Piece
 * @typedef {{kind: string, how: string, spot: string, to: string, piece: Piece | null}} Effect
 * @typedef {{kind: string, side: string, element: SVGUseElement}} Standing
 * @typedef {{start: number, duration: number}} Times
 */

const LONGEST_MS = 1100;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Pieces {
  /** @type {Map<string, Standing>} */
  #standing = new Map();
  /** Spots to which a piece has gone before the server said so: landings that were clicked. @type {string[]} */
  #ahead = [];
  #layer;
  #spots;
  #prefix;

  /** @param {SVGGElement} layer @param {Map<string, Spot>} spots @param {string} prefix of the symbols */
  constructor(layer, spots, prefix) {
    this.#layer = layer;
    this.#spots = spots;
    this.#prefix = prefix;
    layer.replaceChildren();
  }

  /** What stands on a spot, in words. @param {string} spot */
  nameOn(spot) {
    const piece = this.#standing.get(spot);
    if (!piece) return "";
    const kind = piece.kind.replaceAll(".", " ");
    return piece.side && piece.side !== piece.kind ? `${kind} of ${piece.side}` : kind;
  }

  /** @param {string} spot */
  stands(spot) {
    return this.#standing.has(spot);
  }

  /** Put these pieces on the board, and no others. What is the same somewhere else goes there. @param {Piece[]} pieces */
  set(pieces) {
    this.#ahead = [];
    const before = this.#standing;
    this.#standing = new Map();
    const missing = [];
    for (const [kind, side, spot] of pieces) {
      const same = before.get(spot);
      if (same?.kind === kind && same.side === side) {
        before.delete(spot);
        this.#standing.set(spot, same);
        same.element.style.transform = this.#place(spot);
      } else {
        missing.push({ kind, side, spot });
      }
    }
    for (const { kind, side, spot } of missing) {
      const found = [...before].find(([, old]) => old.kind === kind && old.side === side);
      if (found) {
        before.delete(found[0]);
        this.#standing.set(spot, found[1]);
        this.#go(found[1].element, found[0], spot, "slide", { start: 0, duration: 220 });
      } else {
        this.#standing.set(spot, this.#made(kind, side, spot));
      }
    }
    for (const { element } of before.values()) element.remove();
  }

  /** Let a piece go to a spot before the server has said so. @param {string} spot @param {string} to */
  goAhead(spot, to) {
    const from = this.#ahead.at(-1) ?? spot;
    const piece = this.#standing.get(spot);
    if (!piece) return;
    this.#ahead.push(to);
    this.#go(piece.element, from, to, "jump", { start: 0, duration: this.#duration(from, to) });
  }

  /** Take back what went ahead. */
  comeBack() {
    if (this.#ahead.length === 0) return;
    this.#ahead = [];
    for (const [spot, { element }] of this.#standing) element.style.transform = this.#place(spot);
  }

  /** Show what has happened. @param {Effect[]} effects @returns {Promise<unknown>} done when all has come to rest */
  play(effects) {
    const times = this.#schedule(effects);
    const running = effects.map((effect, i) => this.#show(effect, times[i]));
    this.#ahead = [];
    return Promise.allSettled(running.map((animation) => animation?.finished));
  }

  // ---- when -----------------------------------------------------------------------------------------------------------

  /**
   * When each effect begins: the first at once; what follows on the same spot after it; what vanishes while the last
   * move is under way; the rest together, after the first.
   * @param {Effect[]} effects
   * @returns {Times[]}
   */
  #schedule(effects) {
    /** @type {Map<string, number>} */
    const busy = new Map();
    /** @type {Times[]} */
    const times = [];
    let moving = { start: 0, duration: 0 };
    for (const { kind, spot, to } of effects) {
      const seen = kind === "move" && this.#ahead.includes(to);
      const duration = seen || kind === "note" ? 0 : this.#duration(spot, to || spot);
      let start = times.length === 0 ? 0 : times[0].duration * 0.7;
      if (kind === "vanish" && !to) start = Math.max(start, moving.start + moving.duration * 0.6);
      start = Math.max(start, busy.get(spot) ?? 0, busy.get(to) ?? 0);
      times.push({ start, duration });
      busy.set(spot, start + duration);
      if (to) busy.set(to, start + duration);
      if (kind === "move") moving = { start, duration };
    }
    const end = Math.max(0, ...times.map(({ start, duration }) => start + duration));
    const faster = Math.min(1, LONGEST_MS / end);
    return times.map(({ start, duration }) => ({ start: start * faster, duration: duration * faster }));
  }

  /** @param {string} from @param {string} to */
  #duration(from, to) {
    const [a, b] = [this.#spots.get(from), this.#spots.get(to)];
    const far = a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
    return Math.min(420, 170 + far / 4);
  }

  // ---- how ------------------------------------------------------------------------------------------------------------

  /** @param {Effect} effect @param {Times} times @returns {Animation | undefined} */
  #show({ kind, how, spot, to, piece }, times) {
    if (kind === "appear" && piece) {
      const made = this.#made(piece[0], piece[1], spot);
      this.#standing.set(spot, made);
      const place = this.#place(spot);
      return this.#animate(made.element, times, [
        { opacity: 0, transform: `${place} scale(1.3)` },
        { opacity: 1, transform: place },
      ]);
    }
    const standing = this.#standing.get(spot);
    if (!standing || (kind !== "move" && kind !== "vanish")) return undefined;
    this.#standing.delete(spot);
    if (kind === "move") {
      this.#standing.set(to, standing);
      return this.#go(standing.element, spot, to, how, times);
    }
    return this.#vanish(standing.element, spot, to || spot, how, times);
  }

  /** @param {SVGUseElement} element @param {string} from @param {string} to @param {string} how @param {Times} times */
  #go(element, from, to, how, times) {
    const end = this.#place(to);
    this.#layer.append(element);
    element.style.transform = end;
    const middle = how === "jump" ? [{ transform: this.#between(from, to) }] : [];
    return this.#animate(element, times, [{ transform: this.#place(from) }, ...middle, { transform: end }]);
  }

  /** @param {SVGUseElement} element @param {string} from @param {string} to @param {string} how @param {Times} times */
  #vanish(element, from, to, how, times) {
    const end = this.#place(to);
    const bright = how === "electrocuted" ? "brightness(3)" : "none";
    this.#layer.append(element);
    const animation = this.#animate(element, { ...times, duration: times.duration + 180 }, [
      { transform: this.#place(from), opacity: 1, filter: "none" },
      { transform: end, opacity: 1, filter: bright, offset: from === to ? 0.2 : 0.55 },
      { transform: `${end} scale(0.2)`, opacity: 0, filter: bright },
    ]);
    if (!animation) element.remove();
    else animation.finished.finally(() => element.remove());
    return animation;
  }

  /** @param {SVGUseElement} element @param {Times} times @param {Keyframe[]} frames */
  #animate(element, { start, duration }, frames) {
    if (duration === 0 || calm.matches || document.hidden) return undefined;
    return element.animate(frames, { delay: start, duration, easing: "ease-in-out", fill: "backwards" });
  }

  // ---- where ----------------------------------------------------------------------------------------------------------

  /** @param {string} name */
  #place(name) {
    const spot = this.#spots.get(name);
    if (!spot) return "none";
    return `translate(${spot.x}px, ${spot.y}px) scale(${spot.width / 100}, ${spot.height / 100})`;
  }

  /** High over the middle of a way. @param {string} from @param {string} to */
  #between(from, to) {
    const [a, b] = [this.#spots.get(from), this.#spots.get(to)];
    return a && b ? `translate(${(a.x + b.x) / 2}px, ${(a.y + b.y) / 2 - 20}px) scale(1.3, 1.3)` : "none";
  }

  /** @param {string} kind @param {string} side @param {string} spot @returns {Standing} */
  #made(kind, side, spot) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", "use");
    const own = `${this.#prefix}${kind}.${side}`;
    element.setAttribute("href", document.getElementById(own) ? `#${own}` : `#${this.#prefix}${kind}`);
    element.style.transform = this.#place(spot);
    this.#layer.append(element);
    return { kind, side, element };
  }
}
