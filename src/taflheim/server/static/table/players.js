// Who plays: whose turn it is, and what each side has.

import { all, one, svgElement } from "../dom.js";

/**
 * @typedef {import("../net/messages.js").Now} Now
 * @typedef {import("../net/messages.js").Fact} Fact
 */

/** Pieces that are counted stand in groups, so that they can be counted. */
const GROUP = 5;
const GROUP_GAP = 0.6;
/** How much of its width a piece goes on to the next. */
const STEP = 0.62;

/**
 * @param {HTMLElement} page
 * @param {Now} now
 * @param {Fact[]} facts of the position that is shown, which may be past
 * @param {{waking: boolean, away: string[], queue: string | null}} around whether bots cannot think yet, which sides are
 *   away, and whom a bot has to serve first
 */
export function showPlayers(page, now, facts, { waking, away, queue }) {
  for (const side of all(page, ".side", HTMLElement)) {
    const name = side.dataset.side ?? "";
    const state = stateOf(name, now);
    side.classList.toggle("turn", state === "turn" || state === "thinking");
    side.classList.toggle("thinking", state === "thinking");
    side.classList.toggle("winner", state === "winner");
    // The words for each state stand in the page.
    const doing = one(side, ".doing", HTMLElement);
    const gone = away.includes(name) && now.result === null;
    side.classList.toggle("away", gone);
    const said = gone ? "away" : state === "thinking" && waking ? "waking" : state;
    const waits = said === "thinking" ? queue : null;
    side.classList.toggle("queued", waits !== null);
    doing.textContent = waits ?? (said && doing.dataset[said]) ?? "";
    doing.title = waits ?? "";
    const own = facts.filter((fact) => fact.side === name);
    one(side, ".facts", HTMLElement).replaceChildren(...own.map((fact) => factItem(page.dataset.prefix ?? "", fact)));
  }
  const moves = facts.find((fact) => fact.code === "moves");
  one(page, ".moves", HTMLElement).textContent = moves?.text ?? "";
}

/** @param {string} side @param {Now} now @returns {"turn" | "thinking" | "winner" | null} */
function stateOf(side, { turn, thinking, result }) {
  if (result) return result.winner === side ? "winner" : null;
  if (turn !== side) return null;
  return thinking ? "thinking" : "turn";
}

/** @param {string} prefix of the symbols @param {Fact} fact */
function factItem(prefix, { code, value, text, picture }) {
  const item = document.createElement("li");
  item.className = code;
  if (picture && typeof value === "number" && value > 0) {
    item.classList.add("pictured");
    item.append(counted(prefix, picture, value));
  }
  const words = document.createElement("span");
  words.className = "text";
  words.textContent = text;
  item.append(words);
  return item;
}

/** As many pieces in a row as are counted. @param {string} prefix @param {NonNullable<Fact["picture"]>} picture @param {number} count */
function counted(prefix, { key, width, height }, count) {
  // Thin pieces stand apart, round ones may hide half of each other.
  const step = width < height / 2 ? 2.2 * width : STEP * width;
  const x = (/** @type {number} */ i) => i * step + Math.floor(i / GROUP) * GROUP_GAP * step;
  const across = x(count - 1) + width;
  const row = svgElement("svg", {
    class: "counted",
    viewBox: `${-width / 2} ${-height / 2} ${across} ${height}`,
    preserveAspectRatio: "xMinYMid meet",
    "aria-hidden": "true",
  });
  row.style.aspectRatio = `${across} / ${height}`;
  row.append(
    ...Array.from({ length: count }, (_, i) =>
      svgElement("use", {
        href: `#${prefix}${key}`,
        transform: `translate(${x(i)} 0) scale(${width / 100} ${height / 100})`,
      }),
    ),
  );
  return row;
}
