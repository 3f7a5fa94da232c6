// The page of a table: joins board, words and connection.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { one } from "./find.js";
import { WAYS } from "./geometry.js";
import { Hud } from "./hud.js";

/**
 * @typedef {import("./connection.js").State} State
 * @typedef {import("./connection.js").Message} Message
 */

/** A short break in the connection is not worth telling. */
const BREAK_SHOWN_MS = 600;

const page = one(document, "main.table", HTMLElement);
/** @type {{state: State, keys: {[key: string]: string}}} */
const { state, keys } = JSON.parse(one(document, "#data", HTMLElement).textContent ?? "");

const buttons = /** @type {HTMLButtonElement[]} */ ([...page.querySelectorAll("button[data-spot]")]);
const undo = one(page, ".undo", HTMLButtonElement);
const resign = one(page, ".resign", HTMLButtonElement);
const sure = one(document, "dialog.sure", HTMLDialogElement);
const offline = one(document, ".offline", HTMLElement);

const hud = new Hud(page);
/** @type {import("./connection.js").Now} */
let now = state;

const board = new Board(one(page, "svg.board", SVGSVGElement), page.dataset.prefix ?? "", {
  play,
  ask: (clicked) => connection.ask({ type: "choices", ply: now.ply, clicked }),
  explain: (clicked) => connection.ask({ type: "explain", ply: now.ply, clicked }),
  say: (reason) => hud.say(reason),
  busy: () => connection.waitingAt(now.ply),
});

/** @param {string} move */
function play(move) {
  if (!connection.waitingAt(now.ply)) connection.act({ type: "move", ply: now.ply, move });
}

function takeBack() {
  if (now.can_undo && !connection.waitingAt(now.ply)) connection.act({ type: "undo", ply: now.ply });
}

// ---- what the server says ---------------------------------------------------------------------------------------------

/** @param {Message} message */
function receive(message) {
  switch (message.type) {
    case "state":
    case "event":
      // What the page shows already must not take away what was clicked meanwhile.
      if (message.number !== now.number) show(message);
      break;
    case "choices":
      if (message.ply === now.ply) board.goOn(message.clicked, message.tree);
      break;
    case "explain":
      if (message.ply === now.ply) board.explained(message.clicked, message.text);
      break;
    case "error":
      board.cancel();
      hud.say(message.text);
      break;
  }
}

/** @param {State | import("./connection.js").Happening} message */
function show(message) {
  now = message;
  board.update(message);
  hud.update(message);
  for (const button of buttons) button.disabled = !board.leadsOn(button.dataset.spot ?? "");
  resign.disabled = message.result !== null;
  if (message.result !== null && sure.open) sure.close();
}

let breakShown = 0;

const scheme = location.protocol === "https:" ? "wss" : "ws";
const connection = new Connection(
  `${scheme}://${location.host}${location.pathname}/ws`,
  () => now.number,
  receive,
  (connected) => {
    clearTimeout(breakShown);
    if (connected) offline.hidden = true;
    else breakShown = setTimeout(() => (offline.hidden = false), BREAK_SHOWN_MS);
    document.documentElement.dataset.connected = String(connected);
  },
);
show(state);

// ---- what the person does ---------------------------------------------------------------------------------------------

for (const button of buttons) button.addEventListener("click", () => board.click(button.dataset.spot ?? ""));
undo.addEventListener("click", takeBack);
resign.addEventListener("click", () => sure.showModal());
sure.addEventListener("close", () => {
  if (sure.returnValue === "yes") connection.act({ type: "resign" });
  sure.returnValue = "";
});

/** The move that a key of the game plays. @param {KeyboardEvent} event */
function moveOf({ code, key }) {
  return keys[code] ?? keys[key] ?? keys[key.toLowerCase()] ?? keys[code.replace(/^Key/, "").toLowerCase()];
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || sure.open) return;
  const target = /** @type {Element} */ (event.target);
  const move = event.shiftKey ? undefined : moveOf(event);
  if (move !== undefined && now.choices) {
    play(move);
  } else if (event.key in WAYS) {
    arrow(event.key, target);
  } else if ((event.key === "Enter" || event.key === " ") && target instanceof SVGElement && target.dataset.spot) {
    board.click(target.dataset.spot);
  } else if (event.key === "Escape") {
    board.cancel();
  } else if (event.key.toLowerCase() === "u") {
    takeBack();
  } else {
    return;
  }
  event.preventDefault();
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
