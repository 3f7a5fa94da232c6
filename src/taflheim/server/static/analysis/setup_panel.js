// Setting up a position by hand: what is in hand, what the server says about the board as it stands.

import { all, one } from "../dom.js";
import { post } from "./post.js";
import { choices, placed } from "./setup.js";
import { fromPlain, ROOT } from "./tree.js";

/**
 * @typedef {import("../net/messages.js").Piece} Piece
 * @typedef {import("./setup.js").Placeable} Placeable
 * @typedef {import("./setup.js").Chosen} Chosen
 * @typedef {import("./tree.js").Tree} Tree
 *
 * @typedef {object} Hooks
 * @property {() => Tree} tree
 * @property {() => import("../free/free_board.js").Standing | null} standing how it stands where setting up begins
 * @property {(pieces: Piece[], choices: {[spot: string]: string}) => void} show
 * @property {() => void} begin
 * @property {(tree: Tree, node: number) => void} use
 * @property {() => void} leave
 */

export class SetupPanel {
  isOn = false;
  /** @type {Piece[]} */
  #pieces = [];
  /** What was made of the board, if it can be. @type {Tree | null} */
  #made = null;
  #asked = 0;
  #page;
  #panel;
  #hooks;
  #placeable;
  #wrong;
  #use;

  /** @param {HTMLElement} page @param {Placeable[]} placeable @param {Hooks} hooks */
  constructor(page, placeable, hooks) {
    this.#page = page;
    this.#placeable = placeable;
    this.#hooks = hooks;
    this.#panel = one(page, ".setup", HTMLElement);
    this.#wrong = one(this.#panel, ".wrong", HTMLElement);
    this.#use = one(this.#panel, ".use", HTMLButtonElement);
    this.#panel.addEventListener("change", () => this.#show());
    one(this.#panel, ".clear", HTMLButtonElement).addEventListener("click", () => {
      this.#pieces = [];
      this.#show();
    });
    one(this.#panel, ".leave", HTMLButtonElement).addEventListener("click", () => this.#end(hooks.leave));
    this.#use.addEventListener("click", () => {
      const made = this.#made;
      if (made) this.#end(() => hooks.use(made, ROOT));
    });
  }

  /** Begin with the position that is shown. */
  begin() {
    const standing = this.#hooks.standing();
    if (!standing) return;
    this.isOn = true;
    this.#page.dataset.setup = "true";
    this.#panel.hidden = false;
    this.#pieces = standing.pieces;
    for (const field of all(this.#panel, "input[name=turn]", HTMLInputElement))
      field.checked = field.value === standing.turn;
    for (const field of all(this.#panel, "input[data-held]", HTMLInputElement)) {
      const fact = standing.facts.find(({ code, side }) => `${code}.${side}` === field.dataset.held);
      field.value = String(fact?.value ?? 0);
    }
    this.#hooks.begin();
    this.#show();
    one(this.#panel, "input[name=piece]", HTMLInputElement).focus();
  }

  /** Take a click on a spot, if the board is being set up. @param {string} spot */
  take(spot) {
    if (!this.isOn) return false;
    this.#pieces = placed(this.#pieces, this.#chosen(), spot);
    // After the board has dropped what was clicked.
    queueMicrotask(() => this.#show());
    return true;
  }

  /** @returns {Chosen} */
  #chosen() {
    const [kind, side] = (this.#panel.querySelector("input[name=piece]:checked")?.getAttribute("value") ?? "").split(
      "|",
    );
    return kind ? { kind, side } : null;
  }

  async #show() {
    this.#hooks.show(this.#pieces, choices(this.#placeable, this.#chosen(), this.#pieces));
    this.#asked += 1;
    const asked = this.#asked;
    // What stands there now is not known to be a position yet.
    this.#made = null;
    this.#use.disabled = true;
    const { game, options } = this.#hooks.tree();
    const held = Object.fromEntries(
      all(this.#panel, "input[data-held]", HTMLInputElement).map((field) => [
        field.dataset.held,
        field.valueAsNumber || 0,
      ]),
    );
    const turn = this.#panel.querySelector("input[name=turn]:checked")?.getAttribute("value") ?? "";
    const sent = JSON.stringify({ pieces: this.#pieces, turn, held });
    const { answer, error } = await post(`/analysis/${game}/arrange`, options, sent);
    if (asked !== this.#asked || !this.isOn) return;
    this.#made = error === null ? fromPlain(answer) : null;
    this.#wrong.textContent = error ?? "";
    this.#use.disabled = this.#made === null;
  }

  /** @param {() => void} then */
  #end(then) {
    this.isOn = false;
    this.#page.dataset.setup = "false";
    this.#panel.hidden = true;
    then();
  }
}
