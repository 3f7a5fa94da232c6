// What a key means on an analysis board. The game's own keys come first. Pure.

import { DIRECTIONS } from "../board/geometry.js";

/**
 * @typedef {Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">} Key
 * @typedef {import("../story/stepper.js").Step} Step
 *
 * @typedef {object} Context
 * @property {{[key: string]: string}} keys the game's own keys, with their moves
 * @property {boolean} onSpot whether a spot of the board has the focus
 * @property {Step | null} step that the key means
 *
 * @typedef {{what: "move", move: string} | {what: "arrow", key: string} | {what: "step", step: Step}
 *   | {what: "click" | "cancel" | "undo"}} Command
 */

/** @param {Key} pressed @param {Context} context @returns {Command | null} */
export function command(pressed, { keys, onSpot, step }) {
  if (step !== null) return { what: "step", step };
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (ctrlKey || metaKey || altKey) return null;
  const arrow = Object.hasOwn(DIRECTIONS, key);
  const move = shiftKey ? undefined : (keys[code] ?? keys[key] ?? keys[key.toLowerCase()]);
  if (move !== undefined) return { what: "move", move };
  if (arrow) return { what: "arrow", key };
  if ((key === "Enter" || key === " ") && onSpot) return { what: "click" };
  if (key === "Escape") return { what: "cancel" };
  return key.toLowerCase() === "u" || key === "Backspace" ? { what: "undo" } : null;
}
