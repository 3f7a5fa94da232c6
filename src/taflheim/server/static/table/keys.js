// What a key means at a table. Pure.

import { DIRECTIONS } from "../board/geometry.js";

/**
 * @typedef {Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat">} Key
 *
 * @typedef {object} Context
 * @property {{[key: string]: string}} keys the game's own keys, with their moves
 * @property {boolean} typing whether what is pressed goes into a field
 * @property {boolean} myTurn
 * @property {boolean} onSpot whether a spot of the board has the focus
 *
 * @typedef {{what: "move", move: string, held: boolean}
 *   | {what: "arrow", key: string}
 *   | {what: "click" | "cancel" | "undo"}} Command
 */

/** @param {Key} key @param {Context} context @returns {Command | null} */
export function command(key, { keys, typing, myTurn, onSpot }) {
  if (typing || key.ctrlKey || key.metaKey || key.altKey) return null;
  const arrow = Object.hasOwn(DIRECTIONS, key.key);
  // With Shift the arrows go from spot to spot, also where the game uses them itself.
  const move = arrow && key.shiftKey ? undefined : moveOf(key, keys);
  if (move !== undefined && myTurn) return { what: "move", move, held: key.repeat };
  if (arrow) return { what: "arrow", key: key.key };
  if ((key.key === "Enter" || key.key === " ") && onSpot) return { what: "click" };
  if (key.key === "Escape") return { what: "cancel" };
  return key.key.toLowerCase() === "u" ? { what: "undo" } : null;
}

/** By the letter, in either case; where a keyboard has other letters, by its place. @param {Key} key @param {Context["keys"]} keys @returns {string | undefined} */
function moveOf({ code, key }, keys) {
  return keys[code] ?? keys[key] ?? keys[key.toLowerCase()] ?? keys[code.replace(/^Key/, "").toLowerCase()];
}
