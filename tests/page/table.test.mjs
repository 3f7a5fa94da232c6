import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_KEYS, command, TABLE_KEYS } from "../../src/taflheim/server/static/table/keys.js";
import { enqueue, nextMove } from "../../src/taflheim/server/static/table/queue.js";
import { advance, choicesNow, follow, look, shownPly } from "../../src/taflheim/server/static/table/timeline.js";

const KEYS = { q: "nw", ArrowUp: "n", Numpad8: "n", j: "jump" };
const NO_MODIFIERS = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false };
const pressed = (key, code = "", rest = {}, context = {}) =>
  command(
    { ...NO_MODIFIERS, key, code, ...rest },
    { keys: KEYS, typing: false, myTurn: true, onSpot: false, onControl: false, over: false, ...context },
  );
const move = (text) => ({ what: "move", move: text, held: false });

test("the game's keys play: letters in either case, with Shift too, and by their place", () => {
  assert.deepEqual(pressed("q", "KeyQ"), move("nw"));
  assert.deepEqual(pressed("Q", "KeyQ"), move("nw"));
  assert.deepEqual(pressed("Q", "KeyQ", { shiftKey: true }), move("nw"));
  assert.deepEqual(pressed("й", "KeyQ"), move("nw"));
  assert.deepEqual(pressed("8", "Numpad8"), move("n"));
  assert.deepEqual(pressed("ArrowUp", "ArrowUp"), move("n"));
});

test("arrows with Shift, and those without a meaning in the game, go from spot to spot", () => {
  assert.deepEqual(pressed("ArrowUp", "ArrowUp", { shiftKey: true }), { what: "arrow", key: "ArrowUp" });
  assert.deepEqual(pressed("ArrowLeft", "ArrowLeft"), { what: "arrow", key: "ArrowLeft" });
});

test("a game's own key means nothing else, also when it is not one's turn", () => {
  for (const key of ["q", "j", "ArrowUp"]) assert.equal(pressed(key, key, {}, { myTurn: false }), null);
  assert.equal(pressed("End", "Numpad1", {}, { keys: { Numpad1: "sw" }, myTurn: false }), null);
});

test("where a keyboard has the same letters elsewhere, the letter counts", () => {
  assert.deepEqual(pressed("h", "KeyJ"), { what: "hint" });
  assert.deepEqual(pressed("o", "KeyJ"), null);
});

test("brackets and braces step through the game, whoever is to move, also with AltGr", () => {
  assert.deepEqual(pressed("[", "BracketLeft", {}, { myTurn: false }), { what: "step", step: "back" });
  assert.deepEqual(pressed("}", "Digit0", { ctrlKey: true, altKey: true }), { what: "step", step: "last" });
  assert.equal(pressed("[", "BracketLeft", {}, { typing: true }), null);
});

test("the tools of every table", () => {
  for (const [key, what] of Object.entries(TABLE_KEYS)) assert.deepEqual(pressed(key), { what });
  assert.deepEqual(pressed("F", "KeyF", { shiftKey: true }), { what: "alone" });
  assert.equal(new Set(ALL_KEYS).size, ALL_KEYS.length);
});

test("Enter begins another game when one is over, but not while it is held down or works something else", () => {
  assert.deepEqual(pressed("Enter", "Enter", {}, { over: true }), { what: "again" });
  assert.deepEqual(pressed("Enter", "Enter", {}, { over: true, onSpot: true }), { what: "again" });
  assert.equal(pressed("Enter", "Enter", { repeat: true }, { over: true }), null);
  assert.equal(pressed("Enter", "Enter", {}, { over: true, onControl: true }), null);
  assert.equal(pressed(" ", "Space", {}, { over: true, onSpot: true }), null);
});

test("while somebody types, and with keys of the browser, nothing happens", () => {
  for (const key of ["q", "u", "Escape", "ArrowUp", "Enter"])
    assert.equal(pressed(key, "", {}, { typing: true }), null);
  for (const modifier of ["ctrlKey", "metaKey", "altKey"])
    assert.equal(pressed("q", "KeyQ", { [modifier]: true }), null);
});

test("the keys of every game", () => {
  assert.deepEqual(pressed("Enter", "Enter", {}, { onSpot: true }), { what: "click" });
  assert.equal(pressed("Enter", "Enter"), null);
  assert.deepEqual(pressed("Escape", "Escape"), { what: "cancel" });
  assert.deepEqual(pressed("u", "KeyU"), { what: "undo" });
  assert.deepEqual(pressed("U", "KeyU", { shiftKey: true }), { what: "undo" });
  assert.equal(pressed("y", "KeyY"), null);
});

test("a key that is held down says so", () => {
  assert.deepEqual(pressed("q", "KeyQ", { repeat: true }), { what: "move", move: "nw", held: true });
});

test("moves are played in order, each when the one before has made its position", () => {
  let queue = ["a", "b", "c"].reduce(enqueue, []);
  let next;
  [next, queue] = nextMove(queue, { busy: false, myTurn: true });
  assert.deepEqual([next, queue], ["a", ["b", "c"]]);
  assert.deepEqual(nextMove(queue, { busy: true, myTurn: true }), [null, ["b", "c"]]);
  [next, queue] = nextMove(queue, { busy: false, myTurn: true });
  assert.deepEqual([next, queue], ["b", ["c"]]);
});

test("when it is not one's turn any more, or the game is over, none are left", () => {
  assert.deepEqual(nextMove(["b", "c"], { busy: false, myTurn: false }), [null, []]);
  assert.deepEqual(nextMove([], { busy: false, myTurn: true }), [null, []]);
});

test("the queue has an end", () => {
  const many = Array.from({ length: 100 }, (_, i) => String(i)).reduce(enqueue, []);
  assert.ok(many.length < 50);
  assert.equal(many[0], "0");
});

const message = (number, ply, choices = { a: "a" }) => ({ number, ply, you: { choices } });

test("a page follows the game", () => {
  const timeline = advance(follow(message(3, 3)), message(4, 4));
  assert.equal(shownPly(timeline), 4);
  assert.deepEqual(choicesNow(timeline), { a: "a" });
});

test("what is known already changes nothing", () => {
  const timeline = follow(message(3, 3));
  assert.equal(advance(timeline, message(3, 3)), timeline);
});

test("the past stays in sight while the game goes on, and nothing can be moved there", () => {
  let timeline = look(follow(message(9, 9)), 4);
  assert.equal(shownPly(timeline), 4);
  assert.equal(choicesNow(timeline), null);
  timeline = advance(timeline, message(10, 10));
  assert.equal(shownPly(timeline), 4);
  assert.equal(shownPly(look(timeline, null)), 10);
});

test("a ply that is not past follows the game; so does one that was taken back", () => {
  const timeline = follow(message(9, 9));
  for (const ply of [9, 12]) assert.equal(look(timeline, ply).shown, null);
  assert.equal(shownPly(look(timeline, -3)), 0);
  assert.equal(advance(look(timeline, 8), message(10, 7)).shown, null);
});
