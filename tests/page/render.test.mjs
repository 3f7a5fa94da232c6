import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "../../src/taflheim/server/static/board/render.js";
import {
  beginTurn,
  clickSpot,
  emptyBoard,
  pointAt,
  setPieces,
  tell,
} from "../../src/taflheim/server/static/board/state.js";

const spot = (name, kind = "square") => [
  name,
  { name, kind, label: name, x: 0, y: 0, width: 1, height: 1, at: [0, 0] },
];
const SPOTS = new Map(["a1", "a2", "b1", "b2"].map((name) => spot(name)).concat([spot("a1h", "groove")]));
const NAMES = {
  pieces: { "king.white": "king", "pawn.black": "black pawn", wall: "wall" },
  selected: "chosen",
  open: "open",
};
const [pieces] = setPieces(emptyBoard(), [
  ["king", "white", "a1"],
  ["pawn", "black", "b1"],
]);

test("labels say what stands there and whether it can be clicked, in the page's words", () => {
  const board = beginTurn(pieces, { a1: { a2: "a1-a2" } }, []);
  const { labels } = render(board, SPOTS, NAMES);
  assert.equal(labels.get("a1"), "a1, king, open");
  assert.equal(labels.get("b1"), "b1, black pawn");
  assert.equal(labels.get("b2"), "b2");
  const [selected] = clickSpot(board, "a1");
  const after = render(selected, SPOTS, NAMES);
  assert.equal(after.labels.get("a1"), "a1, king, chosen");
  assert.equal(after.labels.get("a2"), "a2, open");
  assert.deepEqual(after.selected, ["a1"]);
  assert.deepEqual(after.targets, [{ spot: "a2", taken: false, deadly: false }]);
});

test("few pieces that can move are pointed out, many are not", () => {
  const few = beginTurn(pieces, { a1: { a2: "x" } }, []);
  assert.deepEqual(render(few, SPOTS, NAMES).selectable, ["a1"]);
  const names = ["c1", "c2", "c3", "c4", "c5"];
  const many = beginTurn(pieces, Object.fromEntries(names.map((name) => [name, { a2: "x" }])), []);
  assert.deepEqual(render(many, new Map(names.map((name) => spot(name))), NAMES).selectable, []);
});

test("grooves and buttons are no targets; what is taken shows only after something is selected", () => {
  const board = beginTurn(pieces, { a1h: "a1h", pass: "pass", b1: "b1", b2: "b2" }, ["b2"]);
  const scene = render(board, SPOTS, NAMES);
  assert.deepEqual(scene.targets, [{ spot: "b2", taken: false, deadly: false }]);
  assert.deepEqual(scene.last, ["b2"]);
  const [selected] = clickSpot(beginTurn(pieces, { a1: { b1: "a1xb1" } }, []), "a1");
  assert.deepEqual(render(selected, SPOTS, NAMES).targets, [{ spot: "b1", taken: true, deadly: false }]);
});

test("a target where one would lose is deadly, until the position changes", () => {
  const board = { ...beginTurn(pieces, { a2: "a2", b2: "b2" }, []), dangers: ["b2", "b1"] };
  const deadly = ({ targets }) => targets.filter((target) => target.deadly).map(({ spot }) => spot);
  assert.deepEqual(deadly(render(board, SPOTS, NAMES)), ["b2"]);
  assert.deepEqual(deadly(render(beginTurn(board, { b2: "b2" }, []), SPOTS, NAMES)), []);
});

test("what has fallen is told, and what has won", () => {
  const effects = [
    { kind: "move", how: "slide", spot: "a1", to: "a2", piece: null },
    { kind: "vanish", how: "captured", spot: "b1", to: "", piece: null },
    { kind: "vanish", how: "electrocuted", spot: "b1", to: "b2", piece: null },
  ];
  const turn = beginTurn(pieces, null, ["a1", "a2"]);
  const scene = render(tell(turn, effects, false), SPOTS, NAMES);
  assert.deepEqual([scene.fallen, scene.winning], [["b1", "b2"], []]);
  assert.deepEqual(render(tell(turn, effects, true), SPOTS, NAMES).winning, ["a2", "b1", "b2"]);
  assert.deepEqual(render(beginTurn(tell(turn, effects, true), null, []), SPOTS, NAMES).winning, []);
});

test("marks are shown until the position changes", () => {
  const board = { ...beginTurn(pieces, null, []), marks: { circles: [{ spot: "a1", kind: "hint" }] } };
  assert.equal(render(board, SPOTS, NAMES).marks.length, 1);
  assert.equal(render(beginTurn(board, null, []), SPOTS, NAMES).marks.length, 0);
});

test("a preview says whether it is legal", () => {
  const groove = SPOTS.get("a1h");
  const legal = pointAt(beginTurn(pieces, { a1h: "a1h" }, []), groove);
  assert.deepEqual(render(legal, SPOTS, NAMES).preview, { spot: "a1h", legal: true });
  const illegal = pointAt(beginTurn(pieces, { a2: "a2" }, []), groove);
  assert.deepEqual(render(illegal, SPOTS, NAMES).preview, { spot: "a1h", legal: false });
});

test("the same state gives the same scene", () => {
  const board = beginTurn(pieces, { a1: { a2: "a1-a2" } }, ["b2"]);
  assert.deepEqual(render(board, SPOTS, NAMES), render(board, SPOTS, NAMES));
});
