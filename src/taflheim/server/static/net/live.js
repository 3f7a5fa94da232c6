// What a page is told as it changes, as server-sent events, for as long as the page is about that.

/**
 * Listen at the address that the page names. What one does oneself leads elsewhere: the news of it must not lead back.
 * @template Told
 * @param {HTMLElement} main
 * @param {(told: Told, stream: EventSource) => void} heard
 */
export function listen(main, heard) {
  const stream = new EventSource(main.dataset.live ?? "");
  stream.addEventListener("message", ({ data }) => heard(JSON.parse(data), stream));
  stream.addEventListener("failed", ({ data }) => {
    if (JSON.parse(data).code !== "logged_out") return;
    stream.close();
    location.reload();
  });
  main.addEventListener("submit", () => stream.close());
  // A page that comes back from the browser's memory hears nothing any more.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
