import assert from "node:assert/strict";
import { test } from "node:test";
import { markShapes } from "../../src/taflheim/server/static/board/marks.js";

const SPOTS = new Map(
  [
    ["a", "square", 0, 0],
    ["b", "square", 300, 0],
    ["c", "square", 300, 200],
    ["w", "groove", 100, 50],
  ].map(([name, kind, x, y]) => [name, { name, kind, x, y, width: kind === "groove" ? 228 : 100, height: 100 }]),
);
const NOTHING = new Set();
const arrow = (...way) => markShapes({ arrows: [{ way, kind: "hint" }] }, SPOTS, NOTHING);

test("nothing is pointed out without marks, or on spots that the board does not have", () => {
  assert.deepEqual(markShapes({}, SPOTS, NOTHING), []);
  assert.deepEqual(arrow("jump"), []);
  assert.deepEqual(arrow(), []);
});

test("an arrow goes from the first spot to the last, through all between, and its head points at the last", () => {
  assert.deepEqual(arrow("a", "b"), [
    { what: "arrow", kind: "hint", shaft: "M30 0L256 0", head: "M294 0L256 22L256 -22Z" },
  ]);
  const [{ shaft, head }] = arrow("a", "b", "c");
  assert.equal(shaft, "M30 0L300 0L300 156");
  assert.equal(head, "M300 194L278 156L322 156Z");
});

test("a move of one click is a circle, in a groove a box", () => {
  assert.deepEqual(arrow("b"), [{ what: "circle", kind: "hint", x: 300, y: 0, r: 41 }]);
  assert.deepEqual(arrow("w"), [{ what: "box", kind: "hint", x: -14, y: 0, width: 228, height: 100 }]);
  assert.deepEqual(markShapes({ circles: [{ spot: "c", kind: "drawn" }] }, SPOTS, NOTHING), [
    { what: "circle", kind: "drawn", x: 300, y: 200, r: 41 },
  ]);
});

test("no head covers a piece: it ends at its edge, and is shorter between neighbours", () => {
  const near = new Map([...SPOTS, ["n", { name: "n", kind: "square", x: 100, y: 0, width: 100, height: 100 }]]);
  const drawn = (...way) => markShapes({ arrows: [{ way, kind: "hint" }] }, near, new Set(["b", "n"]));
  assert.deepEqual(drawn("a", "b"), [
    { what: "arrow", kind: "hint", shaft: "M30 0L218 0", head: "M256 0L218 22L218 -22Z" },
  ]);
  assert.deepEqual(drawn("a", "n"), [
    { what: "arrow", kind: "hint", shaft: "M30 0L36 0", head: "M56 0L36 22L36 -22Z" },
  ]);
});

test("the ways of several sides go beside each other, also where they meet, with smaller heads", () => {
  const lanes = [0, 1].map((number) => ({ way: ["a", "b"], kind: "way", lane: { number, of: 2 } }));
  const [one, other] = markShapes({ arrows: lanes }, SPOTS, NOTHING);
  assert.equal(one.shaft, "M23.5 -6.5L261.5 -6.5");
  assert.equal(other.shaft, "M36.5 6.5L274.5 6.5");
  assert.equal(other.head, "M300.5 6.5L274.5 21.5L274.5 -8.5Z");
  assert.deepEqual(other.lane, { number: 1, of: 2 });
});
