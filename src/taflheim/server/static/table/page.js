// The page of a table: joins board, panels and connection.

import { Board } from "../board/board.js";
import { spotOf } from "../board/input.js";
import { all, one } from "../dom.js";
import { watchCompiling } from "../net/compiling.js";
import { Connection } from "../net/connection.js";
import { VERSION } from "../net/messages.js";
import { mayReload } from "../net/reload.js";
import { command } from "./keys.js";
import { showPlayers } from "./players.js";
import { enqueue, nextMove } from "./queue.js";
import { showReason, showStory } from "./story.js";
import { advance, choicesNow, follow } from "./timeline.js";

/**
 * @typedef {import("../net/messages.js").Message} Message
 * @typedef {import("../net/messages.js").PageData} PageData
 */

/** A short break in the connection is not worth telling. */
const BREAK_SHOWN_MS = 600;
const FIELDS = "input, textarea, select, [contenteditable]:not([contenteditable='false'])";

const page = one(document, "main.table", HTMLElement);
/** @type {PageData} */
const data = JSON.parse(one(document, "#data", HTMLElement).textContent ?? "");

const svg = one(page, "svg.board", SVGSVGElement);
const buttons = all(page, "button[data-spot]", HTMLButtonElement);
const undo = one(page, ".undo", HTMLButtonElement);
const resign = one(page, ".resign", HTMLButtonElement);
const sure = one(document, "dialog.sure", HTMLDialogElement);
const offline = one(document, ".offline", HTMLElement);
const outdated = one(document, ".outdated", HTMLElement);

let timeline = follow(data.state);
let waking = !data.bots_ready;
/** Moves by keys that wait for the one before. @type {string[]} */
let queue = [];

const board = new Board(
  svg,
  { prefix: page.dataset.prefix ?? "", pieceNames: data.piece_names, isFlipped: svg.dataset.flipped === "true" },
  {
    play,
    ask: (clicked) => connection.ask({ type: "choices", position_number: timeline.live.position_number, clicked }),
    explain: (clicked) => connection.ask({ type: "explain", position_number: timeline.live.position_number, clicked }),
    say: (reason) => showReason(page, reason),
    busy: isBusy,
  },
);

function isBusy() {
  return connection.isBusy(timeline.live);
}

/** @param {string} move */
function play(move) {
  connection.act({ type: "move", position_number: timeline.live.position_number, move });
}

function takeBack() {
  queue = [];
  if (!timeline.live.you.can_undo || isBusy()) return;
  connection.act({ type: "undo", position_number: timeline.live.position_number });
}

/** Play the next of the moves that wait, if it can be played now. */
function playNext() {
  const [move, waiting] = nextMove(queue, { busy: isBusy(), myTurn: choicesNow(timeline) !== null });
  queue = waiting;
  if (move !== null) play(move);
}

// ---- what the server says ---------------------------------------------------------------------------------------------

/** @param {Message} message */
function receive(message) {
  const { live } = timeline;
  switch (message.type) {
    case "state":
    case "event":
      timeline = advance(timeline, message);
      // What the page shows already must not take away what was clicked meanwhile.
      if (timeline.live !== live) show();
      playNext();
      break;
    case "ack":
      playNext();
      break;
    case "choices":
      if (message.position_number === live.position_number) board.extend(message.clicked, message.tree);
      break;
    case "explain":
      if (message.position_number === live.position_number) board.explained(message.clicked, message.text);
      break;
    case "error":
      queue = [];
      board.cancel();
      showReason(page, message.text);
      break;
    case "reload":
      if (mayReload(sessionStorage, VERSION)) location.reload();
      else outdated.hidden = false;
      break;
  }
}

function show() {
  const { live } = timeline;
  board.update(live, choicesNow(timeline));
  showPlayers(page, live, waking);
  showStory(page, live);
  for (const button of buttons) button.disabled = !board.isOpen(button.dataset.spot ?? "");
  undo.disabled = !live.you.can_undo;
  resign.disabled = live.you.resigns === null;
  if (resign.disabled && sure.open) sure.close();
}

let breakShown = 0;

const scheme = location.protocol === "https:" ? "wss" : "ws";
const connection = new Connection(`${scheme}://${location.host}${location.pathname}/ws`, {
  have: () => timeline.live.number,
  receive,
  connected: (connected) => {
    clearTimeout(breakShown);
    if (connected) offline.hidden = true;
    else
      breakShown = setTimeout(() => {
        offline.hidden = false;
      }, BREAK_SHOWN_MS);
    document.documentElement.dataset.connected = String(connected);
  },
  gone: () => location.reload(), // the server's page says what to do
});
show();
if (waking) {
  watchCompiling(
    () => data.game,
    (progress) => {
      waking = !progress[data.game].bots;
      showPlayers(page, timeline.live, waking);
      return waking;
    },
  );
}

// ---- what the person does ---------------------------------------------------------------------------------------------

for (const button of buttons) button.addEventListener("click", () => board.click(button.dataset.spot ?? ""));
undo.addEventListener("click", takeBack);
resign.addEventListener("click", () => sure.showModal());
sure.addEventListener("close", () => {
  if (sure.returnValue === "yes") connection.act({ type: "resign", side: timeline.live.you.resigns });
  sure.returnValue = "";
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  const spot = spotOf(target);
  const done = command(event, {
    keys: data.keys,
    typing: target.closest(FIELDS) !== null || document.querySelector("dialog[open]") !== null,
    myTurn: choicesNow(timeline) !== null,
    onSpot: spot !== null,
  });
  if (done === null) return;
  event.preventDefault();
  switch (done.what) {
    case "move":
      // A key that is held down plays on, but leaves nothing behind that would be played after it is let go.
      if (!done.held || !isBusy()) queue = enqueue(queue, done.move);
      playNext();
      break;
    case "arrow":
      arrow(done.key, target);
      break;
    case "click":
      board.click(spot ?? "");
      break;
    case "cancel":
      queue = [];
      board.cancel();
      break;
    case "undo":
      takeBack();
  }
});

/** Arrows go from spot to spot, below the board to the game's buttons, and back. @param {string} key @param {Element} from */
function arrow(key, from) {
  const place = buttons.indexOf(/** @type {HTMLButtonElement} */ (from));
  if (place < 0) {
    if (!board.step(key) && key === "ArrowDown") buttons.find((button) => !button.disabled)?.focus();
  } else if (key === "ArrowUp") {
    board.step(key);
  } else if (key !== "ArrowDown") {
    buttons[place + (key === "ArrowRight" ? 1 : -1)]?.focus();
  }
}

navigator.sendBeacon("/opened");
