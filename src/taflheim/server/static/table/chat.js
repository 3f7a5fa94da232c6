// The chat of a table: its panel, the lines in it, and what one says.

import { one } from "../dom.js";
import { newRequest } from "../net/connection.js";
import { ChatLog, left } from "./chat_log.js";
import { ChatMenu, post } from "./chat_menu.js";

/**
 * @typedef {import("../net/messages.js").ChatLine} Line
 * @typedef {import("../net/messages.js").ChatTold} ChatTold
 * @typedef {import("../net/messages.js").Message} Message
 * @typedef {import("../net/messages.js").Question} Question
 *
 * @typedef {object} Hooks
 * @property {(question: Question) => void} send
 * @property {() => void} renew connects anew: one is somebody else now
 * @property {() => void} close closes the panel
 */

/** So few characters are left when they are counted. */
const NEAR = 50;

export class Chat {
  #section;
  #list;
  #lines;
  #input;
  #button;
  #menu;
  #log;
  #hooks;
  #named = false;
  #on;

  /** @param {HTMLElement} page @param {HTMLElement} section @param {Hooks} hooks @param {boolean} on whether chat is wanted */
  constructor(page, section, hooks, on) {
    this.#section = section;
    this.#hooks = hooks;
    this.#on = on;
    this.#lines = one(section, ".lines", HTMLElement);
    this.#list = one(section, "ol", HTMLOListElement);
    this.#input = one(section, "#say", HTMLInputElement);
    this.#button = one(page, ".open-chat", HTMLButtonElement);
    this.#log = new ChatLog(Number(localStorage.getItem(section.dataset.seen ?? "")));
    this.#menu = new ChatMenu(section, {
      note: (text) => this.#note(text),
      changed: () => this.#hooks.send({ type: "listen", have: 0, rooms: [] }),
    });
    one(section, "form.say", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    });
    this.#input.addEventListener("input", () => this.#count());
    section.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      if (!this.#menu.close()) hooks.close();
    });
  }

  get #isOpen() {
    return this.#section.classList.contains("open");
  }

  /** Whether its reader wants to have it. */
  get isWanted() {
    return this.#on;
  }

  /** The connection stands: ask for what was missed, and say again what was not answered. */
  connected() {
    if (!this.#on) return;
    this.#hooks.send({ type: "listen", have: this.#log.have, rooms: this.#log.rooms });
    for (const said of this.#log.unanswered) this.#hooks.send(said);
  }

  /** Chat is wanted, or not. @param {boolean} on */
  set(on) {
    if (on === this.#on) return;
    this.#on = on;
    if (on) this.connected();
    else if (this.#isOpen) this.#hooks.close();
  }

  /** The panel was opened. */
  opened() {
    this.#lines.scrollTop = this.#lines.scrollHeight;
    this.#read();
    this.#input.focus();
  }

  /** @param {Message} message */
  receive(message) {
    switch (message.type) {
      case "chat":
        this.#log.tell(message);
        this.#show(message);
        break;
      case "line":
        if (this.#log.add(message.line)) this.#append([message.line]);
        else this.#renew();
        break;
      case "said":
        this.#log.answered(message.request);
        this.#note("");
        break;
      case "unsaid": {
        const text = this.#log.answered(message.request);
        this.#note(message.text);
        if (text !== undefined && this.#input.value === "") this.#input.value = text;
        this.#count();
        break;
      }
    }
  }

  // ---- what is shown ------------------------------------------------------------------------------------------------

  /** @param {ChatTold} told */
  #show({ room, named, host, whole, lines }) {
    this.#named = named;
    this.#menu.may({ named, host });
    this.#input.placeholder = this.#input.dataset[named ? (room ?? "") : "nameless"] ?? "";
    this.#section.dataset.rooms = this.#log.rooms.join(" ");
    if (whole) this.#renew();
    else this.#append(lines);
  }

  #renew() {
    this.#list.replaceChildren();
    this.#append(this.#log.lines);
  }

  /** @param {Line[]} lines */
  #append(lines) {
    const { scrollTop, scrollHeight, clientHeight } = this.#lines;
    const atEnd = scrollHeight - scrollTop - clientHeight < 40;
    this.#list.append(...lines.map((line) => this.#item(line)));
    if (atEnd || lines.some((line) => line.mine)) this.#lines.scrollTop = this.#lines.scrollHeight;
    this.#read();
  }

  /** @param {Line} line */
  #item(line) {
    const template = one(document, "#chat-line", HTMLTemplateElement);
    const item = one(/** @type {DocumentFragment} */ (template.content.cloneNode(true)), "li", HTMLLIElement);
    const name = one(item, ".name", HTMLButtonElement);
    const at = new Date(line.at_ms);
    item.dataset.number = String(line.number);
    item.classList.toggle("mine", line.mine);
    name.textContent = line.name;
    name.hidden = line.mine;
    one(item, ".you", HTMLElement).hidden = !line.mine;
    one(item, ".bot", HTMLElement).hidden = !line.bot;
    one(item, ".spectator", HTMLElement).hidden = line.room !== "spectators";
    one(item, ".words", HTMLElement).textContent = line.text;
    one(item, ".gone", HTMLElement).hidden = !line.hidden;
    const time = one(item, "time", HTMLTimeElement);
    time.dateTime = at.toISOString();
    time.textContent = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    item.title = at.toLocaleString();
    name.addEventListener("click", () => this.#menu.toggle(item, line));
    return item;
  }

  /** What is seen is read; else the button says that there is something new. */
  #read() {
    if (this.#isOpen) {
      const seen = this.#log.read();
      if (seen) localStorage.setItem(this.#section.dataset.seen ?? "", String(seen));
    }
    const { unread } = this.#log;
    const badge = one(this.#button, ".unread", HTMLElement);
    badge.hidden = unread === 0;
    badge.textContent = String(unread);
    this.#button.ariaLabel = (unread ? this.#button.dataset.news : this.#button.dataset.label) ?? "";
  }

  /** @param {string} text */
  #note(text) {
    one(this.#section, ".note", HTMLElement).textContent = text;
  }

  /** How many characters are left, when they become few. */
  #count() {
    const rest = left(this.#input.value, Number(this.#input.dataset.longest));
    const shown = one(this.#section, ".left", HTMLElement);
    shown.classList.toggle("near", rest <= NEAR);
    one(shown, "b", HTMLElement).textContent = rest <= NEAR ? String(rest) : "";
    this.#input.ariaInvalid = rest < 0 ? "true" : null;
    one(this.#section, ".say .send", HTMLButtonElement).disabled = rest < 0;
  }

  // ---- what is said -------------------------------------------------------------------------------------------------

  #say() {
    const text = this.#input.value.trim();
    if (text === "" || left(text, Number(this.#input.dataset.longest)) < 0) return;
    const request = newRequest();
    this.#input.value = "";
    this.#count();
    this.#note("");
    if (this.#named) {
      this.#log.say(request, text);
      this.#hooks.send({ type: "say", text, request });
    } else {
      this.#sayAsGuest(text, request);
    }
  }

  /** The first line of somebody without a name makes them a guest. @param {string} text @param {string} request */
  async #sayAsGuest(text, request) {
    const { address = "", failed = "" } = this.#section.dataset;
    const refusal = await post(address, JSON.stringify({ text, request }), failed);
    if (refusal === null) {
      this.#hooks.renew();
    } else {
      this.#note(refusal);
      this.#input.value = text;
    }
  }
}
