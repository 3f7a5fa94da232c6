// The analysis board: joins board, tree of moves, engine, setting up, and what is brought and taken along.

import { spotOf } from "../board/input.js";
import { all, one } from "../dom.js";
import { ask, FreeBoard } from "../free/free_board.js";
import { listenToSteps, showSteps, stepOf, stepped } from "../story/stepper.js";
import { positionAt } from "../story/story.js";
import { marksOf, takeDrawings } from "./drawing.js";
import { EnginePanel } from "./engine_panel.js";
import { command } from "./keys.js";
import { TreeList } from "./list.js";
import { opening } from "./open.js";
import { SetupPanel } from "./setup_panel.js";
import { sharing } from "./share.js";
import { Told } from "./told.js";
import {
  add,
  addressOf,
  fromPlain,
  isMain,
  lineThrough,
  moveOf,
  nodeOf,
  path,
  positionText,
  promote,
  ROOT,
  remove,
  say,
  storyOf,
  toggled,
} from "./tree.js";

/**
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {import("../board/marks.js").Marks} Marks
 *
 * @typedef {object} PageData
 * @property {string} prefix
 * @property {{[piece: string]: string}} pieceNames
 * @property {{[key: string]: string}} keys
 * @property {import("./tree.js").PlainTree} tree
 * @property {number} shown
 * @property {import("../free/free_board.js").Standing} standing
 * @property {import("./setup.js").Placeable[]} placeable
 */

const FIELDS = "input, textarea, select";
/** The server is asked about a position only when it is shown for this long: not for every one that is stepped over. */
const REST_MS = 120;

const page = one(document, "main.analysis", HTMLElement);
/** @type {PageData} */
const data = JSON.parse(one(document, "#data", HTMLElement).textContent ?? "");
const svg = one(page, "svg.board", SVGSVGElement);
const told = new Told(one(page, ".told", HTMLElement));
const comment = one(page, ".comment-field", HTMLInputElement);
const drawMode = one(page, ".draw", HTMLButtonElement);
const buttons = all(page, "button[data-spot]", HTMLButtonElement);

let tree = fromPlain(data.tree);
let current = data.shown;
let isFlipped = svg.dataset.flipped === "true";
let resting = 0;

/** @type {FreeBoard} */
const free = new FreeBoard(
  svg,
  { game: tree.game, options: tree.options, prefix: data.prefix, pieceNames: data.pieceNames, isFlipped },
  {
    played(after, before) {
      [tree, current] = add(tree, current, moveOf(tree, current, before.turn, after));
      shown();
    },
    allow: (move) => !setup.take(move),
    say: (reason) => told.showReason(reason),
  },
);

const list = new TreeList(one(page, ".moves", HTMLElement), go);
/** @type {EnginePanel} */
const engine = new EnginePanel(one(page, ".engine", HTMLElement), {
  play: (move) => free.play(move),
  marks: mark,
  sides: () => tree.sides,
  sideAt: (spot) => shownPosition().pieces.find(([, , at]) => at === spot)?.[1],
});
/** @type {SetupPanel} */
const setup = new SetupPanel(page, data.placeable, {
  tree: () => tree,
  standing: () => free.standing,
  show: (pieces, choices) => free.board.show(pieces, [], choices),
  begin: () => engine.think(null),
  use: begin,
  leave: () => go(current),
});
const open = opening(() => tree, begin);
const share = sharing(() => ({ tree, current }));

/** Show another tree. @param {Tree} other @param {number} node */
function begin(other, node) {
  tree = other;
  go(node);
}

function shownPosition() {
  const line = path(tree, current);
  return positionAt(storyOf(tree, line), line.length);
}

/** Show a node. @param {number} node */
function go(node) {
  current = node;
  const { pieces, last } = shownPosition();
  free.board.show(pieces, last);
  shown();
  clearTimeout(resting);
  resting = setTimeout(stand, REST_MS);
}

/** Let the position that is shown be played on. */
async function stand() {
  const node = current;
  const { move } = nodeOf(tree, node);
  try {
    const standing = await ask(`/free/${tree.game}`, { ...tree.options, position: positionText(tree, node) });
    if (node !== current || setup.isOn) return;
    free.show({ ...standing, last: move?.last ?? [] }, !move?.over);
    mark();
    showButtons();
  } catch (error) {
    told.showReason(error instanceof Error ? error.message : null);
  }
}

/** Everything beside the board. */
function shown() {
  const { move, comment: said } = nodeOf(tree, current);
  const line = lineThrough(tree, current);
  list.show(tree, current);
  showSteps(page, path(tree, current).length, line.length);
  told.show(move ?? tree.start, tree.sides);
  comment.value = said;
  page.dataset.aside = String(current !== ROOT && !isMain(tree, current));
  page.dataset.start = String(current === ROOT);
  for (const button of all(page, "[data-needs-move]", HTMLButtonElement)) button.disabled = current === ROOT;
  for (const button of all(page, "[data-needs-aside]", HTMLButtonElement)) {
    button.disabled = current === ROOT || isMain(tree, current);
  }
  showButtons();
  history.replaceState(null, "", addressOf(tree, current));
  engine.think(move?.over ? null : { game: tree.game, options: tree.options, position: positionText(tree, current) });
  mark();
}

function showButtons() {
  for (const button of buttons) button.disabled = !free.board.isOpen(button.dataset.spot ?? "");
}

/** What is drawn on the board: by a person here, and by the engine. */
function mark() {
  if (setup.isOn) return;
  const own = marksOf(nodeOf(tree, current).drawings);
  const thought = engine.marks();
  free.board.mark({
    arrows: [...(thought.arrows ?? []), ...(own.arrows ?? [])],
    circles: [...(thought.circles ?? []), ...(own.circles ?? [])],
  });
}

// ---- what the person does ---------------------------------------------------------------------------------------------

takeDrawings(
  svg,
  (drawing) => {
    if (setup.isOn) return;
    tree = say(tree, current, { drawings: toggled(nodeOf(tree, current).drawings, drawing) });
    list.show(tree, current);
    mark();
  },
  () => drawMode.getAttribute("aria-pressed") === "true",
);
drawMode.addEventListener("click", () => {
  drawMode.setAttribute("aria-pressed", String(drawMode.getAttribute("aria-pressed") !== "true"));
});

comment.addEventListener("change", () => {
  tree = say(tree, current, { comment: comment.value });
  list.show(tree, current);
});

/** @param {import("../story/stepper.js").Step} step */
function step(step) {
  if (setup.isOn) return;
  const line = lineThrough(tree, current);
  const at = stepped(step, path(tree, current).length, line.length);
  const node = at === 0 ? ROOT : line[at - 1];
  if (node !== current) go(node);
}
listenToSteps(page, step);

/** Take the move back; if something follows it, only go back. */
function takeBack() {
  if (current === ROOT || setup.isOn) return;
  const { parent, children } = nodeOf(tree, current);
  if (children.length === 0) tree = remove(tree, current);
  go(parent);
}

/** @type {{[action: string]: () => void}} */
const ACTIONS = {
  undo: takeBack,
  delete() {
    const { parent } = nodeOf(tree, current);
    tree = remove(tree, current);
    go(parent);
  },
  promote() {
    tree = promote(tree, current);
    shown();
  },
  flip() {
    isFlipped = !isFlipped;
    free.board.flip(isFlipped);
    mark();
  },
  setup: () => setup.begin(),
  open,
  share,
};
for (const button of all(page, "button[data-action]", HTMLButtonElement)) {
  button.addEventListener("click", () => ACTIONS[button.dataset.action ?? ""]());
}
for (const button of buttons) button.addEventListener("click", () => free.board.click(button.dataset.spot ?? ""));

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest(FIELDS) !== null || document.querySelector("dialog[open]") !== null) return;
  const spot = spotOf(target);
  const done = command(event, { keys: setup.isOn ? {} : data.keys, onSpot: spot !== null, step: stepOf(event) });
  if (done === null) return;
  event.preventDefault();
  switch (done.what) {
    case "move":
      if (!nodeOf(tree, current).move?.over) free.play(done.move);
      break;
    case "step":
      step(done.step);
      break;
    case "arrow":
      free.board.step(done.key);
      break;
    case "click":
      free.board.click(spot ?? "");
      break;
    case "cancel":
      free.board.cancel();
      mark();
      break;
    case "undo":
      takeBack();
  }
});

free.show({ ...data.standing, last: nodeOf(tree, current).move?.last ?? [] }, !nodeOf(tree, current).move?.over);
shown();
navigator.sendBeacon("/opened");
