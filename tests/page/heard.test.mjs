import assert from "node:assert/strict";
import { test } from "node:test";
import { heard } from "../../src/taflheim/server/static/board/heard.js";

const effect = (kind) => ({ kind, how: "", spot: "a", to: "", piece: null });
const times = (...pairs) => pairs.map(([start, duration]) => ({ start, duration }));
const result = (winner) => ({ winner, reason: "", title: "", text: "" });

test("a piece is heard when it arrives, what it captures when that falls, a wall when it lies", () => {
  assert.deepEqual(heard([effect("move"), effect("vanish")], times([0, 200], [200, 180]), null, ["a"]), [
    { sound: "move", at: 200 },
    { sound: "capture", at: 380 },
  ]);
  assert.deepEqual(heard([effect("appear")], times([0, 180]), null, []), [{ sound: "place", at: 180 }]);
});

test("many at once are heard once, and what was seen already is not heard again", () => {
  const many = [effect("move"), effect("move"), effect("vanish"), effect("move")];
  const sounds = heard(many, times([0, 0], [0, 200], [0, 200], [0, 200]), null, []);
  assert.deepEqual(sounds, [{ sound: "capture", at: 200 }]);
  assert.deepEqual(heard([effect("note")], times([0, 0]), null, []), []);
});

test("the end is heard by who plays, as a win or as a loss; a draw is not", () => {
  const last = (winner, seats) => heard([effect("move")], times([0, 200]), result(winner), seats).at(-1);
  assert.deepEqual(last("a", ["a"]), { sound: "win", at: 350 });
  assert.deepEqual(last("b", ["a"]), { sound: "lose", at: 350 });
  assert.equal(last("b", []).sound, "move");
  assert.equal(last(null, ["a"]).sound, "move");
});
