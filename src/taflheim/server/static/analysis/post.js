// Sending something to the server and hearing what it makes of it.

/**
 * @param {string} path
 * @param {{[name: string]: string | number}} asked
 * @param {string} body
 * @returns {Promise<{answer: any, error: string | null}>} the answer, or the sentence that says what is wrong
 */
export async function post(path, asked, body) {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const headers = { Accept: "application/json", "Content-Type": "text/plain" };
  try {
    const response = await fetch(`${path}?${query}`, { method: "POST", body, headers });
    const answer = await response.json();
    return { answer, error: answer.error ?? null };
  } catch {
    return { answer: null, error: document.querySelector("svg.board")?.getAttribute("data-unreachable") ?? "" };
  }
}
