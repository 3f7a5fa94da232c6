// What mouse, finger and focus do on a board.

import { pointOf } from "./spots.js";

/**
 * @typedef {import("./geometry.js").Point} Point
 *
 * @typedef {object} Target what takes the input
 * @property {(point: Point, touch: boolean) => string | null} spotAt
 * @property {(spot: string | null) => void} pointAt
 * @property {(spot: string, touch: boolean) => void} press
 * @property {(spot: string, visible: boolean) => void} focus
 * @property {() => void} cancel
 */

/** @param {SVGSVGElement} svg @param {Target} target */
export function takeInput(svg, target) {
  let touch = false;

  svg.addEventListener("pointerdown", (event) => {
    touch = event.pointerType === "touch";
  });
  svg.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    touch = false;
    target.pointAt(target.spotAt(pointOf(svg, event), false));
  });
  // A finger that is lifted leaves too; what it has previewed stays until it taps again.
  svg.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") target.pointAt(null);
  });
  svg.addEventListener("click", (event) => {
    // A click that no pointer made (by a screen reader, say) has no place but a target.
    const spot = event.detail === 0 ? spotOf(event.target) : target.spotAt(pointOf(svg, event), touch);
    if (spot === null) target.cancel();
    else target.press(spot, touch);
  });
  svg.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    target.cancel();
  });
  svg.addEventListener("focusin", (event) => {
    const spot = spotOf(event.target);
    if (spot !== null) target.focus(spot, /** @type {Element} */ (event.target).matches(":focus-visible"));
  });
  svg.addEventListener("focusout", () => {
    if (!touch) target.pointAt(null);
  });
}

/** The spot that an element stands for. @param {EventTarget | null} element @returns {string | null} */
export function spotOf(element) {
  return (element instanceof SVGElement && element.dataset.spot) || null;
}
