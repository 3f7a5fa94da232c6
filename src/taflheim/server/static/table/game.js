// The game as the page knows it: how far it is, which ply is shown, and what is on its way to the server.

import { Connection } from "../net/connection.js";
import { ServerTime } from "../net/server_time.js";
import { Pace } from "./pace.js";
import { enqueue, nextMove } from "./queue.js";
import { advance, choicesNow, follow, look, refresh, shownPly } from "./timeline.js";

/**
 * @typedef {import("../net/messages.js").Message} Message
 * @typedef {import("../net/messages.js").State} State
 * @typedef {import("../net/messages.js").Happening} Happening
 * @typedef {import("../net/messages.js").Action} Action
 * @typedef {import("../board/selection.js").Choices} Choices
 *
 * @typedef {object} Hooks what the game tells the page, and asks it
 * @property {(message: State | Happening) => void} happened something has happened, and is to be shown now
 * @property {() => void} changed nothing has happened, but who is there, or how clocks stand, has changed
 * @property {(clicked: string[], tree: Choices) => void} choices what can be clicked after some clicks
 * @property {(clicked: string[], reason: string | null) => void} explained why some clicks make no move
 * @property {(reason: string) => void} refused
 * @property {(message: Message) => void} talked somebody has said something, or was refused to
 * @property {(connected: boolean) => void} connected
 * @property {() => void} outdated the server does not speak with this page
 * @property {() => void} gone the table is not there any more
 * @property {() => number} restMs how long the board still moves
 * @property {() => number} gapMs the pause between two moves that are shown
 */

export class Game {
  #timeline;
  /** The number of the last event that has come, though it may not be shown yet. */
  #received;
  /** Moves by keys that wait for the one before. @type {string[]} */
  #queue = [];
  #time = new ServerTime();
  #here;
  /** @type {string | null} */
  #waiting;
  #hooks;
  #pace;
  #connection;

  /** @param {string} address @param {State} state @param {Hooks} hooks */
  constructor(address, state, hooks) {
    this.#timeline = follow(state);
    this.#received = state.number;
    this.#here = state.here;
    this.#waiting = state.queue;
    this.#time.hear(state.now_ms);
    this.#hooks = hooks;
    this.#pace = new Pace({
      show: (message) => this.#happen(message),
      isOwn: ({ entry, you }) => entry !== null && you.seats.includes(entry.side),
      restMs: hooks.restMs,
      gapMs: hooks.gapMs,
    });
    this.#connection = new Connection(address, {
      have: () => this.#received,
      receive: (message) => this.#receive(message),
      connected: (connected) => {
        // What was said before may be long ago: this machine may have slept, or its clock been set.
        if (connected) this.#time.forget();
        hooks.connected(connected);
      },
      gone: hooks.gone,
    });
  }

  /** The last that is shown of what the server has said. */
  get live() {
    return this.#timeline.live;
  }

  /** Whom a bot that is to move has to serve first, in words. */
  get waiting() {
    return this.#waiting;
  }

  /** Who is there. */
  get here() {
    return this.#here;
  }

  /** What time it is at the server. */
  get nowMs() {
    return this.#time.nowMs;
  }

  /** The ply that is shown. */
  get ply() {
    return shownPly(this.#timeline);
  }

  /** Whether the page looks back. */
  get isPast() {
    return this.#timeline.shown !== null;
  }

  /** What can be clicked; null if nothing. */
  get choices() {
    return choicesNow(this.#timeline);
  }

  /** Whether the board may not be clicked for a moment. */
  get isBusy() {
    return this.#isAnswering || this.#pace.isWaiting;
  }

  get #isAnswering() {
    return this.#connection.isBusy(this.live);
  }

  /** Look at a ply; the last one follows the game. @param {number} ply @returns {boolean} whether another one is shown */
  look(ply) {
    const before = this.ply;
    this.#timeline = look(this.#timeline, ply);
    return this.ply !== before;
  }

  // ---- what the person does -------------------------------------------------------------------------------------------

  /** @param {string} move */
  play(move) {
    this.#connection.act({ type: "move", position_number: this.live.position_number, move });
  }

  /** Play a move by its key, after those that wait. @param {string} move @param {boolean} held whether the key is held down */
  playByKey(move, held) {
    // A key that is held down plays on, but leaves nothing behind that would be played after it is let go.
    if (!held || !this.isBusy) this.#queue = enqueue(this.#queue, move);
    this.#playNext();
  }

  /** Forget the moves that wait. */
  dropQueue() {
    this.#queue = [];
  }

  undo() {
    this.dropQueue();
    if (!this.live.you.can_undo || this.#isAnswering) return;
    this.#connection.act({ type: "undo", position_number: this.live.position_number });
  }

  /** Ask for something else to be done. @param {Action} action */
  act(action) {
    this.#connection.act(action);
  }

  /** Say something, or ask for what was said. @param {import("../net/messages.js").Question} question */
  talk(question) {
    this.#connection.ask(question);
  }

  /** Connect anew, as somebody else. */
  renew() {
    this.#connection.renew();
  }

  /** What can be clicked after these clicks, or why they make no move? @param {"choices" | "explain"} type @param {string[]} clicked */
  ask(type, clicked) {
    this.#connection.ask({ type, position_number: this.live.position_number, clicked });
  }

  /** Play the move that a typed line means. @param {string} line */
  type(line) {
    const { position_number } = this.live;
    if (this.choices !== null && !this.isBusy) this.#connection.ask({ type: "typed", position_number, line });
  }

  /** Play the next of the moves that wait, if it can be played now. */
  #playNext() {
    const [move, waiting] = nextMove(this.#queue, { busy: this.isBusy, myTurn: this.choices !== null });
    this.#queue = waiting;
    if (move !== null) this.play(move);
  }

  // ---- what the server says -------------------------------------------------------------------------------------------

  /** @param {Message} message */
  #receive(message) {
    const { live } = this;
    if ("now_ms" in message) this.#time.hear(message.now_ms);
    if ("here" in message) {
      this.#here = message.here;
      this.#waiting = message.queue;
    }
    switch (message.type) {
      case "state":
      case "event":
        if (message.number === this.#received) {
          // What the page has already must not take away what was clicked meanwhile.
          this.#refresh(message.people?.clock ?? null);
          break;
        }
        this.#received = message.number;
        this.#pace.push(message);
        break;
      case "here":
        this.#refresh(message.clock);
        break;
      case "chat":
      case "line":
      case "said":
      case "unsaid":
        this.#hooks.talked(message);
        break;
      case "ack":
        this.#playNext();
        break;
      case "choices":
        if (message.position_number === live.position_number) this.#hooks.choices(message.clicked, message.tree);
        break;
      case "explain":
        if (message.position_number === live.position_number) this.#hooks.explained(message.clicked, message.text);
        break;
      case "typed":
        if (message.position_number === live.position_number && !this.isBusy) this.play(message.move);
        break;
      case "error":
        this.dropQueue();
        this.#hooks.refused(message.text);
        break;
      case "reload":
        this.#hooks.outdated();
        break;
    }
  }

  /** Nothing has happened, but clocks stand otherwise or somebody else is there. @param {import("../net/messages.js").Clock | null} clock */
  #refresh(clock) {
    if (!this.#pace.isWaiting) this.#timeline = refresh(this.#timeline, clock);
    this.#hooks.changed();
  }

  /** Something has happened, and is shown now. @param {State | Happening} message */
  #happen(message) {
    this.#timeline = advance(this.#timeline, message);
    this.#hooks.happened(message);
    this.#playNext();
  }
}
