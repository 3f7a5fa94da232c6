// What pages and the server send each other at a table: the protocol, as types.
// Written by tests/typedefs.py from src/taflheim/wire: change that, not this.

/** The version of the protocol that these scripts speak. */
export const VERSION = 1;

/** The code with which the server closes a connection to a table that is not there. */
export const NO_SUCH_TABLE = 4404;

/** The code with which a connection is closed when its session has ended. */
export const LOGGED_OUT = 4401;

/**
 * @typedef {import("../board/selection.js").Choices} Choices
 * @typedef {[kind: string, side: string, spot: string]} Piece
 *
 * @typedef {object} ChatLine A line that was said.
 * @property {number} number
 * @property {"players" | "spectators"} room
 * @property {string} name of who has said it
 * @property {boolean} bot whether a program has said it
 * @property {boolean} mine
 * @property {string} text empty if it is hidden
 * @property {boolean} hidden by the host
 * @property {number} at_ms
 *
 * @typedef {object} ChatTold What was said, and where one may read and speak.
 * @property {"chat"} type
 * @property {boolean} whole whether it takes the place of all that was told before
 * @property {("players" | "spectators")[]} rooms those that one may read
 * @property {"players" | "spectators" | null} room where one's own lines are; null if one may not speak
 * @property {boolean} named whether one has a name; who has none becomes a guest by speaking
 * @property {boolean} host whether one may hide lines
 * @property {ChatLine[]} lines
 *
 * @typedef {object} LineNews Somebody has said something.
 * @property {"line"} type
 * @property {ChatLine} line
 *
 * @typedef {object} Said One's own line is on the disk under this number.
 * @property {"said"} type
 * @property {string} request
 * @property {number} number
 *
 * @typedef {object} Unsaid One's own line was refused; nobody has read it.
 * @property {"unsaid"} type
 * @property {string} request
 * @property {string} code
 * @property {string} text a sentence for people
 *
 * @typedef {object} ListenQuestion A page wants to be told what is said. It has the lines of these rooms up to this number.
 * @property {"listen"} type
 * @property {number} have
 * @property {("players" | "spectators")[]} rooms
 *
 * @typedef {object} SayQuestion Say something. It is said once, however often it is sent under the same request id.
 * @property {"say"} type
 * @property {string} text
 * @property {string} request
 *
 * @typedef {object} Effect What a move has changed on the board.
 * @property {"move" | "vanish" | "appear" | "note"} kind
 * @property {string} how
 * @property {string} spot
 * @property {string} to
 * @property {Piece | null} piece
 *
 * @typedef {object} Picture A kind of piece, and the size of its spot.
 * @property {string} key
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Fact Something worth knowing beside the board.
 * @property {string} code
 * @property {string} side
 * @property {number | string} value
 * @property {string} text
 * @property {Picture} [picture]
 *
 * @typedef {object} Result How a game has ended.
 * @property {string | null} winner
 * @property {string} reason
 * @property {string} title
 * @property {string} text
 *
 * @typedef {object} Entry A move, or another entry of the record, as it stands in a list of moves.
 * @property {string} side who made it; empty if it is nobody's
 * @property {string} text as it is written for people
 * @property {string} move as it is typed
 * @property {number | null} round where a new round begins
 *
 * @typedef {object} Key Something short to type instead of a move.
 * @property {string} key
 * @property {string} question what is asked when it was typed; empty if it is a move by itself
 * @property {string} spot where it is shown on the board; empty if nowhere
 * @property {{[name: string]: string}} moves the legal moves by the answer to the question, or one for an empty answer
 * @property {{[name: string]: string[]}} spots by move, what one clicks for it: where a preview lies
 *
 * @typedef {object} Clock The clocks. The page runs them itself: `left_ms` is what they showed at `at_ms`, by the server's time.
 * @property {"game" | "move" | "days"} kind
 * @property {{[name: string]: number}} left_ms
 * @property {string | null} running the side whose clock runs since `at_ms`
 * @property {number} at_ms
 *
 * @typedef {object} SeatTold Who sits on a side.
 * @property {string} name
 * @property {"person" | "bot" | "held" | "free"} kind `held`: a bot plays on for this person
 *
 * @typedef {object} Offer An open offer of a draw or a takeback.
 * @property {number} number of its event: answers name it
 * @property {"draw" | "takeback"} kind
 * @property {string} by
 * @property {string[]} waiting who has not answered yet
 * @property {string} text for others
 * @property {string} own for who has made it
 *
 * @typedef {object} Rematch An open offer of a rematch.
 * @property {number} number
 * @property {string} by
 * @property {{[name: string]: string}} plays which side each side would play
 * @property {boolean} same whether everybody keeps their side
 * @property {string[]} waiting
 * @property {number} ends_ms until when it stands
 * @property {string} text for others
 * @property {string} own for who has made it
 *
 * @typedef {object} Due What the house will do by itself, and when: a first move is late, an open or a deserted table is closed.
 * @property {"late" | "expired" | "deserted"} kind
 * @property {string} side whose first move is awaited; else empty
 * @property {number} at_ms
 * @property {string} text for others
 * @property {string} own for who plays `side`
 *
 * @typedef {object} Claim What a claim against the side to move would bring about.
 * @property {string} side
 * @property {string} text that they are away
 * @property {string} button what the claim does
 *
 * @typedef {object} People What only tables have where people play each other, or against a clock.
 * @property {"open" | "playing" | "over" | "aborted"} state
 * @property {{[name: string]: SeatTold}} seats
 * @property {boolean} rated
 * @property {"out" | "bot"} policy what becomes of the seat of who leaves
 * @property {Clock | null} clock
 * @property {Offer[]} offers
 * @property {Claim | null} claim
 * @property {Due | null} due
 * @property {Rematch | null} rematch
 * @property {string | null} next_table the id of the rematch's table
 *
 * @typedef {object} Here Who is there. This changes without an event.
 * @property {{[name: string]: number}} away who is in the game and has no page open, and since when; 0 if that is long ago
 * @property {number} watching how many look on
 * @property {number | null} claim_ms from when on the side to move can be claimed against
 *
 * @typedef {object} You What only this page is told: what its reader may do now.
 * @property {string[]} seats the sides that one plays
 * @property {Choices | null} choices what can be clicked; null if it is not one's turn
 * @property {boolean} can_undo
 * @property {string | null} resigns the side that would give up, if one can
 * @property {"won" | "lost" | "drawn" | null} outcome how the game has ended for who plays one side
 * @property {("draw" | "takeback" | "abort" | "claim" | "take_back" | "rematch" | "fill" | "withdraw_table")[]} may what else one may do; `claim` from `claim_ms` on
 * @property {string[]} sit where one may sit down
 * @property {number[]} answers the offers that one is asked to answer
 * @property {number[]} withdraws the offers that one may take back
 *
 * @typedef {object} Now How a table stands.
 * @property {number} number of the last event
 * @property {number} position_number of the event that made the position: what moves answer
 * @property {number} ply
 * @property {string} turn
 * @property {Fact[]} facts
 * @property {string[]} last the spots of the last move
 * @property {string[]} dangers where the side to move would lose at once
 * @property {string} words what has happened last
 * @property {Result | null} result
 * @property {boolean} thinking whether a bot is to move
 * @property {Entry | null} entry what the last event has added to the story, if it has
 * @property {Effect[]} effects what that has changed on the board
 * @property {People | null} people null where somebody is alone or only bots are opponents, without a clock
 *
 * @typedef {object} Told How a table stands, and what one reader may do there.
 * @property {number} number of the last event
 * @property {number} position_number of the event that made the position: what moves answer
 * @property {number} ply
 * @property {string} turn
 * @property {Fact[]} facts
 * @property {string[]} last the spots of the last move
 * @property {string[]} dangers where the side to move would lose at once
 * @property {string} words what has happened last
 * @property {Result | null} result
 * @property {boolean} thinking whether a bot is to move
 * @property {Entry | null} entry what the last event has added to the story, if it has
 * @property {Effect[]} effects what that has changed on the board
 * @property {People | null} people null where somebody is alone or only bots are opponents, without a clock
 * @property {Here | null} here null where nobody else is concerned
 * @property {string | null} queue whom a bot that is to move has to serve first, in words; null if it does not wait
 * @property {You} you
 * @property {number} now_ms the server's time
 *
 * @typedef {object} State Everything that changes during a game, as it is now.
 * @property {number} number of the last event
 * @property {number} position_number of the event that made the position: what moves answer
 * @property {number} ply
 * @property {string} turn
 * @property {Fact[]} facts
 * @property {string[]} last the spots of the last move
 * @property {string[]} dangers where the side to move would lose at once
 * @property {string} words what has happened last
 * @property {Result | null} result
 * @property {boolean} thinking whether a bot is to move
 * @property {Entry | null} entry what the last event has added to the story, if it has
 * @property {Effect[]} effects what that has changed on the board
 * @property {People | null} people null where somebody is alone or only bots are opponents, without a clock
 * @property {Here | null} here null where nobody else is concerned
 * @property {string | null} queue whom a bot that is to move has to serve first, in words; null if it does not wait
 * @property {You} you
 * @property {number} now_ms the server's time
 * @property {"state"} type
 * @property {Piece[]} pieces
 *
 * @typedef {object} Happening A move: the changes on the board.
 * @property {number} number of the last event
 * @property {number} position_number of the event that made the position: what moves answer
 * @property {number} ply
 * @property {string} turn
 * @property {Fact[]} facts
 * @property {string[]} last the spots of the last move
 * @property {string[]} dangers where the side to move would lose at once
 * @property {string} words what has happened last
 * @property {Result | null} result
 * @property {boolean} thinking whether a bot is to move
 * @property {Entry | null} entry what the last event has added to the story, if it has
 * @property {Effect[]} effects what that has changed on the board
 * @property {People | null} people null where somebody is alone or only bots are opponents, without a clock
 * @property {Here | null} here null where nobody else is concerned
 * @property {string | null} queue whom a bot that is to move has to serve first, in words; null if it does not wait
 * @property {You} you
 * @property {number} now_ms the server's time
 * @property {"event"} type
 *
 * @typedef {object} HereNews Somebody came or went, a bot waits, or the hall did not run for a while; nothing has happened at the table.
 * @property {"here"} type
 * @property {Here | null} here
 * @property {string | null} queue
 * @property {Clock | null} clock
 * @property {number} now_ms
 *
 * @typedef {object} Time The answer to `time`.
 * @property {"time"} type
 * @property {number} now_ms
 *
 * @typedef {object} ChoicesAnswer What can be clicked after some clicks.
 * @property {"choices"} type
 * @property {number} position_number
 * @property {string[]} clicked
 * @property {Choices} tree
 *
 * @typedef {object} ExplainAnswer Why some clicks make no move; null if nobody meant one.
 * @property {"explain"} type
 * @property {number} position_number
 * @property {string[]} clicked
 * @property {string | null} text
 *
 * @typedef {object} TypedAnswer Which move a typed line means.
 * @property {"typed"} type
 * @property {number} position_number
 * @property {string} line
 * @property {string} move
 *
 * @typedef {object} KeysAnswer What can be typed instead of a move.
 * @property {"keys"} type
 * @property {number} position_number
 * @property {Key[]} keys none in games whose moves are short enough
 *
 * @typedef {object} Ack What was asked for is done, and on the disk; its last event has this number.
 * @property {"ack"} type
 * @property {string} request
 * @property {number} number
 *
 * @typedef {object} Refusal Something may not be, or was not understood; nothing has changed.
 * @property {"error"} type
 * @property {string | null} request
 * @property {string} code
 * @property {string} text a sentence for people
 *
 * @typedef {object} Reload The page speaks another version.
 * @property {"reload"} type
 *
 * @typedef {object} MoveAction A move, in answer to a position.
 * @property {"move"} type
 * @property {number} position_number
 * @property {string} move
 *
 * @typedef {object} UndoAction Take the last move back, where nobody else has to agree.
 * @property {"undo"} type
 * @property {number} position_number
 *
 * @typedef {object} ResignAction Give up.
 * @property {"resign"} type
 * @property {string | null} [side]
 *
 * @typedef {object} SitAction Sit down on a free seat, under one's own name.
 * @property {"sit"} type
 * @property {string} side
 *
 * @typedef {object} OfferAction Offer a draw or a rematch, or ask for one's last move back.
 * @property {"offer"} type
 * @property {"draw" | "takeback" | "rematch"} kind
 * @property {string | null} [side]
 * @property {{[name: string]: string}} [plays] of a rematch; without it, everybody plays the next side
 *
 * @typedef {object} AnswerAction Answer the offer that the event with this number has made.
 * @property {"answer"} type
 * @property {number} offer
 * @property {boolean} yes
 *
 * @typedef {object} WithdrawAction Take one's own offer back.
 * @property {"withdraw"} type
 * @property {number} offer
 *
 * @typedef {object} ClaimAction Claim that the side to move has left.
 * @property {"claim"} type
 * @property {string} side
 *
 * @typedef {object} AbortAction No game after all, before one's own first move; at an open table, get up.
 * @property {"abort"} type
 * @property {string | null} [side]
 *
 * @typedef {object} TakeBackAction Take one's seat back from the bot that plays on.
 * @property {"take_back"} type
 * @property {string | null} [side]
 *
 * @typedef {object} FillAction Have bots sit down on free seats.
 * @property {"fill"} type
 * @property {{[name: string]: number}} bots the level of each
 *
 * @typedef {object} WithdrawTableAction Close a table that has not begun.
 * @property {"withdraw_table"} type
 *
 * @typedef {object} Hello The first message: a page is there, and knows the events up to this number.
 * @property {"hello"} type
 * @property {number} version
 * @property {number} have
 *
 * @typedef {object} TimeQuestion What time is it? Also a sign of life.
 * @property {"time"} type
 *
 * @typedef {object} ClicksQuestion What can be clicked after some clicks, or why they make no move.
 * @property {"choices" | "explain"} type
 * @property {number} position_number
 * @property {string[]} clicked
 *
 * @typedef {object} TypedQuestion Which move a typed line means.
 * @property {"typed"} type
 * @property {number} position_number
 * @property {string} line
 *
 * @typedef {object} KeysQuestion What can be typed instead of a move.
 * @property {"keys"} type
 * @property {number} position_number
 *
 * @typedef {object} PageData What the page of a table brings with it.
 * @property {number} version
 * @property {string} game its name
 * @property {boolean} bots_ready whether bots can think, or their search is still being compiled
 * @property {State} state
 * @property {{[name: string]: string}} keys moves by the names of keys
 * @property {{[name: string]: string}} piece_names
 *
 * @typedef {State | Happening | HereNews | Time | ChoicesAnswer | ExplainAnswer | TypedAnswer | KeysAnswer | Ack | Refusal | ChatTold | LineNews | Said | Unsaid | Reload} Message
 *
 * @typedef {MoveAction | UndoAction | ResignAction | SitAction | OfferAction | AnswerAction | WithdrawAction | ClaimAction | AbortAction | TakeBackAction | FillAction | WithdrawTableAction} Action
 *
 * @typedef {TimeQuestion | ClicksQuestion | TypedQuestion | KeysQuestion | ListenQuestion | SayQuestion} Question
 */
