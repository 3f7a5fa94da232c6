// What is wrong with the layout of a table's page: outside the window, cut off by its box, over something else.
// Run inside the page by tests/server/test_layout.py.
() => {
  const TEXTS = [
    ".bar *",
    ".side h2, .side .who, .side .doing, .facts li",
    ".words, .why",
    ".result h2, .result p, .result form > *",
    ".actions button",
  ].join(", ");
  const BOXES = ".side, .about, .told, .talk, .sides, .bar, .result";
  const PARTS = ".bar > a, .title h1, .moves, .side, svg.board, .told, .result, .actions button";
  const FIXED_HEIGHT = ".told, .talk, .sides, .side";
  const wrong = [];

  const all = (selector, inside = document) =>
    [...inside.querySelectorAll(selector)].filter((one) => one.checkVisibility() && one.getClientRects().length > 0);
  const tell = (what, ...elements) =>
    wrong.push(
      `${what}: ${elements.map((one) => `${one.tagName}.${one.className} "${one.textContent.trim().slice(0, 20)}"`).join(", ")}`,
    );
  const isInside = (element, { left, top, right, bottom }) => {
    const box = element.getBoundingClientRect();
    return box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
  };

  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const element of all(`${TEXTS}, ${BOXES}, svg.board`)) {
    if (!isInside(element, viewport)) tell("outside the window", element);
  }
  for (const element of all(`${TEXTS}, ${BOXES}`)) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    if (clientWidth > 0 && scrollWidth > clientWidth + 1) tell(`cut off, ${scrollWidth}>${clientWidth} wide`, element);
    if (element.matches(FIXED_HEIGHT) && scrollHeight > clientHeight + 2) {
      tell(`cut off, ${scrollHeight}>${clientHeight} high`, element);
    }
  }
  for (const card of all(".side")) {
    for (const text of all("h2, .who, .doing, .facts li", card)) {
      if (!isInside(text, card.getBoundingClientRect())) tell("outside its card", text);
    }
  }
  const parts = all(PARTS);
  parts.forEach((one, i) => {
    for (const other of parts.slice(i + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && along > 1) tell("one over the other", one, other);
    }
  });
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) tell("the page scrolls", page);
  return wrong;
};
