// A step of the lessons: the learner moves, the server says what the move is worth.

import { Board } from "../board/board.js";
import { all, one } from "../dom.js";
import { ask, Refused } from "../free/free_board.js";
import { listenToKeys } from "./board_keys.js";

/**
 * @typedef {import("../free/free_board.js").Standing} Standing
 * @typedef {import("../free/free_board.js").Played} Played
 * @typedef {import("../board/marks.js").Marks} Marks
 * @typedef {import("../net/messages.js").State} State
 * @typedef {import("../net/messages.js").Happening} Happening
 *
 * @typedef {object} StepData what the page of a step brings with it
 * @property {string} prefix
 * @property {{[piece: string]: string}} pieceNames
 * @property {{[key: string]: string}} keys
 * @property {Standing} standing
 * @property {Marks} marks
 * @property {boolean} isPlayed whether there is something to do on the board
 * @property {number} tries after how many wrong moves the intended one is shown
 *
 * @typedef {object} Tried what a move was worth
 * @property {"done" | "right" | "wrong"} verdict
 * @property {string} text
 * @property {string[]} made the right moves so far
 * @property {Played[]} shown
 * @property {Standing} standing
 */

/** How long a move is looked at before the next one, or before a wrong one is taken back. */
const LOOK_MS = 700;

const page = one(document, "main.learn", HTMLElement);
/** @type {StepData} */
const data = JSON.parse(one(document, "#data", HTMLElement).textContent ?? "");
const address = page.dataset.address ?? "";

const svg = one(page, "svg.board", SVGSVGElement);
const buttons = all(page, "button[data-spot]", HTMLButtonElement);
const verdict = one(page, ".verdict", HTMLElement);
const advice = one(page, ".advice", HTMLElement);
const why = one(page, ".why", HTMLElement);
const again = page.querySelector("button.again");
const list = one(page, "nav.steps", HTMLElement);
const current = list.querySelector("[aria-current]");
const next = page.querySelector("a.next");

/** The right moves that were made so far. @type {string[]} */
let made = [];
let standing = data.standing;
let failed = 0;
let isBusy = false;
let isDone = false;

const board = new Board(
  svg,
  { prefix: data.prefix, pieceNames: data.pieceNames, isFlipped: false },
  {
    play: attempt,
    ask: (clicked) => question("choices", { clicked: clicked.join() }, (answer) => board.extend(clicked, answer.tree)),
    explain: (clicked) =>
      question("explain", { clicked: clicked.join() }, (answer) => board.explained(clicked, answer.text)),
    say: (reason) => {
      why.textContent = reason ?? "";
    },
    busy: () => isBusy,
  },
);

/** Show how the step stands now; while an answer is awaited or when it is done, nothing can be moved. */
function show() {
  const isOpen = data.isPlayed && !isDone;
  board.show(standing.pieces, standing.last, isOpen ? standing.choices : null);
  for (const button of buttons) button.disabled = !board.isOpen(button.dataset.spot ?? "");
  if (again instanceof HTMLButtonElement) again.disabled = !isDone && made.length === 0;
}

/** @param {"" | Tried["verdict"]} kind @param {string} text */
function tell(kind, text) {
  verdict.dataset.verdict = kind;
  one(verdict, ".text", HTMLElement).textContent = text;
  advice.textContent = "";
}

function begin() {
  made = [];
  standing = data.standing;
  failed = 0;
  isDone = false;
  isBusy = false;
  tell("", "");
  show();
  board.mark(data.marks);
}

// ---- moves ------------------------------------------------------------------------------------------------------------

/** @param {string} move */
async function attempt(move) {
  if (isBusy || isDone) return;
  isBusy = true;
  /** @type {Tried | null} */
  const tried = await answered(() => send({ made, move }));
  if (tried) await follow(tried);
  isBusy = false;
}

/** @param {Tried} tried */
async function follow(tried) {
  tell(tried.verdict, tried.text);
  for (const played of tried.shown) {
    board.update(/** @type {Happening} */ (/** @type {unknown} */ ({ ...played, type: "event" })), null);
    if (tried.verdict === "wrong" || played !== tried.shown.at(-1)) await pause(LOOK_MS);
  }
  made = tried.made;
  standing = tried.standing;
  isDone = tried.verdict === "done";
  failed = tried.verdict === "wrong" ? failed + 1 : 0;
  show();
  if (isDone) finish();
  else if (failed >= data.tries) await help();
}

function finish() {
  current?.parentElement?.classList.add("done");
  if (!(next instanceof HTMLElement)) return;
  next.classList.remove("second");
  next.focus();
}

/** Help who is stuck: with words first, after some tries with the move. */
async function help() {
  await question("hint", { tries: String(failed) }, ({ text, way }) => {
    advice.textContent = text;
    board.mark({ arrows: way.length > 0 ? [{ way, kind: "hint" }] : [] });
  });
}

// ---- the server -------------------------------------------------------------------------------------------------------

/** @param {string} what @param {{[name: string]: string}} asked @param {(answer: any) => void} receive */
async function question(what, asked, receive) {
  const about = made;
  const answer = await answered(() => ask(`${address}/${what}`, { made: about.join(), ...asked }));
  if (answer && about === made) receive(answer);
}

/** An answer of the server, or null with the reason shown. @param {() => Promise<any>} asking */
async function answered(asking) {
  try {
    return await asking();
  } catch (error) {
    board.cancel();
    why.textContent = error instanceof Refused ? error.message : (svg.dataset.unreachable ?? "");
    return null;
  }
}

/** @param {{made: string[], move: string}} body @returns {Promise<Tried>} */
async function send(body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error ?? "");
  return answer;
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// ---- what the person does ---------------------------------------------------------------------------------------------

for (const button of buttons) button.addEventListener("click", () => board.click(button.dataset.spot ?? ""));
again?.addEventListener("click", () => {
  if (!isBusy) begin();
  board.step("ArrowUp"); // the button can no longer be pressed: the keyboard goes back to the board
});
page.querySelector("button.help")?.addEventListener("click", askForHelp);

/** Asking counts as a try, so that asking twice shows the move. */
async function askForHelp() {
  if (isBusy || isDone || !data.isPlayed) return;
  failed += 1;
  await help();
}

listenToKeys(document, {
  board,
  keys: data.keys,
  buttons,
  isOpen: () => data.isPlayed && !isDone,
  play: attempt,
  help: askForHelp,
});

begin();
// The list alone is scrolled, not the page.
if (current instanceof HTMLElement) {
  const wanted = Math.min(current.offsetTop - list.clientHeight / 2, list.scrollHeight - list.clientHeight);
  const lines = [...list.querySelectorAll("h2, li")].filter((one) => one instanceof HTMLElement);
  // A whole line stands at the top, never half of one.
  if (wanted > 0) list.scrollTop = lines.filter((one) => one.offsetTop <= wanted).at(-1)?.offsetTop ?? 0;
}
