// The keys of a board that stands alone: from spot to spot, to the buttons below it and back, and the game's own keys.

import { spotOf } from "../board/input.js";
import { command } from "../table/keys.js";

/**
 * @typedef {object} Target
 * @property {import("../board/board.js").Board} board
 * @property {{[key: string]: string}} keys the game's own keys, with their moves
 * @property {HTMLButtonElement[]} buttons spots that lie beside the board
 * @property {() => boolean} isOpen whether the learner can move now
 * @property {(move: string) => void} play
 * @property {() => void} [help] asked for by the key that asks for a hint at a table
 */

/** Listen to what is pressed inside an element. @param {HTMLElement | Document} element @param {Target} target */
export function listenToKeys(element, { board, keys, buttons, isOpen, play, help }) {
  element.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const from = /** @type {Element} */ (event.target);
    const spot = spotOf(from);
    const onSpot = spot !== null;
    const done = command(event, { keys, typing: false, myTurn: isOpen(), onSpot, onControl: !onSpot, over: false });
    switch (done?.what) {
      case "move":
        play(done.move);
        break;
      case "arrow":
        if (!goOn(done.key, from)) return;
        break;
      case "click":
        board.click(spot ?? "");
        break;
      case "cancel":
        board.cancel();
        break;
      case "hint":
        if (!help) return;
        help();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation(); // a table behind a panel with the rules has the same keys
  });

  /** Arrows go from spot to spot, below the board to its buttons, and back. @param {string} key @param {Element} from */
  function goOn(key, from) {
    const place = buttons.indexOf(/** @type {HTMLButtonElement} */ (from));
    if (place >= 0) {
      if (key === "ArrowUp") board.step(key);
      else if (key !== "ArrowDown") buttons[place + (key === "ArrowRight" ? 1 : -1)]?.focus();
      return true;
    }
    if (spotOf(from) === null && from !== document.body) return false;
    if (!board.step(key) && key === "ArrowDown") buttons.find((button) => !button.disabled)?.focus();
    return true;
  }
}
