import assert from "node:assert/strict";
import { test } from "node:test";
import { backoffMs } from "../../src/taflheim/server/static/net/backoff.js";
import { Outbox } from "../../src/taflheim/server/static/net/outbox.js";
import { mayReload } from "../../src/taflheim/server/static/net/reload.js";

test("each failure doubles the wait, up to a limit, and pages differ", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((failures) => backoffMs(failures, 0.5)),
    [250, 500, 1000, 2000],
  );
  assert.equal(backoffMs(60, 0.5), 5000);
  assert.equal(backoffMs(0, 0), 187.5);
  assert.equal(backoffMs(0, 1), 312.5);
});

const MOVE = { type: "move", position_number: 3, move: "e8" };
const now = (number, position_number = number) => ({ number, position_number });

test("what was not answered is sent again, as it was", () => {
  const outbox = new Outbox();
  const first = outbox.add(MOVE, "r1");
  assert.deepEqual(first, { ...MOVE, request: "r1" });
  outbox.add({ type: "resign", side: "a" }, "r2");
  outbox.receive({ type: "ack", request: "r2", number: 4 });
  assert.deepEqual(outbox.unanswered, [first]);
  outbox.receive({ type: "error", request: "r1", code: "illegal", text: "No." });
  assert.deepEqual(outbox.unanswered, []);
});

test("it is busy until the event of a move has come, whether before its acknowledgement or after it", () => {
  const outbox = new Outbox();
  assert.equal(outbox.isBusy(now(3)), false);
  outbox.add(MOVE, "r1");
  assert.equal(outbox.isBusy(now(3)), true);
  assert.equal(outbox.isBusy(now(4)), false, "the event came first");
  outbox.receive({ type: "ack", request: "r1", number: 4 });
  assert.equal(outbox.isBusy(now(3)), true, "acknowledged, but the position is still the old one");
  assert.equal(outbox.isBusy(now(4)), false);
});

test("a refusal frees at once; one without a request changes nothing", () => {
  const outbox = new Outbox();
  outbox.add(MOVE, "r1");
  outbox.receive({ type: "error", request: null, code: "bad_message", text: "?" });
  assert.equal(outbox.isBusy(now(3)), true);
  outbox.receive({ type: "error", request: "r1", code: "stale", text: "?" });
  assert.equal(outbox.isBusy(now(3)), false);
});

test("resigning can change any position", () => {
  const outbox = new Outbox();
  outbox.add({ type: "resign", side: null }, "r1");
  assert.equal(outbox.isBusy(now(3)), true);
  assert.equal(outbox.isBusy(now(9)), true);
});

test("a page reloads itself once for each version", () => {
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  assert.deepEqual([mayReload(storage, 1), mayReload(storage, 1)], [true, false]);
  assert.deepEqual([mayReload(storage, 2), mayReload(storage, 2)], [true, false]);
});
