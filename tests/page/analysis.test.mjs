import assert from "node:assert/strict";
import { test } from "node:test";
import { marksOf } from "../../src/taflheim/server/static/analysis/drawing.js";
import { inOrder } from "../../src/taflheim/server/static/analysis/engine_panel.js";
import { command } from "../../src/taflheim/server/static/analysis/keys.js";
import { words } from "../../src/taflheim/server/static/analysis/list.js";
import { choices, placed } from "../../src/taflheim/server/static/analysis/setup.js";
import {
  add,
  addressOf,
  fromPlain,
  isMain,
  lineThrough,
  moveOf,
  nodeOf,
  path,
  positionText,
  promote,
  remove,
  say,
  storyOf,
  toggled,
  toPlain,
} from "../../src/taflheim/server/static/analysis/tree.js";

const SIDES = [
  { name: "a", title: "White" },
  { name: "b", title: "Black" },
];
const move = (text, side, round) => ({
  move: text,
  text,
  side,
  round,
  position: `after ${text}`,
  effects: [],
  last: [],
});
const told = (parent, one) => ({ parent, comment: "", drawings: [], ...one });
const start = { position: "start", usual: true, pieces: [], facts: [], turn: "a", words: "" };
/** 1. e8 e2 (1... d1 2. e7) 2. d8 */
const tree = fromPlain({
  game: "quoridor",
  options: { players: 2 },
  headers: {},
  sides: SIDES,
  start,
  nodes: [
    told(-1, {}),
    told(0, move("e8", "a", 1)),
    told(1, move("e2", "b", null)),
    told(2, move("d8", "a", 2)),
    told(1, move("d1", "b", null)),
    told(4, move("e7", "a", 2)),
  ],
});
const texts = (some, line) => line.map((number) => nodeOf(some, number).move?.move);

test("lines, stories and positions of a tree", () => {
  assert.deepEqual(path(tree, 5), [1, 4, 5]);
  assert.deepEqual(texts(tree, lineThrough(tree, 1)), ["e8", "e2", "d8"]);
  assert.deepEqual(texts(tree, lineThrough(tree, 4)), ["e8", "d1", "e7"]);
  assert.equal(storyOf(tree, path(tree, 2)).plies.length, 2);
  assert.deepEqual([positionText(tree, 0), positionText(tree, 4)], ["start", "after d1"]);
  assert.deepEqual([isMain(tree, 3), isMain(tree, 5)], [true, false]);
});

test("a move that is there is found, another one becomes a variation", () => {
  const [same, known] = add(tree, 1, move("d1", "b", null));
  assert.equal(same, tree);
  assert.equal(known, 4);
  const [grown, number] = add(tree, 0, move("d9", "a", 1));
  assert.deepEqual(nodeOf(grown, 0).children, [1, number]);
  assert.deepEqual(nodeOf(tree, 0).children, [1], "the tree before is as it was");
});

test("promoting, deleting and saying something", () => {
  const promoted = promote(tree, 5);
  assert.deepEqual(texts(promoted, lineThrough(promoted, 0)), ["e8", "d1", "e7"]);
  assert.equal(promote(tree, 3), tree);
  const shorter = remove(tree, 4);
  assert.deepEqual([...shorter.nodes.keys()], [0, 1, 2, 3]);
  assert.equal(remove(tree, 0), tree);
  assert.equal(nodeOf(say(tree, 2, { comment: "why?" }), 2).comment, "why?");
});

test("what the server is sent stands in the order of a walk", () => {
  const [grown] = add(tree, 1, move("f1", "b", null));
  const { start: from, nodes } = toPlain(promote(grown, 4));
  assert.equal(from, "start");
  assert.deepEqual(
    nodes.map(({ parent, move: text }) => [parent, text]),
    [
      [-1, ""],
      [0, "e8"],
      [1, "d1"],
      [2, "e7"],
      [1, "e2"],
      [4, "d8"],
      [1, "f1"],
    ],
  );
});

test("a move that was played gets its side and its round", () => {
  const played = { move: "e3", text: "e3", position: "p", result: null, effects: [], last: [], words: "", facts: [] };
  assert.equal(moveOf(tree, 3, "b", played).round, null);
  assert.equal(moveOf(tree, 2, "a", played).round, 2);
  assert.equal(moveOf(tree, 0, "a", played).round, 1);
  assert.equal(moveOf(tree, 0, "b", { ...played, result: { winner: "b" } }).over, true);
});

test("the list reads as a record does", () => {
  const commented = say(tree, 2, { comment: "hm" });
  const read = words(commented).map((word) =>
    word.what === "move" ? `${word.number}${nodeOf(commented, word.node).move?.text}` : (word.text ?? word.what),
  );
  assert.deepEqual(read, ["1.e8", "e2", "hm", "open", "1…d1", "2.e7", "close", "2.d8"]);
});

test("the address holds the line, or where that is too long the position", () => {
  assert.equal(addressOf(tree, 4), "/analysis/quoridor?players=2&moves=e8+d1");
  assert.equal(addressOf(tree, 0), "/analysis/quoridor?players=2");
  const unusual = { ...tree, start: { ...start, usual: false } };
  assert.equal(addressOf(unusual, 1), "/analysis/quoridor?players=2&position=start&moves=e8");
  const [long, number] = add(tree, 0, move("e".repeat(4000), "a", 1));
  assert.match(addressOf(long, number), /position=after/);
  assert.doesNotMatch(addressOf(long, number), /moves=/);
  const [over, last] = add(tree, 3, move("b:resigns", "b", null));
  assert.match(addressOf(over, last), /position=after\+b%3Aresigns$/);
});

test("drawings come and go, circles and arrows", () => {
  const drawn = toggled(toggled([], ["e2"]), ["e2", "e4"]);
  assert.deepEqual(marksOf(drawn), {
    arrows: [{ way: ["e2", "e4"], kind: "drawn" }],
    circles: [{ spot: "e2", kind: "drawn" }],
  });
  assert.deepEqual(toggled(drawn, ["e2"]), [["e2", "e4"]]);
});

test("pieces are put on a board and taken away", () => {
  const placeable = [{ kind: "pawn", side: "a", spots: ["a1", "b1"] }];
  const pawn = { kind: "pawn", side: "a" };
  const one = placed([], pawn, "a1");
  assert.deepEqual(one, [["pawn", "a", "a1"]]);
  assert.deepEqual(placed(one, pawn, "a1"), [], "the same again takes it away");
  assert.deepEqual(placed(one, { kind: "king", side: "b" }, "a1"), [["king", "b", "a1"]]);
  assert.deepEqual(placed(one, null, "a1"), []);
  assert.deepEqual(choices(placeable, pawn, one), { a1: "a1", b1: "b1" });
  assert.deepEqual(choices(placeable, null, one), { a1: "a1" });
});

test("the game's own keys come first", () => {
  const plain = { code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const context = { keys: { u: "up", ArrowUp: "w" }, onSpot: true, step: null };
  assert.deepEqual(command({ ...plain, key: "u" }, context), { what: "move", move: "up" });
  assert.deepEqual(command({ ...plain, key: "u" }, { ...context, keys: {} }), { what: "undo" });
  assert.deepEqual(command({ ...plain, key: "ArrowUp" }, context), { what: "move", move: "w" });
  assert.deepEqual(command({ ...plain, key: "ArrowUp", shiftKey: true }, context), { what: "arrow", key: "ArrowUp" });
  assert.deepEqual(command({ ...plain, key: "[" }, { ...context, step: "back" }), { what: "step", step: "back" });
  assert.deepEqual(command({ ...plain, key: "Enter" }, context), { what: "click" });
  assert.deepEqual(command({ ...plain, key: "Escape" }, context), { what: "cancel" });
  assert.equal(command({ ...plain, key: "x", ctrlKey: true }, context), null);
});

test("the engine's lines stand in the order of their chances; equal ones as the engine has them", () => {
  const lines = [
    { move: "a", win_probability: 0.4 },
    { move: "b", win_probability: 0.6 },
    { move: "c", win_probability: 0.6 },
  ];
  assert.deepEqual(
    inOrder(lines).map(({ move }) => move),
    ["b", "c", "a"],
  );
});
