// What a rated game has changed: told on the card of its end, and shown beside the names. The words are the server's.

/** @typedef {{side: string, title: string, change: string, now: string}} Changed */

/**
 * Ask for the changes that a game has brought and show them. Nothing is shown where it has changed nothing.
 * @param {HTMLElement} page @param {HTMLElement} list where they are told @param {string} address
 */
export async function tellRatings(page, list, address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return;
  /** @type {{ratings: Changed[]}} */
  const { ratings } = await answer.json();
  list.replaceChildren(...ratings.map(line));
  list.hidden = ratings.length === 0;
  for (const { side, now } of ratings) {
    const shown = page.querySelector(`.side[data-side="${side}"] .rating`);
    if (shown) shown.textContent = now;
  }
}

/** @param {Changed} changed */
function line({ title, change }) {
  const item = document.createElement("li");
  const name = document.createElement("b");
  name.textContent = title;
  item.append(name, " ", change);
  return item;
}
