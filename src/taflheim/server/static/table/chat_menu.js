// What one can do about a line of chat and who has said it: a row of choices below it, and a dialog for reports.

import { all, one } from "../dom.js";

/**
 * @typedef {import("../net/messages.js").ChatLine} Line
 *
 * @typedef {object} Hooks
 * @property {(text: string) => void} note says what was done, or why not
 * @property {() => void} changed other lines are to be shown now
 */

export class ChatMenu {
  /** @type {HTMLElement | null} */
  #open = null;
  #section;
  #dialog;
  #hooks;
  #named = false;
  #host = false;
  #about = "";

  /** @param {HTMLElement} section @param {Hooks} hooks */
  constructor(section, hooks) {
    this.#section = section;
    this.#hooks = hooks;
    this.#dialog = one(document, "dialog.report", HTMLDialogElement);
    one(this.#dialog, ".keep", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
    one(this.#dialog, "form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.#sendReport();
    });
  }

  /** What its reader may do. @param {{named: boolean, host: boolean}} reader */
  may({ named, host }) {
    this.#named = named;
    this.#host = host;
  }

  /** @returns {boolean} whether it was open */
  close() {
    const item = this.#open?.closest("li");
    if (!this.#open || !item) return false;
    const inside = this.#open.contains(document.activeElement);
    this.#open.remove();
    this.#open = null;
    const name = one(item, ".name", HTMLButtonElement);
    name.ariaExpanded = "false";
    if (inside) name.focus();
    return true;
  }

  /** @param {HTMLLIElement} item @param {Line} line */
  toggle(item, line) {
    const again = this.#open?.closest("li") === item;
    this.close();
    if (again) return;
    const template = one(document, "#chat-menu", HTMLTemplateElement);
    const menu = one(/** @type {DocumentFragment} */ (template.content.cloneNode(true)), ".choices", HTMLElement);
    one(menu, ".profile", HTMLAnchorElement).href = `/people/${encodeURIComponent(line.name)}`;
    for (const button of all(menu, "button", HTMLButtonElement)) {
      const { change, hide } = button.dataset;
      button.hidden = hide ? !this.#host || (hide === "yes") === line.hidden : !this.#named;
      button.addEventListener("click", () => {
        if (change) this.#relate(line.name, change);
        else if (hide) this.#hide(line.number, hide);
        else this.#report(line);
      });
    }
    item.append(menu);
    this.#open = menu;
    one(item, ".name", HTMLButtonElement).ariaExpanded = "true";
    menu.scrollIntoView({ block: "nearest" });
  }

  get #failed() {
    return this.#section.dataset.failed ?? "";
  }

  /** @param {string} name @param {string} change */
  async #relate(name, change) {
    const refusal = await post("/relations", new URLSearchParams({ name, change }), this.#failed);
    const { muted = "", blocked = "" } = this.#section.dataset;
    this.#hooks.note(refusal ?? (change === "mute" ? muted : blocked));
    if (refusal === null) this.#hooks.changed();
  }

  /** @param {number} number @param {string} hidden */
  async #hide(number, hidden) {
    const { address } = this.#section.dataset;
    this.#hooks.note((await post(`${address}/${number}/hide`, new URLSearchParams({ hidden }), this.#failed)) ?? "");
  }

  /** @param {Line} line */
  #report(line) {
    this.#about = `${this.#section.dataset.address}/${line.number}/report`;
    one(this.#dialog, "blockquote", HTMLElement).textContent = line.text;
    one(this.#dialog, "textarea", HTMLTextAreaElement).value = "";
    one(this.#dialog, ".failed", HTMLElement).textContent = "";
    this.#dialog.showModal();
  }

  async #sendReport() {
    const reason = one(this.#dialog, "textarea", HTMLTextAreaElement).value;
    const refusal = await post(this.#about, new URLSearchParams({ reason }), this.#failed);
    one(this.#dialog, ".failed", HTMLElement).textContent = refusal ?? "";
    if (refusal !== null) return;
    this.#dialog.close();
    this.#hooks.note(this.#section.dataset.reported ?? "");
  }
}

/**
 * Ask for something to be done.
 * @param {string} address
 * @param {string | URLSearchParams} body
 * @param {string} failed what to say if there was no answer
 * @returns {Promise<string | null>} why it was not done; null if it was
 */
export async function post(address, body, failed) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { accept: "application/json" }, body });
    if (answer.ok) return null;
    const said = await answer.json();
    return said.message ?? said.error ?? failed;
  } catch {
    return failed;
  }
}
