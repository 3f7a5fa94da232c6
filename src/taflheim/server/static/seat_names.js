// Names for people at this screen: they can be typed where several of them sit.

import { all, one } from "./dom.js";

const NAMED = ["here", "person"];
const OWN = [...NAMED, "me"];

/** Show a field for the name beside each seat that somebody has at this screen, if several do. @param {HTMLElement} seats */
export function showNames(seats) {
  const places = all(seats, ".place", HTMLElement);
  const who = places.map((place) => (place.hidden ? "" : one(place, "select", HTMLSelectElement).value));
  const several = who.filter((value) => OWN.includes(value)).length > 1;
  places.forEach((place, i) => {
    const name = one(place, "input", HTMLInputElement);
    name.hidden = name.disabled = !(several && NAMED.includes(who[i]));
  });
}
