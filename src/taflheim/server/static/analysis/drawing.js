// Arrows and circles that a person draws: with Shift, from spot to spot or on one spot. Pieces are never dragged.

import { spotAt } from "../board/geometry.js";
import { pointOf, readSpots } from "../board/spots.js";

/**
 * @typedef {import("../board/marks.js").Marks} Marks
 * @typedef {(drawing: string[]) => void} Draw
 */

/** Drawings as a board shows them. Pure. @param {string[][]} drawings @returns {Marks} */
export function marksOf(drawings) {
  return {
    arrows: drawings.filter((spots) => spots.length > 1).map((way) => ({ way, kind: "drawn" })),
    circles: drawings.filter((spots) => spots.length === 1).map(([spot]) => ({ spot, kind: "drawn" })),
  };
}

/**
 * Take what is drawn on a board. While Shift is held nothing reaches the board itself.
 * @param {SVGSVGElement} svg
 * @param {Draw} draw
 * @param {() => boolean} isOn whether every click draws, for fingers that have no Shift
 */
export function takeDrawings(svg, draw, isOn) {
  /** @type {string | null} */
  let from = null;
  /** @param {MouseEvent} event */
  const wanted = (event) => event.shiftKey || isOn();
  /** @param {PointerEvent} event */
  const spot = (event) =>
    spotAt(readSpots(svg), pointOf(svg, event), {
      touch: event.pointerType === "touch",
      previewed: null,
      isOpen: () => false,
    })?.name ?? null;

  const stage = /** @type {HTMLElement} */ (svg.parentElement);
  const capture = { capture: true };
  stage.addEventListener(
    "pointerdown",
    (event) => {
      from = wanted(event) ? spot(event) : null;
      if (from === null) return;
      event.preventDefault();
      event.stopPropagation();
    },
    capture,
  );
  stage.addEventListener(
    "pointerup",
    (event) => {
      const to = from === null ? null : spot(event);
      if (from !== null && to !== null) draw(from === to ? [from] : [from, to]);
      from = null;
    },
    capture,
  );
  stage.addEventListener(
    "click",
    (event) => {
      // A click that no pointer made (Enter, a screen reader) is none that draws.
      if (event.detail > 0 && wanted(event)) event.stopPropagation();
    },
    capture,
  );
}
