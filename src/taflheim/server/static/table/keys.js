// What a key means at a table. Pure.

import { DIRECTIONS } from "../board/geometry.js";
import { STEP_KEYS, stepOf } from "../story/stepper.js";

/**
 * @typedef {Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat">} Key
 *
 * @typedef {object} Context
 * @property {{[key: string]: string}} keys the game's own keys, with their moves
 * @property {boolean} typing whether what is pressed goes into a field
 * @property {boolean} myTurn
 * @property {boolean} onSpot whether a spot of the board has the focus
 * @property {boolean} onControl whether something has the focus that Enter works by itself
 * @property {boolean} over whether the game is over
 *
 * @typedef {"undo" | "hint" | "flip" | "rules" | "sounds" | "alone" | "moves" | "chat" | "settings" | "type" | "cancel"} Tool
 * @typedef {{what: "move", move: string, held: boolean}
 *   | {what: "arrow", key: string}
 *   | {what: "step", step: import("../story/stepper.js").Step}
 *   | {what: "click" | "again" | Tool}} Command
 */

/** The keys of every table. No game may use them: a key means one thing. @type {{[key: string]: Tool}} */
export const TABLE_KEYS = {
  u: "undo",
  h: "hint",
  t: "flip",
  r: "rules",
  m: "sounds",
  f: "alone",
  l: "moves",
  k: "chat",
  ",": "settings",
  "/": "type",
  Escape: "cancel",
};

/** All keys that mean something at every table, but for the arrows: games may take those. */
export const ALL_KEYS = [...Object.keys(TABLE_KEYS), ...Object.keys(STEP_KEYS), "Enter", " "];

/** @param {Key} key @param {Context} context @returns {Command | null} */
export function command(key, { keys, typing, myTurn, onSpot, onControl, over }) {
  if (typing) return null;
  const step = stepOf(key);
  if (step !== null) return { what: "step", step };
  if (key.ctrlKey || key.metaKey || key.altKey) return null;
  const arrow = Object.hasOwn(DIRECTIONS, key.key);
  // With Shift the arrows go from spot to spot, also where the game uses them itself.
  const move = arrow && key.shiftKey ? undefined : moveOf(key, keys);
  // A game's own key never means anything else, also when it is not one's turn.
  if (move !== undefined) return myTurn ? { what: "move", move, held: key.repeat } : null;
  if (arrow) return { what: "arrow", key: key.key };
  if (key.key === "Enter" || key.key === " ") return enter(key, { onSpot, onControl, over });
  const tool = TABLE_KEYS[key.key] ?? TABLE_KEYS[key.key.toLowerCase()];
  return tool ? { what: tool } : null;
}

/** @param {Key} key @param {Pick<Context, "onSpot" | "onControl" | "over">} context @returns {Command | null} */
function enter({ key, repeat }, { onSpot, onControl, over }) {
  if (onControl) return null;
  // A key that is still held down from the last move does not begin another game.
  if (over) return key === "Enter" && !repeat ? { what: "again" } : null;
  return onSpot ? { what: "click" } : null;
}

/** By the letter, in either case; where a keyboard has no such letters, by its place. @param {Key} key @param {Context["keys"]} keys @returns {string | undefined} */
function moveOf({ code, key }, keys) {
  const named = keys[code] ?? keys[key] ?? keys[key.toLowerCase()];
  // A key that writes another of our letters means that letter, wherever it lies.
  return named ?? (/^[ -~]$/.test(key) ? undefined : keys[code.replace(/^Key/, "").toLowerCase()]);
}
