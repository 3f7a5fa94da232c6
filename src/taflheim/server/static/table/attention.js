// "Your turn": said by the page's title and icon, and by a notification if the reader wants one and looks elsewhere.

import { one } from "../dom.js";

export class Attention {
  #called = false;
  #title = document.title;
  #icon = one(document, "link[rel=icon]", HTMLLinkElement);
  #plain = this.#icon.href;
  #words;
  #wanted;

  /** @param {HTMLElement} words with what is said @param {() => boolean} wanted whether notifications are */
  constructor(words, wanted) {
    this.#words = words.dataset;
    this.#wanted = wanted;
  }

  /** @param {boolean} turn whether it is the reader's */
  show(turn) {
    if (turn === this.#called) return;
    this.#called = turn;
    document.title = turn ? `${this.#words.turn} · ${this.#title}` : this.#title;
    this.#icon.href = turn ? (this.#words.icon ?? this.#plain) : this.#plain;
    if (turn && document.hidden && this.#wanted()) notify(this.#words.turn ?? "", this.#title);
  }
}

/** @param {string} title @param {string} body */
function notify(title, body) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const shown = new Notification(title, { body, tag: location.pathname });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/**
 * The setting for notifications: it asks the browser, and says why there can be none.
 * @param {HTMLInputElement} input
 * @param {HTMLElement} why with the words
 */
export function listenToNotify(input, why) {
  if (!window.isSecureContext || !("Notification" in window)) {
    input.checked = false;
    input.disabled = true;
    why.textContent = why.dataset.insecure ?? "";
    return;
  }
  const tell = () => {
    const denied = input.checked && Notification.permission === "denied";
    why.textContent = denied ? (why.dataset.denied ?? "") : "";
  };
  input.addEventListener("change", async () => {
    if (input.checked) await Notification.requestPermission();
    tell();
  });
  tell();
}
