// What a person does at a table: keys and buttons, told as commands.

import { spotOf } from "../board/input.js";
import { all } from "../dom.js";
import { command } from "./keys.js";

/** @typedef {import("./keys.js").Command} Command */

const FIELDS = "input, textarea, select, [contenteditable]:not([contenteditable='false'])";
const CONTROLS = "button, a, summary";
/** What has keys of its own: the boards of the rules. */
const OTHER_BOARDS = ".drawer.rules .text";

/** Buttons that do what a key does. @type {{[selector: string]: import("./keys.js").Tool}} */
const TOOLS = { ".undo": "undo", ".hint": "hint", ".flip": "flip", ".sounds": "sounds", ".alone": "alone" };

/**
 * @param {HTMLElement} page
 * @param {{keys: {[key: string]: string}, myTurn: () => boolean, over: () => boolean}} game
 * @param {(done: Command, target: Element, spot: string) => void} act
 */
export function listen(page, { keys, myTurn, over }, act) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || (target.closest(OTHER_BOARDS) && event.key !== "Escape")) return;
    const spot = spotOf(target);
    const done = command(event, {
      keys,
      typing: target.closest(FIELDS) !== null || document.querySelector("dialog[open]") !== null,
      myTurn: myTurn(),
      onSpot: spot !== null,
      onControl: target.closest(CONTROLS) !== null,
      over: over(),
    });
    if (done === null) return;
    event.preventDefault();
    act(done, target, spot ?? "");
  });
  for (const [selector, what] of Object.entries(TOOLS)) {
    for (const button of all(page, `button${selector}`, HTMLButtonElement)) {
      button.addEventListener("click", () => act({ what }, button, ""));
    }
  }
  for (const button of all(page, ".pad button", HTMLButtonElement)) {
    const move = keys[button.dataset.key ?? ""];
    button.addEventListener("click", () => act({ what: "move", move, held: false }, button, ""));
  }
}

/**
 * Arrows go from spot to spot, below the board to the game's buttons, and back.
 * @param {string} key
 * @param {Element} from
 * @param {(key: string) => boolean} stepBoard goes on on the board; whether there is a spot that way
 * @param {HTMLButtonElement[]} buttons
 */
export function arrow(key, from, stepBoard, buttons) {
  const place = buttons.indexOf(/** @type {HTMLButtonElement} */ (from));
  if (place < 0) {
    if (!stepBoard(key) && key === "ArrowDown") buttons.find((button) => !button.disabled)?.focus();
  } else if (key === "ArrowUp") {
    stepBoard(key);
  } else if (key !== "ArrowDown") {
    buttons[place + (key === "ArrowRight" ? 1 : -1)]?.focus();
  }
}
