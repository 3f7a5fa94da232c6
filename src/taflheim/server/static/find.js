// Finding what a page must have.

/**
 * @template {Element} T
 * @param {ParentNode} inside
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
export function one(inside, selector, type) {
  const found = inside.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}
