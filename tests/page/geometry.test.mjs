import assert from "node:assert/strict";
import { test } from "node:test";
import { DIRECTIONS, flipped, neighbour, spotAt } from "../../src/taflheim/server/static/board/geometry.js";

// Four cells, 100 wide, with grooves of 28 between them, and the two walls that cross in the middle.
const spot = (name, kind, x, y, width, height, at) => [name, { name, kind, x, y, width, height, at, label: name }];
const SPOTS = new Map([
  spot("a1", "square", 50, 178, 100, 100, [0, 0]),
  spot("b1", "square", 178, 178, 100, 100, [2, 0]),
  spot("a2", "square", 50, 50, 100, 100, [0, 2]),
  spot("b2", "square", 178, 50, 100, 100, [2, 2]),
  spot("a1h", "groove", 114, 114, 228, 28, [0, 1]),
  spot("a1v", "groove", 114, 114, 28, 228, [1, 0]),
]);
const BOX = { x: -60, y: -60, width: 348, height: 348 };
const at = (x, y, open = [], how = {}) =>
  spotAt(SPOTS, { x, y }, { touch: false, previewed: null, isOpen: (name) => open.includes(name), ...how })?.name ??
  null;

test("a point hits the cell it is in, or the nearest", () => {
  assert.equal(at(50, 178), "a1");
  assert.equal(at(-40, 178), "a1");
  assert.equal(at(-59, 178), null);
});

test("a groove is hit in it and a little beside it, by a finger farther", () => {
  assert.equal(at(50, 114), "a1h");
  assert.equal(at(50, 96), "a1h");
  assert.equal(at(50, 90), "a2");
  assert.equal(at(50, 80, [], { touch: true }), "a1h");
  assert.equal(at(50, 80, ["a2"], { touch: true }), "a2");
});

test("where two walls cross, the legal one comes before the illegal one", () => {
  for (const [x, y] of [
    [114, 114],
    [110, 112],
    [118, 114],
    [114, 120],
  ]) {
    assert.equal(at(x, y, ["a1v"]), "a1v");
    assert.equal(at(x, y, ["a1h"]), "a1h");
  }
});

test("away from the crossing an illegal wall can still be pointed at", () => {
  assert.equal(at(50, 114, ["a1v"]), "a1h");
  assert.equal(at(114, 50, ["a1h"]), "a1v");
});

test("at a crossing of equals the one that is shown stays", () => {
  for (const previewed of ["a1h", "a1v"]) assert.equal(at(114, 114, ["a1h", "a1v"], { previewed }), previewed);
});

test("arrows lead to the next spot, straight ahead before aside", () => {
  const next = (name, key) => neighbour(SPOTS, SPOTS.get(name), DIRECTIONS[key])?.name ?? null;
  assert.equal(next("a1", "ArrowUp"), "a1h");
  assert.equal(next("a1h", "ArrowUp"), "a2");
  assert.equal(next("a1", "ArrowRight"), "a1v");
  assert.equal(next("a1", "ArrowLeft"), null);
});

test("a flipped board is the board turned by half; twice, it is as it was", () => {
  const other = flipped(SPOTS, BOX);
  assert.deepEqual([other.get("a1")?.x, other.get("a1")?.y], [178, 50]);
  assert.equal(neighbour(other, other.get("a1"), DIRECTIONS.ArrowDown)?.name, "a1h");
  const back = flipped(other, BOX);
  for (const [name, { x, y }] of SPOTS) assert.deepEqual([back.get(name)?.x, back.get(name)?.y], [x, y]);
});
