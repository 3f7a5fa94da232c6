// A hint: asked of the hall, shown on the board and beside it.

/**
 * @typedef {object} Hint
 * @property {string} text the move as written for people
 * @property {string[]} way along which it is shown
 * @property {string} reason
 */

/**
 * Ask for a hint.
 * @param {string} address
 * @param {number} positionNumber
 * @param {string} unavailable what is said if the hall does not say why there is none
 * @returns {Promise<{hint: Hint} | {refused: string}>}
 */
export async function askHint(address, positionNumber, unavailable) {
  try {
    const answer = await fetch(`${address}?position_number=${positionNumber}`, {
      headers: { accept: "application/json" },
    });
    const said = await answer.json();
    if (answer.ok) return { hint: said };
    return { refused: answer.status === 404 ? unavailable : (said.error ?? unavailable) };
  } catch {
    return { refused: unavailable };
  }
}
