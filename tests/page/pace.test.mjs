import assert from "node:assert/strict";
import { test } from "node:test";
import { told } from "../../src/taflheim/server/static/story/keeper.js";
import { Pace } from "../../src/taflheim/server/static/table/pace.js";
import { spotsSince } from "../../src/taflheim/server/static/table/since.js";

/** A clock that goes on when it is told to. */
function paced({ gap = 400, rest = 250 } = {}) {
  let now = 1000;
  let timers = [];
  const shown = [];
  globalThis.setTimeout = (run, ms) => {
    const timer = { at: now + ms, run };
    timers.push(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    timers = timers.filter((one) => one !== timer);
  };
  const pace = new Pace(
    {
      show: (message) => shown.push([message.number, now]),
      isOwn: ({ own }) => Boolean(own),
      restMs: () => rest,
      gapMs: () => gap,
    },
    () => now,
  );
  const wait = (ms) => {
    const end = now + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers = timers.filter((one) => one !== next);
      now = next.at;
      next.run();
    }
    now = end;
  };
  return { pace, shown, wait };
}
const real = { set: globalThis.setTimeout, clear: globalThis.clearTimeout };
const event = (number, own = false) => ({ type: "event", number, own });
const finish = () => Object.assign(globalThis, { setTimeout: real.set, clearTimeout: real.clear });

test("an answer is shown when one's own move has come to rest, and others one after the other", () => {
  const { pace, shown, wait } = paced();
  pace.push(event(1, true));
  pace.push(event(2));
  pace.push(event(3));
  assert.deepEqual(shown, [[1, 1000]]);
  assert.equal(pace.isWaiting, true);
  wait(3000);
  assert.deepEqual(shown, [
    [1, 1000],
    [2, 1650],
    [3, 2300],
  ]);
  assert.equal(pace.isWaiting, false);
  finish();
});

test("an answer that comes late is shown at once, and so is one's own move", () => {
  const { pace, shown, wait } = paced();
  pace.push(event(1, true));
  wait(5000);
  pace.push(event(2));
  pace.push(event(3, true));
  assert.deepEqual(
    shown.map(([number, at]) => [number, at]),
    [
      [1, 1000],
      [2, 6000],
      [3, 6000],
    ],
  );
  finish();
});

test("at once means at once", () => {
  const { pace, shown } = paced({ gap: 0 });
  for (const number of [1, 2, 3]) pace.push(event(number));
  assert.deepEqual(
    shown.map(([number]) => number),
    [1, 2, 3],
  );
  finish();
});

test("a whole state says all that waits: an undo is not preceded by what it takes back", () => {
  const { pace, shown, wait } = paced();
  pace.push(event(1, true));
  pace.push(event(2));
  pace.push({ type: "state", number: 3 });
  wait(5000);
  assert.deepEqual(
    shown.map(([number]) => number),
    [1, 3],
  );
  finish();
});

const plies = (...moves) => ({
  sides: ["a", "b", "c"].map((name) => ({ name, title: name })),
  start: { pieces: [], facts: [], turn: "a", words: "" },
  plies: moves.map(([side, ...last]) => ({ side, last, text: "", move: "", round: null, effects: [] })),
});

test("each move since one's own last is marked", () => {
  const story = plies(["a", "e8"], ["b", "e1", "e2"], ["c", "d4h"]);
  assert.deepEqual(spotsSince(story, 3, ["a"]), ["e1", "e2", "d4h"]);
  assert.deepEqual(spotsSince(story, 2, ["a"]), ["e1", "e2"]);
  assert.deepEqual(spotsSince(story, 1, ["a"]), ["e8"]);
  assert.deepEqual(spotsSince(story, 3, ["c"]), ["d4h"]);
  assert.deepEqual(spotsSince(story, 0, ["a"]), []);
});

test("who watches, or plays all sides, sees the last move marked", () => {
  const story = plies(["a", "e8"], ["b", "e2"], ["c", "d4h"]);
  assert.deepEqual(spotsSince(story, 3, []), ["d4h"]);
  assert.deepEqual(spotsSince(story, 3, ["a", "b", "c"]), ["d4h"]);
});

test("the story grows by events, is cut by an undo, and gives up where something is missing", () => {
  const story = plies(["a", "e8"], ["b", "e2"]);
  const after = { effects: [], last: ["d4h"], words: "", facts: [], turn: "a" };
  const entry = { side: "c", text: "d4h", move: "d4h", round: null };
  assert.equal(told(story, { ...after, entry, ply: 3 }).plies.at(-1).text, "d4h");
  assert.equal(told(story, { ...after, entry, ply: 4 }), null);
  assert.equal(told(story, { ...after, entry: null, ply: 1 }).plies.length, 1);
  assert.equal(told(story, { ...after, entry: null, ply: 5 }), null);
});
