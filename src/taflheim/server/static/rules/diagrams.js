// The boards in a game's rules: each shows a position with marks, can be played with, and begins again.

import { all, one } from "../dom.js";
import { FreeBoard } from "../free/free_board.js";
import { listenToKeys } from "../learn/board_keys.js";

/**
 * @typedef {import("../free/free_board.js").Settings} Settings
 * @typedef {import("../free/free_board.js").Standing} Standing
 * @typedef {import("../board/marks.js").Marks} Marks
 * @typedef {Settings & {keys: {[key: string]: string}, standing: Standing, marks: Marks}} DiagramData
 */

/** Bring the boards of the rules to life, on their page or in a panel. @param {HTMLElement} rules */
export function start(rules) {
  for (const figure of all(rules, "figure.diagram", HTMLElement)) play(figure, rules);
}

/** @param {HTMLElement} figure @param {HTMLElement} rules */
function play(figure, rules) {
  /** @type {DiagramData} */
  const data = JSON.parse(one(figure, "script", HTMLScriptElement).textContent ?? "");
  const isPlayable = rules.dataset.playable === "true";
  const svg = one(figure, "svg.board", SVGSVGElement);
  const spots = one(rules, `template[data-spots="${data.prefix}"]`, HTMLTemplateElement);
  svg.append(document.importNode(one(spots.content, "g.spots", SVGGElement), true));
  const said = one(figure, ".said", HTMLElement);
  const again = one(figure, ".again", HTMLButtonElement);
  const buttons = all(figure, "button[data-spot]", HTMLButtonElement);
  one(figure, ".does", HTMLElement).hidden = !isPlayable;

  const free = new FreeBoard(svg, data, {
    played: ({ words, result }) => {
      again.disabled = false;
      say(result ? `${result.title} ${result.text}` : words, false);
      enable();
    },
    say: (reason) => {
      if (reason !== null) say(reason, true);
      else if (said.classList.contains("why")) say("", false);
    },
  });

  /** @param {string} text @param {boolean} isReason */
  function say(text, isReason) {
    said.textContent = text;
    said.classList.toggle("why", isReason);
  }

  function enable() {
    for (const button of buttons) button.disabled = !free.board.isOpen(button.dataset.spot ?? "");
  }

  function begin() {
    free.show(data.standing, isPlayable);
    free.board.mark(data.marks);
    say("", false);
    again.disabled = true;
    enable();
  }

  begin();
  again.addEventListener("click", () => {
    begin();
    free.board.step("ArrowUp"); // the button can no longer be pressed: the keyboard goes back to the board
  });
  for (const button of buttons) button.addEventListener("click", () => free.board.click(button.dataset.spot ?? ""));
  listenToKeys(figure, {
    board: free.board,
    keys: data.keys,
    buttons,
    isOpen: () => isPlayable && !free.standing?.result,
    play: (move) => free.play(move),
  });
}
