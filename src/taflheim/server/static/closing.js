// The owner's window asks before it is closed while other people are connected. Going to another page does not.

const AGAIN_MS = 10_000;

let others = 0;
let goingOn = false;

async function look() {
  try {
    const answer = await fetch("/network");
    others = answer.ok ? (await answer.json()).others : 0;
  } catch {
    others = 0; // the hall is closed already
  }
  document.documentElement.dataset.others = String(others);
}

// Only a browser that tells closing and going on apart can ask at the right time.
if ("navigation" in window) {
  const { navigation } = /** @type {{navigation: EventTarget}} */ (/** @type {unknown} */ (window));
  navigation.addEventListener("navigate", () => {
    goingOn = true;
    setTimeout(() => {
      goingOn = false;
    }, 1000);
  });
  window.addEventListener("beforeunload", (event) => {
    if (others > 0 && !goingOn) event.preventDefault();
  });
  look();
  setInterval(look, AGAIN_MS);
}
