"""What somebody wants to play, as a command line says it, and the table that follows from it."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from taflheim.client.arrival import arrive
from taflheim.client.remote import Remote
from taflheim.engine.bots.levels import find_bot, usual_bot
from taflheim.games.errors import InvalidOption, TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.record_text import game_of
from taflheim.games.registry import game
from taflheim.games.rulebook import either
from taflheim.terminal.opening import Request, again

LOT, ME = "lot", "me"
Company = Literal["", "bot", "friend", "link"]


@dataclass(frozen=True)
class Wish:
    """What somebody wants to play; None or nothing where they have not said it."""

    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    company: Company = ""
    """Against bots, with a friend at this screen, or with whoever gets the link."""
    level: str | None = None
    """Of the bots: its number or name."""
    side: str | None = None
    """One's own, or `lot`."""
    board: str | None = None
    """Of a puzzle: `new` or `wild`."""
    start: str | None = None
    record: str | None = None
    """The text of a saved game to go on with."""
    seed: str | None = None
    table: str | None = None
    """The id of a table to go to."""
    goes_on: bool = False
    """The last game that is not over."""
    day: str | None = None
    """The board of that day, or of `today`."""
    counts: bool = True
    """Whether it is today's try that counts."""

    @property
    def is_definite(self) -> bool:
        """Whether it says enough to go to a table at once; else it is for a menu."""
        said = (self.company, self.level, self.side, self.board, self.start, self.record, self.seed)
        return bool(self.table or self.goes_on or self.day or self.record or (self.game and any(said)))

    @property
    def chosen(self) -> Game:
        """The game with its options; raises TaflheimError if there is no such game."""
        return game_of(self.record) if self.record is not None else game(self.game, **self.options)


def new_table(wish: Wish) -> Request:
    """The request for a new table, as POST /tables takes it; raises TaflheimError if it means nothing.

    >>> asked = new_table(Wish("halatafl"))
    >>> asked["seats"], new_table(Wish("quoridor", {"players": "3"}, level="2", side="b"))["seats"]
    ({'sheep': 'me', 'foxes': 11}, {'a': 2, 'b': 'me', 'c': 2})
    """
    chosen = wish.chosen
    asked: Request = {"request": secrets.token_hex(8), **_beginning(wish, chosen)}
    if len(chosen.seats) == 1:
        if wish.company not in ("", "bot") or wish.level or wish.side:
            raise InvalidOption(f"{chosen.title} is for one: there are no sides to choose, and nobody to play against")
        return asked
    if wish.level is not None and wish.company not in ("", "bot"):
        raise InvalidOption("a level is that of a bot: leave it out, or play against one")
    if wish.company == "friend":
        return asked
    seats = _seats(wish, chosen)
    return {**asked, "seats": seats, **({"side": LOT} if wish.side == LOT else {})}


def _beginning(wish: Wish, chosen: Game) -> Request:
    """What the game begins with."""
    if sum(one is not None for one in (wish.start, wish.record, wish.board)) > 1:
        raise TaflheimError("a game begins with one thing: a position, a record or a board")
    found: Request = {"record": wish.record} if wish.record is not None else {"game": chosen.name}
    if wish.record is None:
        found["options"] = dict(chosen.options)
    if wish.start is not None:
        found["start"] = wish.start
    if wish.seed is not None:
        found["seed"] = wish.seed
    # The board of a seed is the same that `taflheim show` has for it.
    board = wish.board or (
        "wild" if wish.seed and chosen.rulebook.seeded and found.keys() == {"game", "options", "seed"} else None
    )
    return {**found, "board": board} if board else found


def _seats(wish: Wish, chosen: Game) -> dict[str, str | int]:
    """Who sits where: oneself on the side that was named, and a bot or nobody yet on each of the others."""
    if wish.side not in (None, LOT, *chosen.seats):
        raise InvalidOption(f"side {quoted(wish.side)}: expected {either((*chosen.seats, LOT))}")
    mine = chosen.seats[0] if wish.side in (None, LOT) else wish.side
    seats: dict[str, str | int] = {}
    for side in chosen.seats:
        if side == mine:
            seats[side] = ME
        elif wish.company == "link":
            seats[side] = "open"
        else:
            bot = usual_bot(chosen, side) if wish.level is None else find_bot(chosen, wish.level)
            seats[side] = (bot if wish.side == LOT else bot.at(side)).number
    return seats


def go_on_with(text: str, view: Mapping[str, Any]) -> Request:
    """A saved game to go on with, by those who sit at a table (as GET /tables/ID) if it is of the same kind."""
    usual = new_table(Wish(record=text))
    like = again(view)["seats"]
    same = game_of(text).name == view["game"] and set(like) == set(game_of(text).seats)
    return {**usual, "seats": like} if same else usual


def can_swap(chosen: Game, view: Mapping[str, Any]) -> bool:
    """Whether those at a table (as GET /tables/ID) can swap sides: not all are oneself, and every bot plays its own."""
    if len({(seat["yours"], seat["level"]) for seat in view["seats"].values()}) == 1:
        return False
    seats = again(view, swapped=True)["seats"]
    return all(who == ME or find_bot(chosen, who).plays(side) for side, who in seats.items())


async def find_table(remote: Remote, wish: Wish) -> str:
    """The id of the table that somebody wants: opened, or found again. Who is nobody yet becomes a guest."""
    if wish.table is not None:
        return wish.table
    if wish.goes_on:
        return await _last(remote, wish.game)
    await arrive(remote)
    if wish.day is not None:
        return await _daily(remote, wish.day, counts=wish.counts)
    return str((await remote.post("tables", **new_table(wish)))["id"])


async def _daily(remote: Remote, day: str, *, counts: bool) -> str:
    """The board of a day: one's try of today, or another one that does not count."""
    if counts:
        return str((await remote.put("daily", day, "try"))["id"])
    return str((await remote.post("daily", day, "tables"))["id"])


async def _last(remote: Remote, name: str) -> str:
    """The game that one would go on with first."""
    if name:
        found = await remote.get("me", "games", game=game(name).name, result="unfinished", limit=1)
    else:
        found = await remote.get("me", "unfinished")
    if not found["games"]:
        raise TaflheimError("there is no game to go on with: begin one, as with taflheim play quoridor")
    return str(found["games"][0]["id"])
