// What is to be said or answered between the players now: one matter at a time. Pure.

/**
 * @typedef {import("../net/messages.js").Told} Told
 * @typedef {import("../net/messages.js").Here} Here
 * @typedef {import("../net/messages.js").Action} Action
 *
 * @typedef {"accept" | "decline" | "withdraw" | "claim" | "take_back"} Button
 * @typedef {object} Matter
 * @property {string} text as the server says it; empty where the page has the words
 * @property {Partial<Record<Button, Action>>} buttons what each does
 * @property {string} [claim] what the button of a claim says
 */

/**
 * @param {Pick<Told, "people" | "you" | "result">} live
 * @param {Here | null} here
 * @param {number} nowMs by the server's time
 * @returns {Matter | null}
 */
export function matterNow({ people, you, result }, here, nowMs) {
  if (people === null || result !== null) return null;
  if (you.may.includes("take_back")) return { text: "", buttons: { take_back: { type: "take_back" } } };
  const asked = people.offers.find(({ number }) => you.answers.includes(number));
  if (asked) {
    const answer = { type: /** @type {const} */ ("answer"), offer: asked.number };
    return { text: asked.text, buttons: { accept: { ...answer, yes: true }, decline: { ...answer, yes: false } } };
  }
  const { claim } = people;
  if (claim && you.may.includes("claim") && here && here.claim_ms !== null && here.claim_ms <= nowMs) {
    const { side, text, button } = claim;
    return { text, buttons: { claim: { type: "claim", side } }, claim: button };
  }
  const own = people.offers.find(({ number }) => you.withdraws.includes(number));
  if (own) return { text: own.own, buttons: { withdraw: { type: "withdraw", offer: own.number } } };
  return null;
}
