// What a page knows of a chat.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ChatLog, left } from "../../src/taflheim/server/static/table/chat_log.js";

const line = (number, mine = false) => ({ number, mine, room: "players", name: "Bo", text: "hi", at_ms: 0 });
const told = (whole, ...lines) => ({ whole, rooms: ["players"], lines });

test("lines stand in the order of their numbers, however they come", () => {
  const log = new ChatLog();
  log.tell(told(true, line(2), line(5)));
  assert.equal(log.add(line(7)), true);
  assert.equal(log.add(line(6)), false);
  assert.equal(log.add(line(7)), false);
  assert.deepEqual(
    log.lines.map(({ number }) => number),
    [2, 5, 6, 7],
  );
  assert.equal(log.have, 7);
  assert.deepEqual(log.rooms, ["players"]);
});

test("what is told as a whole takes the place of all before", () => {
  const log = new ChatLog();
  log.tell(told(true, line(1), line(2)));
  log.tell(told(false, line(3)));
  assert.equal(log.lines.length, 3);
  log.tell(told(true, line(2)));
  assert.equal(log.lines.length, 1);
  log.tell(told(true));
  assert.equal(log.have, 0);
});

test("what others have said since one has read is unread", () => {
  const log = new ChatLog(1);
  log.tell(told(true, line(1), line(2), line(3, true)));
  assert.equal(log.unread, 1);
  assert.equal(log.read(), 3);
  assert.equal(log.unread, 0);
  log.add(line(5));
  assert.equal(log.unread, 1);
  log.read();
  // What was said in the other room, and is told at the end of the game.
  log.tell(told(true, line(1), line(2), line(3, true), line(4), line(5)));
  assert.equal(log.unread, 1);
});

test("what was not answered is said again, once it is answered not", () => {
  const log = new ChatLog();
  log.say("r1", "hello");
  log.say("r2", "there");
  assert.deepEqual(log.unanswered, [
    { type: "say", text: "hello", request: "r1" },
    { type: "say", text: "there", request: "r2" },
  ]);
  assert.equal(log.answered("r1"), "hello");
  assert.equal(log.answered("r1"), undefined);
  assert.equal(log.unanswered.length, 1);
});

test("characters are counted as people count them", () => {
  assert.equal(left(" so ", 300), 298);
  assert.equal(left("😀".repeat(300), 300), 0);
  assert.equal(left("x".repeat(301), 300), -1);
});
