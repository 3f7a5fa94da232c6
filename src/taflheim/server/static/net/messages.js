// What pages and the server send each other at a table: the protocol, as types.

/** The version of the protocol that these scripts speak. */
export const VERSION = 1;

/** The code with which the server closes a connection to a table that is not there. */
export const NO_SUCH_TABLE = 4404;

/** The code with which a connection is closed when its session has ended. */
export const LOGGED_OUT = 4401;

/**
 * @typedef {import("../board/selection.js").Choices} Choices
 * @typedef {[kind: string, side: string, spot: string]} Piece
 * @typedef {"move" | "vanish" | "appear" | "note"} EffectKind
 * @typedef {{kind: EffectKind, how: string, spot: string, to: string, piece: Piece | null}} Effect
 * @typedef {{key: string, width: number, height: number}} Picture a kind of piece, and the size of its spot
 * @typedef {{code: string, side: string, value: number | string, text: string, picture?: Picture}} Fact
 * @typedef {{winner: string | null, reason: string, title: string, text: string}} Result
 *
 * @typedef {object} You what only this page is told
 * @property {string[]} seats the sides that one plays
 * @property {Choices | null} choices what can be clicked; null if it is not one's turn
 * @property {boolean} can_undo
 * @property {string | null} resigns the side that would give up, if one can
 * @property {"won" | "lost" | "drawn" | null} outcome how the game has ended for who plays one side
 *
 * @typedef {object} Now what changes during a game
 * @property {number} number of the last event
 * @property {number} position_number of the event that made the position: what moves answer
 * @property {number} ply
 * @property {string} turn
 * @property {Fact[]} facts
 * @property {string[]} last
 * @property {string[]} [dangers] where the side to move would lose at once
 * @property {string} words
 * @property {Result | null} result
 * @property {boolean} thinking
 * @property {import("../story/story.js").Entry | null} entry what the last event has added to the story, if it has
 * @property {Effect[]} effects what that has changed on the board
 * @property {You} you
 *
 * @typedef {Now & {type: "state", pieces: Piece[]}} State
 * @typedef {Now & {type: "event"}} Happening
 * @typedef {{type: "choices", position_number: number, clicked: string[], tree: Choices}} ChoicesAnswer
 * @typedef {{type: "explain", position_number: number, clicked: string[], text: string | null}} ExplainAnswer
 * @typedef {{type: "typed", position_number: number, line: string, move: string}} TypedAnswer
 * @typedef {{type: "ack", request: string, number: number}} Ack
 * @typedef {{type: "error", request: string | null, code: string, text: string}} Refusal
 * @typedef {{type: "reload"}} Reload
 * @typedef {State | Happening | ChoicesAnswer | ExplainAnswer | TypedAnswer | Ack | Refusal | Reload} Message
 *
 * @typedef {{type: "move", position_number: number, move: string}
 *   | {type: "undo", position_number: number}
 *   | {type: "resign", side: string | null}} Action what a page can ask to be done
 * @typedef {{type: "choices" | "explain", position_number: number, clicked: string[]}
 *   | {type: "typed", position_number: number, line: string}} Question
 *
 * @typedef {object} PageData what the page of a table brings with it
 * @property {number} version
 * @property {string} game its name
 * @property {boolean} bots_ready whether bots can think, or their search is still being compiled
 * @property {State} state
 * @property {{[key: string]: string}} keys moves by the names of keys
 * @property {{[piece: string]: string}} piece_names
 */
