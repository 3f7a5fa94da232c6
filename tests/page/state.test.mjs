import assert from "node:assert/strict";
import { test } from "node:test";
import {
  applyEffects,
  beginTurn,
  clickSpot,
  dropSelection,
  emptyBoard,
  pointAt,
  seenAt,
  setPieces,
} from "../../src/taflheim/server/static/board/state.js";

const PIECES = [
  ["fox", "foxes", "d6"],
  ["sheep", "sheep", "d5"],
  ["sheep", "sheep", "e4"],
];
const effect = (kind, spot, to = "", piece = null) => ({ kind, how: "", spot, to, piece });
const [start] = setPieces(emptyBoard(), PIECES);
const idOn = (board, spot) => board.pieces.get(spot)?.id;

test("pieces keep their ids when they move", () => {
  const [after, motions] = applyEffects(start, [
    effect("move", "d6", "d4"),
    effect("vanish", "d5"),
    effect("note", ""),
  ]);
  assert.equal(idOn(after, "d4"), idOn(start, "d6"));
  assert.deepEqual([...after.pieces.keys()].sort(), ["d4", "e4"]);
  assert.deepEqual(
    motions.map((motion) => motion && [motion.kind, motion.from, motion.to]),
    [["move", "d6", "d4"], ["vanish", "d5", "d5"], null],
  );
  assert.equal(start.pieces.size, 3, "the state before is as it was");
});

test("what appears gets an id of its own", () => {
  const [after, [motion]] = applyEffects(start, [effect("appear", "a1", "", ["wall", "", "a1"])]);
  assert.deepEqual(after.pieces.get("a1"), { id: motion?.id, kind: "wall", side: "" });
  assert.ok(![...start.pieces.values()].some(({ id }) => id === motion?.id));
});

test("a new position lets pieces of the same kind go where they are missing", () => {
  const [after, motions] = setPieces(start, [
    ["fox", "foxes", "d4"],
    ["sheep", "sheep", "e4"],
    ["sheep", "sheep", "a1"],
    ["sheep", "sheep", "b1"],
  ]);
  assert.equal(idOn(after, "d4"), idOn(start, "d6"));
  assert.equal(idOn(after, "e4"), idOn(start, "e4"));
  assert.equal(idOn(after, "a1"), idOn(start, "d5"));
  assert.equal(motions.length, 2, "what is new does not move, and what stands still neither");
  assert.equal(new Set([...after.pieces.values()].map(({ id }) => id)).size, 4);
});

test("a piece that goes ahead is seen at its last landing, until it is dropped", () => {
  let board = beginTurn(start, { d6: { d4: null } }, []);
  for (const spot of ["d6", "d4"]) [board] = clickSpot(board, spot);
  assert.equal(seenAt(board, "d6"), "d4");
  assert.equal(seenAt(board, "e4"), "e4");
  assert.equal(seenAt(dropSelection(board), "d6"), "d6");
});

test("a second click on a blocked piece of one's own asks about that piece alone", () => {
  let board = beginTurn(start, { d5: { d4: "d5-d4" } }, []);
  [board] = clickSpot(board, "d5");
  assert.deepEqual(clickSpot(board, "e4")[1], { what: "refused", clicked: ["e4"] });
  assert.deepEqual(clickSpot(board, "d6")[1], { what: "refused", clicked: ["d5", "d6"] });
  assert.deepEqual(clickSpot(board, "a7")[1], { what: "refused", clicked: ["d5", "a7"] });
});

test("only grooves are previewed, and only by whoever is to move", () => {
  const groove = { name: "d4h", kind: "groove" };
  const board = beginTurn(start, { e4h: "e4h" }, []);
  assert.equal(pointAt(board, groove).previewed, "d4h");
  assert.equal(pointAt(board, { name: "d4", kind: "square" }), board);
  assert.equal(pointAt(beginTurn(start, null, []), groove).previewed, null);
  assert.equal(pointAt(pointAt(board, groove), null).previewed, null);
});

test("a new turn forgets clicks and preview", () => {
  const board = pointAt(beginTurn(start, { d5: {} }, ["a1"]), { name: "d4h", kind: "groove" });
  const [clicked] = clickSpot(board, "d5");
  const after = beginTurn(clicked, { e4: {} }, ["d5", "d4"]);
  assert.deepEqual([after.previewed, after.selection.clicked, after.last], [null, [], ["d5", "d4"]]);
});
