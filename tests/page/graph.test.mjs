// The graph of a review: where plies and shares lie.

import assert from "node:assert/strict";
import { test } from "node:test";
import { path, plyAt, xOf, yOf } from "../../src/taflheim/server/static/review/graph.js";

test("a click where a ply lies means that ply", () => {
  for (const length of [1, 7, 200]) {
    for (const ply of [0, 1, length]) assert.equal(plyAt(xOf(ply, length) / 800, length), ply);
  }
  assert.equal(plyAt(-1, 10), 0);
  assert.equal(plyAt(2, 10), 10);
});

test("more is higher, and a game without moves has a place too", () => {
  assert.ok(yOf(1) < yOf(0.5) && yOf(0.5) < yOf(0));
  assert.equal(xOf(0, 0), plyAt(0, 0) + xOf(0, 0));
});

test("a line goes through its points", () => {
  const line = {
    side: "a",
    points: [
      { ply: 0, share: 0.5 },
      { ply: 2, share: 1 },
    ],
  };
  assert.equal(path(line, 2), "M14.0 90.0L786.0 14.0");
});
