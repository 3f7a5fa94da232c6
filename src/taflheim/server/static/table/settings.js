// The settings of tables: a dialog whose changes work at once and are kept with the account.

import { all, one } from "../dom.js";

/** @typedef {{pace: string, confirm: boolean, sounds: boolean, notify: boolean}} Preferences those that scripts need */

/** Keep a change. @param {object} change @returns {Promise<boolean>} whether it was kept */
export async function keep(change) {
  try {
    const answer = await fetch("/preferences", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(change),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Let a dialog change preferences.
 * @param {HTMLElement} page
 * @param {HTMLDialogElement} dialog
 * @param {Preferences} preferences changed in place
 * @param {() => void} changed
 */
export function listenToSettings(page, dialog, preferences, changed) {
  const failed = one(dialog, ".failed", HTMLElement);
  for (const input of all(dialog, "input", HTMLInputElement)) {
    input.addEventListener("change", async () => {
      const value = input.type === "checkbox" ? input.checked : input.value;
      apply(page, preferences, input.name, value);
      changed();
      failed.textContent = (await keep({ [input.name]: value })) ? "" : (failed.dataset.text ?? "");
    });
  }
}

/** Change one preference without the dialog, which then shows it too. @param {HTMLElement} page @param {HTMLDialogElement} dialog @param {Preferences} preferences @param {"sounds"} name @param {boolean} value */
export function set(page, dialog, preferences, name, value) {
  one(dialog, `input[name=${name}]`, HTMLInputElement).checked = value;
  apply(page, preferences, name, value);
  keep({ [name]: value });
}

/** @param {HTMLElement} page @param {Preferences} preferences @param {string} name @param {string | boolean} value */
function apply(page, preferences, name, value) {
  switch (name) {
    case "coordinates":
    case "targets":
    case "chat":
      page.dataset[name] = String(value);
      break;
    case "theme":
      document.documentElement.dataset.theme = String(value);
      break;
    case "sounds":
      document.documentElement.dataset.sounds = String(value);
      preferences.sounds = value === true;
      break;
    default:
      Object.assign(preferences, { [name]: value });
  }
}
