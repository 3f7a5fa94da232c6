// What is wrong with the layout of a table's page: outside the window, cut off by its box, over something else.
// Run inside the page by tests/server/test_layout.py.
() => {
  const TEXTS = [
    ".bar a, .title h1, .moves, .kept",
    ".side h2, .side .person, .side .doing, .facts li",
    ".clock, .proposal .text, .proposal button, .due",
    ".welcome p, .welcome b, .welcome a, .words, .why, .tip, .past p, .past button, .story-moves, .ply",
    ".result h2, .result p, .result .count, .result .main",
    ".actions button, .stepper button, .pad button, .typed input",
  ].join(", ");
  const BOXES = ".side, .about, .told, .talk, .sides, .bar, .result, .story, .pad, .actions";
  // The card with the result lies over the board, and only over the board.
  const PARTS =
    ".bar > a, .title h1, .kept, .side, .stage, .told, .welcome, .past, .due, .proposal, .list, .stepper button, .typed input, .pad button, .actions button";
  const FIXED_HEIGHT = ".told, .talk, .sides, .side, .story, .result";
  const wrong = [];

  // What is there for screen readers alone.
  const isUnseen = (one) =>
    one !== null && (getComputedStyle(one).clipPath === "inset(50%)" || isUnseen(one.parentElement));
  const all = (selector, inside = document) =>
    [...inside.querySelectorAll(selector)].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0 && !isUnseen(one),
    );
  const tell = (what, ...elements) =>
    wrong.push(
      `${what}: ${elements.map((one) => `${one.tagName}.${one.className} "${one.textContent.trim().slice(0, 20)}"`).join(", ")}`,
    );
  const isInside = (element, { left, top, right, bottom }) => {
    const box = element.getBoundingClientRect();
    return box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
  };

  const isBeside = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
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
    for (const text of all("h2, .person, .doing, .clock, .facts li, .facts svg", card)) {
      if (!isInside(text, card.getBoundingClientRect())) tell("outside its card", text);
    }
  }
  for (const drawn of all(".counted")) {
    const { width, height } = drawn.getBoundingClientRect();
    const { width: across, height: along } = drawn.viewBox.baseVal;
    const shown = along * Math.min(width / across, height / along);
    if (shown < 8) tell(`too small to be counted, ${shown} high`, drawn.closest(".side"));
    const end = drawn.getBoundingClientRect().left + (across / along) * shown;
    const clock = all(".clock", drawn.closest(".side"))[0];
    if (clock && isBeside(clock, drawn) && end > clock.getBoundingClientRect().left + 1)
      tell("behind the clock", clock);
  }
  for (const text of all(".facts .text")) {
    const card = text.closest(".side");
    if (!isInside(text, text.closest(".facts").getBoundingClientRect())) tell("cut off by its row", text);
    const clock = all(".clock", card)[0];
    if (clock && isBeside(clock, text) && text.getBoundingClientRect().right > clock.getBoundingClientRect().left + 1)
      tell("behind the clock", text);
  }
  for (const card of all(".result")) {
    if (!isInside(card, document.querySelector(".stage").getBoundingClientRect())) tell("outside the board", card);
  }
  // What opens over the edge of the board may cover it, and what is under it.
  const parts = all(PARTS).filter((one) => !document.querySelector(".drawer.open, .more.open") || one.closest(".open"));
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
