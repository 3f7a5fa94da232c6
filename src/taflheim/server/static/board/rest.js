// When a board has come to rest.

/** How long what is inside an element still moves, in milliseconds; what moves for ever does not count. @param {Element} element */
export function restMs(element) {
  const left = element.getAnimations({ subtree: true }).map(({ effect, currentTime }) => {
    return Number(effect?.getComputedTiming().endTime ?? 0) - Number(currentTime ?? 0);
  });
  return Math.max(0, ...left.filter(Number.isFinite));
}
