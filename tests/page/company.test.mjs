// What tables between people have: clocks, what is asked, premoves, a rematch; what time it is, and signs of life.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Heartbeat } from "../../src/taflheim/server/static/net/heartbeat.js";
import { ServerTime } from "../../src/taflheim/server/static/net/server_time.js";
import { figures, isLow, leftMs } from "../../src/taflheim/server/static/table/clock_text.js";
import { matterNow } from "../../src/taflheim/server/static/table/matter.js";
import { fitting, planned } from "../../src/taflheim/server/static/table/premove.js";
import { rematchNow } from "../../src/taflheim/server/static/table/rematch.js";

const CLOCK = { kind: "game", left_ms: { a: 60_000, b: 300_000 }, running: "a", at_ms: 1_000_000 };

test("a clock runs by the server's time, from the moment that was told, and never below zero", () => {
  assert.equal(leftMs(CLOCK, "a", 1_010_000), 50_000);
  assert.equal(leftMs(CLOCK, "b", 1_010_000), 300_000);
  assert.equal(leftMs(CLOCK, "a", 999_000), 60_000);
  assert.equal(leftMs(CLOCK, "a", 2_000_000), 0);
  assert.equal(leftMs({ ...CLOCK, running: null }, "a", 2_000_000), 60_000);
});

test("what a clock shows", () => {
  const shown = [300_000, 299_001, 10_000, 3_723_000, 90_000_000].map((left) => figures(left, true));
  assert.deepEqual(shown, ["5:00", "5:00", "0:10", "1:02:03", "1d 01h"]);
  assert.deepEqual(
    [9_999, 9_450, 40, 0].map((left) => figures(left, true)),
    ["0:09.9", "0:09.4", "0:00.0", "0:00.0"],
  );
  assert.equal(figures(9_450), "0:10");
  assert.equal(isLow(CLOCK, 9_999), true);
  assert.equal(isLow(CLOCK, 10_000), false);
  assert.equal(isLow({ ...CLOCK, kind: "days" }, 5), false);
});

test("the server's time: what was longest on its way counts least", () => {
  let now = 1000;
  const time = new ServerTime(() => now);
  time.hear(5000);
  assert.equal(time.nowMs, 5000);
  now = 2000;
  time.hear(5700); // 300 ms on its way
  assert.equal(time.nowMs, 6000);
  time.hear(6100);
  assert.equal(time.nowMs, 6100);
  now = 60_000; // somebody has set the clock of this machine
  time.hear(7000);
  assert.equal(time.nowMs, 7000);
  time.forget();
  time.hear(6900);
  assert.equal(time.nowMs, 6900);
});

test("a connection that is silent is asked, and given up if nobody answers", () => {
  const heart = new Heartbeat(0);
  const looked = [];
  for (let now = 1000; now <= 31_000; now += 1000) looked.push(heart.look(now));
  assert.equal(looked.indexOf("ask"), 19);
  assert.equal(looked.indexOf("lost"), 29);
  heart.hear(31_000);
  assert.equal(heart.look(32_000), null);
});

test("a machine that has slept asks first: its own sleep is no silence of the other side", () => {
  const heart = new Heartbeat(0);
  for (let now = 1000; now <= 20_000; now += 1000) heart.look(now);
  assert.equal(heart.look(3_600_000), "ask");
  assert.equal(heart.look(3_601_000), null);
  heart.hear(3_601_500);
  assert.equal(heart.look(3_602_000), null);
});

test("the last clicks of a premove that make a move count", () => {
  const quoridor = { e2: "e2", e3: "e3", a1h: "a1h" };
  assert.deepEqual(fitting(["e2"], quoridor), ["e2"]);
  assert.deepEqual(fitting(["e2", "e3"], quoridor), ["e3"]);
  assert.deepEqual(fitting(["e2", "e9"], quoridor), []);
  const tafl = { d1: { d2: "d1-d2", d3: "d1-d3" }, a4: { a5: "a4-a5" } };
  assert.deepEqual(fitting(["d1", "d3", "a4", "a5"], tafl), ["a4", "a5"]);
  assert.deepEqual(fitting(["d1"], tafl), []);
  const fox = { c3: { e3: null, c4: "c3-c4" } };
  assert.deepEqual(fitting(["c3", "e3", "g3"], fox), ["c3", "e3", "g3"]);
  assert.deepEqual(fitting(["c3", "c4"], fox), ["c3", "c4"]);
});

test("clicks are kept in order; the same spot again forgets them", () => {
  assert.deepEqual(planned(["d1"], "d3"), ["d1", "d3"]);
  assert.deepEqual(planned(["d1", "d3"], "d3"), []);
  assert.equal(planned(["a", "b", "c", "d", "e", "f", "g", "h"], "i").length, 8);
});

const NOBODY = { may: [], answers: [], withdraws: [] };
const DRAW = { number: 7, kind: "draw", by: "b", waiting: ["a"], text: "Bo offers a draw.", own: "You offer a draw." };
const PEOPLE = { offers: [], claim: null, rematch: null };

test("one matter at a time", () => {
  const now = (you, people = {}, here = null, at = 0) =>
    matterNow({ you: { ...NOBODY, ...you }, people: { ...PEOPLE, ...people }, result: null }, here, at);
  assert.equal(now({}), null);
  assert.equal(matterNow({ you: NOBODY, people: null, result: null }, null, 0), null);
  assert.deepEqual(now({ answers: [7] }, { offers: [DRAW] }).buttons, {
    accept: { type: "answer", offer: 7, yes: true },
    decline: { type: "answer", offer: 7, yes: false },
  });
  assert.equal(now({ withdraws: [7] }, { offers: [DRAW] }).text, "You offer a draw.");
  assert.equal(now({}, { offers: [DRAW] }), null); // others are asked
  assert.deepEqual(now({ may: ["take_back"], answers: [7] }, { offers: [DRAW] }).buttons, {
    take_back: { type: "take_back" },
  });
});

test("a claim is offered from its time on", () => {
  const claim = { side: "b", text: "Bo is away.", button: "Claim the win" };
  const live = { you: { ...NOBODY, may: ["claim"] }, people: { ...PEOPLE, claim }, result: null };
  const here = { away: { b: 0 }, watching: 0, claim_ms: 60_000 };
  assert.equal(matterNow(live, here, 59_999), null);
  assert.equal(matterNow(live, here, 60_000)?.claim, "Claim the win");
  assert.equal(matterNow(live, { ...here, claim_ms: null }, 90_000), null);
  assert.equal(matterNow({ ...live, you: NOBODY }, here, 90_000), null);
});

test("a rematch: offered, countered with other sides, answered, withdrawn, lapsed", () => {
  const open = { number: 9, by: "b", same: false, ends_ms: 100, text: "Bo offers", own: "You offer" };
  const now = (you, rematch, at = 0) => rematchNow({ you: { ...NOBODY, ...you }, people: { ...PEOPLE, rematch } }, at);
  const fresh = now({ may: ["rematch"] }, null);
  assert.deepEqual([fresh.swapped, fresh.same, fresh.accept, fresh.withdraw], [true, true, null, null]);
  const asked = now({ may: ["rematch"], answers: [9] }, open);
  assert.deepEqual([asked.text, asked.swapped, asked.same], ["Bo offers", false, true]);
  assert.deepEqual(asked.accept, { type: "answer", offer: 9, yes: true });
  const own = now({ may: ["rematch"], withdraws: [9] }, open);
  assert.deepEqual([own.text, own.swapped, own.same], ["You offer", false, false]);
  assert.deepEqual(own.withdraw, { type: "withdraw", offer: 9 });
  assert.equal(now({ may: ["rematch"], answers: [9] }, open, 101).accept, null);
  assert.equal(now({}, null).swapped, false);
});
