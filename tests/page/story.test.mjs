import assert from "node:assert/strict";
import { test } from "node:test";
import { stepOf, stepped } from "../../src/taflheim/server/static/story/stepper.js";
import { grow, positionAt, rows, truncate } from "../../src/taflheim/server/static/story/story.js";

const move = (spot, to) => ({ kind: "move", how: "step", spot, to, piece: null });
const vanish = (spot) => ({ kind: "vanish", how: "captured", spot, to: "", piece: null });
const ply = (side, text, effects, round = null) => ({
  side,
  text,
  move: text,
  effects,
  round,
  last: [],
  words: `${text}.`,
  facts: [],
  turn: side,
});
const story = (plies, sides = ["a", "b"]) => ({
  sides: sides.map((name) => ({ name, title: name })),
  start: {
    pieces: [
      ["pawn", "a", "e1"],
      ["pawn", "b", "e9"],
    ],
    facts: [],
    turn: "a",
    words: "about",
  },
  plies,
});
const spots = (told, at) =>
  positionAt(told, at)
    .pieces.map((piece) => piece[2])
    .sort();
const wall = { kind: "appear", how: "placed", spot: "d4h", to: "", piece: ["wall", "", "d4h"] };
const GAME = story([
  ply("a", "e2", [move("e1", "e2")], 1),
  ply("b", "d4h", [wall]),
  ply("a", "e3", [move("e2", "e3"), vanish("e9")], 2),
]);

test("every position follows from the effects, in whatever order they are asked for", () => {
  assert.deepEqual(spots(GAME, 3), ["d4h", "e3"]);
  assert.deepEqual(spots(GAME, 1), ["e2", "e9"]);
  assert.deepEqual(spots(GAME, 0), ["e1", "e9"]);
  assert.deepEqual(spots(GAME, 2), ["d4h", "e2", "e9"]);
  assert.ok(positionAt(GAME, 2).pieces.some((piece) => piece.join() === "wall,,d4h"));
  assert.equal(positionAt(GAME, 2).words, "d4h.");
  assert.equal(positionAt(GAME, 0).words, "about");
});

test("beyond the end is the end, before the start the start", () => {
  assert.deepEqual(spots(GAME, 99), spots(GAME, 3));
  assert.deepEqual(spots(GAME, -1), spots(GAME, 0));
});

test("a story grows, and is cut off after an undo; what was known of others stays true", () => {
  const longer = grow(GAME, ply("b", "e4", [move("e3", "e4")]));
  assert.deepEqual(spots(longer, 4), ["d4h", "e4"]);
  assert.equal(GAME.plies.length, 3);
  const shorter = truncate(longer, 1);
  assert.deepEqual(spots(shorter, 4), ["e2", "e9"]);
  const other = grow(shorter, ply("b", "e8", [move("e9", "e8")]));
  assert.deepEqual(spots(other, 2), ["e2", "e8"]);
  assert.equal(truncate(GAME, 7), GAME);
});

test("two sides have two columns, with a number before each round", () => {
  assert.deepEqual(rows(GAME), [
    { round: 1, cells: [0, 1] },
    { round: 2, cells: [2, null] },
  ]);
});

test("a game that begins with the second side, and one that ends without a move", () => {
  const told = story([ply("b", "e8", [], 1), ply("a", "e2", [], 2), ply("a", "resigns", [])]);
  assert.deepEqual(rows(told), [
    { round: 1, cells: [null, 0] },
    { round: 2, cells: [1, null] },
    { round: null, cells: [2, null] },
  ]);
});

test("a game for one has one column; with three sides a gap stands where one is gone", () => {
  const alone = story([ply("p", "w", [], 1), ply("p", "s", [], 2)], ["p"]);
  assert.deepEqual(rows(alone), [
    { round: 1, cells: [0] },
    { round: 2, cells: [1] },
  ]);
  const three = story([ply("a", "x", [], 1), ply("c", "z", [])], ["a", "b", "c"]);
  assert.deepEqual(rows(three), [{ round: 1, cells: [0, null, 1] }]);
});

test("steps stay inside the story", () => {
  assert.equal(stepped("back", 0, 3), 0);
  assert.equal(stepped("on", 3, 3), 3);
  assert.equal(stepped("first", 2, 3), 0);
  assert.equal(stepped("last", 0, 3), 3);
});

test("brackets and braces step, also where AltGr writes them; the browser's own keys do not", () => {
  const key = (name, rest = {}) => stepOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...rest });
  assert.deepEqual(
    ["{", "[", "]", "}"].map((name) => key(name)),
    ["first", "back", "on", "last"],
  );
  assert.equal(key("[", { ctrlKey: true, altKey: true }), "back");
  assert.equal(key("[", { ctrlKey: true }), null);
  assert.equal(key("a"), null);
});
