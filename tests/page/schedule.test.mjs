import assert from "node:assert/strict";
import { test } from "node:test";
import { durationMs, schedule } from "../../src/taflheim/server/static/board/schedule.js";

const SPOTS = new Map(["a", "b", "c", "d"].map((name, i) => [name, { name, x: 100 * i, y: 0 }]));
const effect = (kind, spot, to = "") => ({ kind, how: "", spot, to, piece: null });
const end = ({ start, duration }) => start + duration;

test("longer ways take longer, up to a limit", () => {
  assert.ok(durationMs(SPOTS, "a", "b") < durationMs(SPOTS, "a", "d"));
  assert.equal(
    durationMs(
      new Map([
        ["x", { x: 0, y: 0 }],
        ["y", { x: 9999, y: 0 }],
      ]),
      "x",
      "y",
    ),
    250,
  );
});

test("a chain is hopped landing by landing", () => {
  const [first, second] = schedule([effect("move", "a", "b"), effect("move", "b", "c")], SPOTS, []);
  assert.equal(second.start, end(first));
});

test("landings that were seen when they were clicked take no time", () => {
  const times = schedule([effect("move", "a", "b"), effect("move", "b", "c")], SPOTS, ["b"]);
  assert.equal(times[0].duration, 0);
  assert.ok(times[1].duration > 0);
});

test("what is captured falls when the mover has arrived", () => {
  const [move, vanish] = schedule([effect("move", "a", "c"), effect("vanish", "b")], SPOTS, []);
  assert.equal(vanish.start, end(move));
});

test("in a chain each captured piece falls after its own jump, while the next one begins", () => {
  const chain = [effect("move", "a", "c"), effect("vanish", "b"), effect("move", "c", "d"), effect("vanish", "c")];
  const [first, fallen, second, last] = schedule(chain, SPOTS, []);
  assert.equal(fallen.start, end(first));
  assert.equal(second.start, end(first));
  assert.equal(last.start, end(second));
});

test("what others do begins when the mover has come to rest, all at once", () => {
  const [own, ...others] = schedule(
    [effect("move", "a", "b"), effect("move", "c", "d"), effect("move", "x", "y")],
    SPOTS,
    [],
  );
  assert.deepEqual(
    others.map(({ start }) => start),
    [end(own), end(own)],
  );
});

test("however much happens, it is over soon", () => {
  const many = Array.from({ length: 40 }, (_, i) => effect("move", "abcd"[i % 4], "abcd"[(i + 1) % 4]));
  assert.ok(Math.max(...schedule(many, SPOTS, []).map(end)) <= 1600.001);
});

test("nothing takes no time", () => {
  assert.deepEqual(schedule([], SPOTS, []), []);
  assert.deepEqual(schedule([effect("note", "")], SPOTS, []), [{ start: 0, duration: 0 }]);
});
