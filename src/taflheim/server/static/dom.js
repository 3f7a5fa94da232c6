// Finding and making elements.

/**
 * The element that a page must have.
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

/**
 * All elements of a type that a selector finds.
 * @template {Element} T
 * @param {ParentNode} inside
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T[]}
 */
export function all(inside, selector, type) {
  return /** @type {T[]} */ ([...inside.querySelectorAll(selector)].filter((found) => found instanceof type));
}

/**
 * A new SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {{[attribute: string]: string | number}} attributes
 */
export function svgElement(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Where what had the focus is hidden now, the first that can be pressed there gets it. @param {Element} inside */
export function keepFocus(inside) {
  const had = document.activeElement;
  if (had instanceof HTMLElement && inside.contains(had) && !had.hidden) return;
  const next = inside.querySelector("button:not([hidden]), a[href]:not([hidden])");
  if (next instanceof HTMLElement) next.focus();
}
