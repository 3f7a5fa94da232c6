// The page of a table: joins the game, the board, the story and the panels.

import { Board } from "../board/board.js";
import { restMs } from "../board/rest.js";
import { all, one } from "../dom.js";
import { watchCompiling } from "../net/compiling.js";
import { VERSION } from "../net/messages.js";
import { mayReload } from "../net/reload.js";
import { listenToShare } from "../share.js";
import { StoryKeeper } from "../story/keeper.js";
import { Moves } from "../story/moves.js";
import { listenToSteps, showSteps, stepped } from "../story/stepper.js";
import { positionAt, truncate } from "../story/story.js";
import { listenToNotify } from "./attention.js";
import { Chat } from "./chat.js";
import { Company } from "./company.js";
import { Confirm } from "./confirm.js";
import { arrow, listen } from "./controls.js";
import { End } from "./end.js";
import { Game } from "./game.js";
import { askHint } from "./hint.js";
import { offlineNotice } from "./offline.js";
import { GAPS_MS } from "./pace.js";
import { Panels } from "./panels.js";
import { showPlayers } from "./players.js";
import { listenToResign } from "./resign.js";
import { loadRules } from "./rules.js";
import { keep, listenToSettings, set } from "./settings.js";
import { spotsSince } from "./since.js";
import { showReason, showTip, showWords } from "./told.js";
import { explainTools } from "./tools.js";
import { TypedMoves } from "./typed.js";
import { showWatching } from "./watching.js";

/**
 * @typedef {import("../net/messages.js").State} State
 * @typedef {import("../net/messages.js").Happening} Happening
 * @typedef {import("../net/messages.js").PageData} PageData
 */

const page = one(document, "main.table", HTMLElement);
/** @param {string} id */
const embedded = (id) => JSON.parse(one(document, id, HTMLElement).textContent ?? "");
/** @type {PageData} */
const data = embedded("#data");
/** @type {import("./settings.js").Preferences} */
const preferences = embedded("#preferences");

const svg = one(page, "svg.board", SVGSVGElement);
const buttons = all(page, "button[data-spot]", HTMLButtonElement);
const padKeys = all(page, ".pad button", HTMLButtonElement);
const undo = one(page, "button.undo", HTMLButtonElement);
const hint = one(page, "button.hint", HTMLButtonElement);
const resign = one(page, "button.resign", HTMLButtonElement);
const sounds = one(page, "button.sounds", HTMLButtonElement);
const past = one(page, ".past", HTMLElement);
const sure = one(document, "dialog.sure", HTMLDialogElement);
const settings = one(document, "dialog.settings", HTMLDialogElement);

let waking = !data.bots_ready;
let flipped = svg.dataset.flipped === "true";
let turned = page.dataset.turned === "true";

const end = new End(page);
const panels = new Panels(page, (panel) => {
  if (panel === "rules") loadRules(one(page, ".drawer.rules", HTMLElement));
  if (panel === "chat") chat?.opened();
});
const moves = new Moves(one(page, ".list", HTMLOListElement), (ply) => lookAt(ply));
const confirm = new Confirm(one(page, ".confirm", HTMLElement), { play: (move) => game.play(move), cancel });
const typed = new TypedMoves(page, (line) => game.type(line));
const board = new Board(
  svg,
  { prefix: page.dataset.prefix ?? "", pieceNames: data.piece_names, isFlipped: flipped },
  {
    play: (move, way) => (preferences.confirm ? askFirst(move, way) : game.play(move)),
    ask: (clicked) => game.ask("choices", clicked),
    explain: (clicked) => game.ask("explain", clicked),
    say: (reason) => showReason(page, reason),
    busy: () => game.isBusy,
    idle: (spot) => company.plan(spot),
    cancelled: () => company.drop(),
  },
);
const keeper = new StoryKeeper(`${location.pathname}/story`, () => showStory());
const scheme = location.protocol === "https:" ? "wss" : "ws";
const offline = offlineNotice(one(document, ".offline", HTMLElement));
const talk = page.querySelector(".drawer.chat");
const chat =
  talk instanceof HTMLElement
    ? new Chat(
        page,
        talk,
        { send: (question) => game.talk(question), renew: () => game.renew(), close: () => panels.close() },
        page.dataset.chat === "true",
      )
    : null;
/** @type {Game} */
const game = new Game(`${scheme}://${location.host}${location.pathname}/ws`, data.state, {
  happened,
  changed: show,
  choices: (clicked, tree) => {
    board.extend(clicked, tree);
    company.extended();
  },
  explained: (clicked, reason) => board.explained(clicked, reason),
  refused: (reason) => {
    board.cancel();
    showReason(page, reason);
  },
  talked: (message) => chat?.receive(message),
  connected: (connected) => {
    offline(connected);
    // After the page has said hello.
    if (connected) queueMicrotask(() => chat?.connected());
  },
  outdated: () => {
    if (mayReload(sessionStorage, VERSION)) location.reload();
    else one(document, ".outdated", HTMLElement).hidden = false;
  },
  gone: () => location.reload(), // the server's page says what to do
  restMs: () => restMs(svg),
  // With a clock everything is shown at once: what is seen late costs time.
  gapMs: () => (document.hidden || game.live.people?.clock ? 0 : (GAPS_MS[preferences.pace] ?? GAPS_MS.normal)),
});
const company = new Company(page, { game, board, notify: () => preferences.notify });
board.update(data.state, game.choices);
show();
if (waking) {
  watchCompiling(
    () => data.game,
    (progress) => {
      waking = !progress[data.game].bots;
      show();
      return waking;
    },
  );
}

// ---- what is shown ----------------------------------------------------------------------------------------------------

/** @param {State | Happening} message */
function happened(message) {
  keeper.receive(message);
  confirm.close();
  if (message.entry) typed.clear();
  if (!game.isPast) board.update({ ...message, last: lastSpots() }, game.choices);
  company.happened(message);
  show();
}

/** What is marked as the last move: all that others have done since one's own. */
function lastSpots() {
  const { live } = game;
  const known = keeper.story && keeper.story.plies.length >= live.ply && live.entry;
  return known && keeper.story ? spotsSince(keeper.story, live.ply, live.you.seats) : live.last;
}

/** Everything but the board. */
function show() {
  const { live } = game;
  const seen = keeper.story && game.isPast ? positionAt(keeper.story, game.ply) : live;
  // Oneself is there, whatever the server has heard of it.
  const away = Object.keys(game.here?.away ?? {}).filter((side) => !live.you.seats.includes(side));
  showPlayers(page, live, seen.facts, { waking, away, queue: game.waiting });
  showWatching(page, game.here?.watching ?? 0);
  showWords(page, seen.words, game.isPast ? null : live.result);
  end.show(live, restMs(svg));
  const open = game.choices !== null;
  for (const button of buttons) button.disabled = !board.isOpen(button.dataset.spot ?? "");
  for (const button of padKeys) button.disabled = !open;
  undo.disabled = !live.you.can_undo;
  hint.disabled = !open;
  resign.disabled = live.you.resigns === null;
  if (resign.disabled && sure.open) sure.close();
  company.show();
  explainTools(page, live.result !== null);
  showStory();
}

/** The list of moves, and how far one looks back. */
function showStory() {
  const length = game.live.ply;
  if (keeper.story) moves.show(truncate(keeper.story, length), game.ply);
  showSteps(page, game.ply, length);
  past.hidden = !game.isPast;
  page.classList.toggle("looking-back", game.isPast);
  one(past, ".shown", HTMLElement).textContent = String(game.ply);
  one(past, ".live", HTMLElement).textContent = String(length);
}

/** Look at a ply; the last one follows the game. @param {number} ply */
function lookAt(ply) {
  const { story } = keeper;
  if (!story || !game.look(ply)) return;
  confirm.close();
  end.close();
  const { pieces, last } = positionAt(story, game.ply);
  board.show(pieces, game.isPast ? last : lastSpots(), game.choices);
  show();
}

/** @param {import("../story/stepper.js").Step} step */
function go(step) {
  lookAt(stepped(step, game.ply, game.live.ply));
}

// ---- what the person does ---------------------------------------------------------------------------------------------

async function showHint() {
  const { live } = game;
  if (game.choices === null || game.isBusy) return;
  hint.classList.add("busy");
  const answer = await askHint(`${location.pathname}/hint`, live.position_number, hint.dataset.unavailable ?? "");
  hint.classList.remove("busy");
  if (game.live !== live || game.isPast) return;
  if ("refused" in answer) {
    showReason(page, answer.refused);
    return;
  }
  board.mark({ arrows: [{ way: answer.hint.way, kind: "hint" }] });
  showTip(page, answer.hint.text, answer.hint.reason);
}

function flip() {
  flipped = !flipped;
  turned = !turned;
  board.flip(flipped);
  keep({ flip: { [data.game]: turned } });
}

function toggleAlone() {
  panels.close();
  page.classList.toggle("alone");
}

function toggleSounds() {
  set(page, settings, preferences, "sounds", !preferences.sounds);
  showSounds();
}

function showSounds() {
  sounds.setAttribute("aria-pressed", String(preferences.sounds));
}

/** A move that waits for an answer is seen on the board. @param {string} move @param {string[]} way */
function askFirst(move, way) {
  board.mark({ arrows: [{ way, kind: "drawn" }] });
  confirm.ask(move);
}

/** One thing at a time is put away, the uppermost first. */
function cancel() {
  game.dropQueue();
  if (confirm.isOpen) {
    confirm.close();
    board.mark({});
  } else if (panels.close()) return;
  else if (end.isOpen) end.close();
  else if (page.classList.contains("alone")) toggleAlone();
  board.cancel();
}

function playAgain() {
  const again = page.querySelector(".result .again");
  if (!(again instanceof HTMLButtonElement)) return;
  if (end.isOpen) again.click();
  else end.open();
}

listen(
  page,
  {
    keys: data.keys,
    myTurn: () => game.choices !== null,
    over: () => game.live.result !== null,
  },
  (done, target, spot) => {
    switch (done.what) {
      case "move":
        return game.playByKey(done.move, done.held);
      case "arrow":
        return arrow(done.key, target, (key) => board.step(key), buttons);
      case "click":
        return board.click(spot);
      case "step":
        return go(done.step);
      case "again":
        return playAgain();
      case "undo":
        return void (company.ask("takeback") || game.undo());
      case "hint":
        return void showHint();
      case "flip":
        return flip();
      case "sounds":
        return toggleSounds();
      case "alone":
        return toggleAlone();
      case "rules":
        return panels.toggle("rules");
      case "moves":
        return panels.toggle("story");
      case "chat":
        return chat?.isWanted ? panels.toggle("chat") : undefined;
      case "settings":
        return settings.showModal();
      case "type":
        return typed.focus(() => panels.toggle("story"));
      case "cancel":
        return cancel();
    }
  },
);

for (const button of buttons) button.addEventListener("click", () => board.click(button.dataset.spot ?? ""));
listenToSteps(page, go);
one(past, "button", HTMLButtonElement).addEventListener("click", () => lookAt(game.live.ply));
one(page, ".result .aside", HTMLButtonElement).addEventListener("click", () => end.close());
one(page, "button.open-result", HTMLButtonElement).addEventListener("click", () => end.open());
listenToResign(
  resign,
  sure,
  () => game.live.you.resigns,
  (side) => game.act({ type: "resign", side }),
);
listenToShare(one(page, ".open-share", HTMLButtonElement), one(document, "dialog.share", HTMLDialogElement), () =>
  game.isPast ? game.ply : null,
);
one(page, ".open-settings", HTMLButtonElement).addEventListener("click", () => settings.showModal());
listenToSettings(page, settings, preferences, () => {
  showSounds();
  chat?.set(page.dataset.chat === "true");
});
listenToNotify(one(settings, "input[name=notify]", HTMLInputElement), one(settings, ".notify-why", HTMLElement));
showSounds();

navigator.sendBeacon("/opened");
