// The rules beside the board: a fragment of their page, loaded when it is first wanted.

import { one } from "../dom.js";

/** @param {HTMLElement} panel */
export async function loadRules(panel) {
  if (panel.dataset.loaded) return;
  const text = one(panel, ".text", HTMLElement);
  panel.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(panel.dataset.address ?? "", { headers: { accept: "text/html" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    text.replaceChildren(...page.body.childNodes);
    panel.dataset.loaded = "true";
    for (const script of text.querySelectorAll("[data-module]")) {
      // A part that is more than text names the module that makes it work.
      const { start } = await import(script.getAttribute("data-module") ?? "");
      start(script);
    }
  } catch {
    text.textContent = panel.dataset.unavailable ?? "";
  } finally {
    panel.removeAttribute("aria-busy");
  }
}
