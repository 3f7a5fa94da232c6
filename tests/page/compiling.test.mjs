import assert from "node:assert/strict";
import { test } from "node:test";
import { watchCompiling } from "../../src/taflheim/server/static/net/compiling.js";

const answer = (done) => ({
  ok: true,
  json: async () => ({ toy: { done, total: 3, rules: done > 0, bots: done === 3 } }),
});

test("progress is told until nobody wants to know more, also over a break", async () => {
  const answers = [answer(0), new Error("away"), { ok: false }, answer(2), answer(3), answer(3)];
  const asked = [];
  const told = [];
  let pauses = 0;
  await watchCompiling(
    () => "the toy",
    ({ toy }) => {
      told.push(toy.done);
      return !toy.bots;
    },
    async (address) => {
      asked.push(address);
      const next = answers.shift();
      if (next instanceof Error) throw next;
      return next;
    },
    async () => {
      pauses += 1;
    },
  );
  assert.deepEqual(told, [0, 2, 3]);
  assert.equal(asked[0], "/compiling?game=the%20toy");
  assert.equal(asked.length, 5);
  assert.equal(pauses, 4);
});
