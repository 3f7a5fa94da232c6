import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begin,
  click,
  drop,
  extend,
  isActive,
  isOpen,
  isTarget,
  openSpots,
} from "../../src/taflheim/server/static/board/selection.js";

const TREE = { d1: { d2: "d1-d2", d3: "d1-d3" }, e1: { e2: "e1-e2" }, d6: { d4: null }, pass: "pass" };

/** @param {string[]} spots */
function clicked(...spots) {
  let selection = begin(TREE);
  let outcome;
  for (const spot of spots) [selection, outcome] = click(selection, spot);
  return { selection, outcome };
}

test("a piece is selected, and its target completes the move", () => {
  const { selection, outcome } = clicked("d1");
  assert.deepEqual(outcome, { what: "selected" });
  assert.deepEqual(selection.clicked, ["d1"]);
  assert.deepEqual(openSpots(selection), ["d2", "d3"]);
  assert.ok(isTarget(selection, "d2") && !isTarget(begin(TREE), "d1") && isTarget(begin(TREE), "pass"));
  assert.deepEqual(click(selection, "d3")[1], { what: "complete", move: "d1-d3" });
});

test("after the move is complete nothing can be clicked until the next position", () => {
  const { selection, outcome } = clicked("d1", "d3");
  assert.equal(outcome.what, "complete");
  assert.deepEqual(openSpots(selection), []);
  assert.deepEqual(click(selection, "e1"), [selection, { what: "waiting" }]);
});

test("another piece of one's own is selected in place of the first", () => {
  const { selection, outcome } = clicked("d1", "e1");
  assert.deepEqual(outcome, { what: "selected" });
  assert.deepEqual(selection.clicked, ["e1"]);
});

test("the same piece again is released, without a reason", () => {
  const { selection, outcome } = clicked("d1", "d1");
  assert.deepEqual(outcome, { what: "released" });
  assert.deepEqual(selection, begin(TREE));
});

test("a first click that leads nowhere is refused", () => {
  assert.deepEqual(clicked("c3").outcome, { what: "refused", clicked: ["c3"] });
});

test("a second click that leads nowhere is refused with the first, and drops it", () => {
  const { selection, outcome } = clicked("d1", "h8");
  assert.deepEqual(outcome, { what: "refused", clicked: ["d1", "h8"] });
  assert.deepEqual(selection, begin(TREE));
});

test("names of what every object has are no spots", () => {
  assert.equal(isOpen(begin(TREE), "toString"), false);
  assert.deepEqual(clicked("constructor").outcome, { what: "refused", clicked: ["constructor"] });
});

test("where the server knows what follows, it is asked", () => {
  const { selection, outcome } = clicked("d6", "d4");
  assert.deepEqual(outcome, { what: "ask", clicked: ["d6", "d4"] });
  assert.deepEqual(selection.landings, ["d4"]);
  assert.deepEqual(click(selection, "e1"), [selection, { what: "waiting" }]);
  const [after, only] = extend(selection, ["d6", "d4"], { b4: "d6xd4xb4", f4: null });
  assert.equal(only, null);
  assert.deepEqual(openSpots(after), ["b4", "f4"]);
  const [further, again] = click(after, "f4");
  assert.deepEqual(again, { what: "ask", clicked: ["d6", "d4", "f4"] });
  assert.deepEqual(further.landings, ["d4", "f4"]);
});

test("the only continuation is told", () => {
  const { selection } = clicked("d6", "d4");
  assert.equal(extend(selection, ["d6", "d4"], { b4: "d6xd4xb4" })[1], "b4");
});

test("an answer to other clicks changes nothing", () => {
  const { selection } = clicked("d6", "d4");
  assert.deepEqual(extend(selection, ["d6", "d5"], { b4: "x" }), [selection, null]);
  const dropped = drop(selection);
  assert.deepEqual(extend(dropped, ["d6", "d4"], { b4: "x" }), [dropped, null]);
});

test("without choices nothing is open", () => {
  assert.equal(isActive(begin(null)), false);
  assert.equal(isActive(clicked("d1", "d2").selection), true);
  assert.deepEqual(click(begin(null), "d1")[1], { what: "refused", clicked: ["d1"] });
});
