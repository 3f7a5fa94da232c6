// The page of a review: the game with a graph, and its mistakes one at a time. What is found comes while one looks.

import { Board } from "../board/board.js";
import { all, one } from "../dom.js";
import { listenToShare } from "../share.js";
import { Moves } from "../story/moves.js";
import { listenToSteps, showSteps, stepOf, stepped } from "../story/stepper.js";
import { positionAt } from "../story/story.js";
import { Graph } from "./graph.js";
import { chances, learnt, mistakes, nextMistake, spoken, stops, toTheEnd } from "./judged.js";

/**
 * @typedef {import("../story/story.js").Story} Story
 * @typedef {import("./judged.js").Judged} Judged
 * @typedef {import("./judged.js").Progress} Progress
 * @typedef {{prefix: string, pieceNames: {[piece: string]: string}, story: Story, review: Progress, own: string[], zeroSum: boolean, ends: {[side: string]: number}, flipped: boolean, table: string}} Data
 */

/** @type {Data} */
const data = JSON.parse(one(document, "#data", HTMLScriptElement).textContent ?? "");
const { story, zeroSum } = data;
const length = story.plies.length;
const page = one(document, "main", HTMLElement);
const sides = story.sides.map(({ name }) => name);

/** @type {Map<number, Judged>} */
let known = new Map();
let shown = length;
/** Whether the better move is shown, on the board before the one that was made. */
let comparing = false;

const nothing = () => {};
const board = new Board(
  one(page, "svg.board", SVGSVGElement),
  { prefix: data.prefix, pieceNames: data.pieceNames, isFlipped: data.flipped },
  { play: nothing, ask: nothing, explain: nothing, say: nothing, busy: () => false },
);
const graph = new Graph(one(page, "svg.graph", SVGSVGElement), length, (ply) => look(ply));
const list = new Moves(one(page, ".list", HTMLOListElement), (ply) => look(ply));
const previous = one(page, "button.previous", HTMLButtonElement);
const next = one(page, "button.next", HTMLButtonElement);
const compare = one(page, "button.compare", HTMLButtonElement);

// ---- what is looked at ------------------------------------------------------------------------------------------------

/** @param {number} ply @param {boolean} [better] whether to show what would have been better */
function look(ply, better = false) {
  shown = ply;
  comparing = better;
  show();
}

function show() {
  const judged = known.get(shown);
  const better = comparing && judged !== undefined && judged.played.move !== judged.best.move;
  const { pieces, last, words } = positionAt(story, better ? shown - 1 : shown);
  board.show(pieces, last);
  board.mark(
    better
      ? {
          arrows: [
            { way: judged.played.way, kind: "drawn" },
            { way: judged.best.way, kind: "better" },
          ],
        }
      : {},
  );
  const plies = mistakes(known);
  list.show(
    story,
    shown,
    Object.fromEntries(plies.map((ply) => [ply, markOf(/** @type {Judged} */ (known.get(ply)))])),
  );
  graph.look(shown, wordsOfGraph(judged));
  showSteps(page, shown, length);
  say(judged, words);
  compare.setAttribute("aria-pressed", String(better));
  compare.disabled = judged === undefined || judged.played.move === judged.best.move;
  previous.disabled = nextMistake(stops(known), shown, -1) === null;
  next.disabled = nextMistake(stops(known), shown, 1) === null;
  tryFrom(judged);
}

/** @param {Judged} judged */
function markOf({ kind, words }) {
  return { kind: /** @type {import("./judged.js").Kind} */ (kind), title: words };
}

function textOfPly() {
  return story.plies[shown - 1]?.text ?? page.dataset.start ?? "";
}

/** The ply that is shown, what it is if it is a mistake, and the chances there. @param {Judged | undefined} judged */
function wordsOfGraph(judged) {
  const kind = judged?.kind && page.dataset[judged.kind];
  const told = spoken(chances(known, sides, zeroSum), story.sides, shown);
  return [String(shown), textOfPly(), kind, ...told].filter(Boolean).join(", ");
}

/** What is said about the move that led here. @param {Judged | undefined} judged @param {string} words what happened */
function say(judged, words) {
  const kind = one(page, ".kind", HTMLElement);
  kind.textContent = (judged?.kind && page.dataset[judged.kind]) || textOfPly();
  kind.dataset.kind = judged?.kind ?? "";
  one(page, ".words", HTMLElement).textContent = judged?.words ?? words;
  const line = one(page, ".instead", HTMLElement);
  line.hidden = !judged?.kind && !judged?.noted;
  one(line, ".line", HTMLElement).textContent = judged?.best.line.join(" ") ?? "";
}

/** Games begin before a mistake, or at the position that is shown. @param {Judged | undefined} judged */
function tryFrom(judged) {
  const form = page.querySelector("form.try");
  if (!(form instanceof HTMLFormElement)) return;
  const ply = judged?.kind || judged?.noted ? shown - 1 : Math.min(shown, length - 1);
  one(form, "[name=ply]", HTMLInputElement).value = String(ply);
  const link = one(form, "a.analyse", HTMLAnchorElement);
  link.search = `?${new URLSearchParams({ table: data.table, ply: String(ply) })}`;
}

// ---- what is found ----------------------------------------------------------------------------------------------------

/** @param {Progress} progress */
function learn({ moves, sides: summaries, done, of, complete, failure }) {
  known = learnt(known, moves);
  const lines = chances(known, sides, zeroSum);
  graph.draw(complete ? toTheEnd(lines, length, data.ends) : lines, [...known.values()]);
  for (const { side, accuracy, ...counts } of summaries) {
    const card = all(page, ".card", HTMLElement).find((found) => found.dataset.side === side);
    if (!card) continue;
    if (accuracy !== null) one(card, ".figure", HTMLElement).textContent = accuracy;
    for (const [kind, count] of Object.entries(counts)) {
      one(card, `[data-kind=${kind}] b`, HTMLElement).textContent = String(count);
    }
  }
  const making = one(page, ".making", HTMLElement);
  making.dataset.complete = String(complete);
  const bar = one(making, "progress", HTMLProgressElement);
  bar.max = Math.max(1, of);
  bar.value = done;
  one(making, ".done", HTMLElement).textContent = String(done);
  one(making, ".of", HTMLElement).textContent = String(of);
  const failed = one(page, ".failure", HTMLElement);
  failed.hidden = failure === null;
  failed.textContent = failure;
  const none = complete && mistakes(known).length === 0;
  one(page, ".none", HTMLElement).hidden = !none;
  // Where there is nothing to go to, the buttons that go there make room for the sentence that says so.
  for (const button of [previous, next]) button.hidden = none && stops(known).length === 0;
  show();
}

function listen() {
  const events = new EventSource(`/tables/${data.table}/review/progress`);
  events.addEventListener("message", ({ data: text }) => learn(JSON.parse(text)));
  // The end of a stream would be taken for a lost connection, and asked for again.
  for (const end of ["done", "failed"]) events.addEventListener(end, () => events.close());
}

// ---- what the person does ---------------------------------------------------------------------------------------------

/** @param {1 | -1} way */
function goToMistake(way) {
  const ply = nextMistake(stops(known), shown, way);
  if (ply !== null) look(ply, true);
}

previous.addEventListener("click", () => goToMistake(-1));
next.addEventListener("click", () => goToMistake(1));
compare.addEventListener("click", () => look(shown, !comparing));
listenToSteps(page, (step) => look(stepped(step, shown, length)));
listenToShare(one(page, ".open-share", HTMLButtonElement), one(document, "dialog.share", HTMLDialogElement), () =>
  shown < length ? shown : null,
);
for (const button of all(page, "form.try button", HTMLButtonElement)) {
  button.addEventListener("click", () => {
    const ply = Number(one(page, "form.try [name=ply]", HTMLInputElement).value);
    const mover = ply > 0 ? story.plies[ply - 1].turn : story.start.turn;
    for (const seat of all(page, "form.try [name^='seat.']", HTMLInputElement)) {
      const isBot = button.dataset.against === "bot" && seat.name !== `seat.${mover}`;
      seat.value = isBot ? (seat.dataset.bot ?? "") : "person";
    }
  });
}
document.addEventListener("keydown", (event) => {
  const step = stepOf(event);
  if (step) {
    look(stepped(step, shown, length));
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") goToMistake(1);
  else if (event.key === "p") goToMistake(-1);
  else if (event.key === "b" && !compare.disabled) look(shown, !comparing);
});

// The last position first; a mistake is looked at when it is asked for.
learn(data.review);
if (!data.review.complete) listen();
fetch("/opened", { method: "POST" });
