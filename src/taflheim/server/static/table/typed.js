// The field for typed moves; only players have it.

export class TypedMoves {
  #field;

  /** @param {HTMLElement} page @param {(line: string) => void} send */
  constructor(page, send) {
    const field = page.querySelector("form.typed input");
    this.#field = field instanceof HTMLInputElement ? field : null;
    this.#field?.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      const line = this.#field?.value.trim();
      if (line) send(line);
    });
    // Escape gives the keys back to the table.
    this.#field?.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.#field?.blur();
    });
  }

  clear() {
    if (this.#field) this.#field.value = "";
  }

  /** @param {() => void} show opens the panel where the field is hidden in one */
  focus(show) {
    if (this.#field && !this.#field.checkVisibility()) show();
    this.#field?.focus();
  }
}
