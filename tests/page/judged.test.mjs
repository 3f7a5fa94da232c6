// A review as far as it is made.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chances,
  learnt,
  mistakes,
  nextMistake,
  spoken,
  stops,
  toTheEnd,
} from "../../src/taflheim/server/static/review/judged.js";

/** @param {number} number @param {string} side @param {number} share @param {object} [more] */
const move = (number, side, share, more = {}) => ({
  number,
  side,
  kind: null,
  noted: false,
  played: { win_probability: share },
  best: { win_probability: share },
  ...more,
});

test("news replace what was known, in the order of the game", () => {
  const known = learnt(new Map(), [move(2, "b", 0.4), move(1, "a", 0.5)]);
  const later = learnt(known, [move(2, "b", 0.3)]);
  assert.deepEqual([...later.keys()], [1, 2]);
  assert.equal(later.get(2)?.played.win_probability, 0.3);
  assert.equal(known.get(2)?.played.win_probability, 0.4);
});

test("with two sides one line tells both", () => {
  const known = learnt(new Map(), [move(1, "a", 0.6, { best: { win_probability: 0.7 } }), move(2, "b", 0.25)]);
  assert.deepEqual(chances(known, ["a", "b"], true), [
    {
      side: "a",
      points: [
        { ply: 0, share: 0.7 },
        { ply: 1, share: 0.6 },
        { ply: 2, share: 0.75 },
      ],
    },
  ]);
});

test("in words a line has the last chance that is known", () => {
  const sides = [
    { name: "a", title: "White" },
    { name: "b", title: "Green" },
  ];
  const lines = chances(learnt(new Map(), [move(1, "a", 0.6), move(2, "b", 0.254)]), ["a", "b"], false);
  assert.deepEqual(spoken(lines, sides, 0), []);
  assert.deepEqual(spoken(lines, sides, 1), ["White 60 %"]);
  assert.deepEqual(spoken(lines, sides, 3), ["White 60 %", "Green 25 %"]);
});

test("with more sides each has its own line", () => {
  const known = learnt(new Map(), [move(1, "a", 0.3), move(2, "b", 0.4), move(3, "c", 0.2), move(4, "a", 0.5)]);
  const lines = chances(known, ["a", "b", "c"], false);
  assert.deepEqual(
    lines.map(({ points }) => points.map(({ ply }) => ply)),
    [[1, 4], [2], [3]],
  );
});

test("one goes from mistake to mistake, and to what the game has to say", () => {
  const known = learnt(new Map(), [
    move(1, "a", 0.5),
    move(2, "b", 0.5, { kind: "mistake" }),
    move(3, "a", 0.5, { noted: true }),
  ]);
  assert.deepEqual(mistakes(known), [2]);
  assert.deepEqual(stops(known), [2, 3]);
  assert.equal(nextMistake([2, 3], 0, 1), 2);
  assert.equal(nextMistake([2, 3], 2, 1), 3);
  assert.equal(nextMistake([2, 3], 3, 1), null);
  assert.equal(nextMistake([2, 3], 3, -1), 2);
});

test("lines go on to the end of the game, and know its result", () => {
  const lines = [
    { side: "a", points: [{ ply: 1, share: 0.4 }] },
    { side: "b", points: [{ ply: 5, share: 0.7 }] },
    { side: "c", points: [] },
  ];
  assert.deepEqual(toTheEnd(lines, 5, { a: 0, b: 1, c: 0 }), [
    { side: "a", points: [...lines[0].points, { ply: 5, share: 0.4 }], end: 0 },
    { ...lines[1], end: 1 },
    lines[2],
  ]);
});
