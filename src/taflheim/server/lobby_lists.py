"""What there is to see in the lobby, as pages and programs are told it, whenever it changes."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import NamedTuple

from taflheim.games.game import Game
from taflheim.games.message import listed
from taflheim.games.registry import game, rulebooks
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.hall.pairing import Wanted
from taflheim.server.table_words import clock_words, options_words
from taflheim.store.lobby import PublicTable
from taflheim.table.actor import Actor, Person, account_of
from taflheim.table.time_control import TimeControl

_MOST_TABLES, _MOST_PEOPLE = 50, 100
_AGAIN_S = 10.0
"""Who goes away is noticed after so long, though nothing else happens."""
_BETWEEN_S = 0.3
"""Much may happen at once: it is told together."""


class Line(NamedTuple):
    """A table in a list."""

    id: str
    game: str
    options: Mapping[str, object]
    title: str
    names: list[str]
    """Of who sits there, in the order of their turns."""
    people: str
    """The same in words."""
    clock: str
    rated: bool
    terms: str
    """Clock and kind in words."""
    seats: int
    free: int
    watching: int
    note: str
    """How many watch, or how many seats are free."""


class Lists(NamedTuple):
    """What there is to see."""

    tables: list[Line]
    """Those that wait for somebody."""
    games: list[Line]
    """Those that can be watched."""
    people: list[str]
    """Who is here, by name."""
    seeking: str
    """What one waits to be paired for, in words; empty if one does not."""


async def lobby_lists(hall: Hall, actor: Actor) -> Lists:
    """What somebody sees in the lobby now."""
    names = [(await hall.accounts.get(Person(account))).name for account in hall.lobby.here()]
    sought = hall.lobby.pairing.sought(account_of(actor))
    return Lists(
        [_line(table) for table in hall.lobby.open_tables()[:_MOST_TABLES]],
        [_line(table, watching) for table, watching in hall.lobby.running()[:_MOST_TABLES]],
        sorted(names, key=str.casefold)[:_MOST_PEOPLE],
        _wanted_words(sought) if sought else "",
    )


async def lobby_news(hall: Hall, actor: Actor) -> AsyncGenerator[Lists | str]:
    """What somebody sees, now and whenever it has changed; at last the id of the table at which they were paired.

    Who listens is in the lobby.
    """
    since_ms = now_ms()
    account = account_of(actor)
    told: Lists | None = None
    with hall.lobby.visiting(account) as changed:
        while True:
            changed.clear()
            if table_id := hall.lobby.pairing.table_for(account, since_ms):
                yield table_id
                return
            found = await lobby_lists(hall, actor)
            if found != told:
                told = found
                yield found
            try:
                await asyncio.wait_for(changed.wait(), _AGAIN_S)
                await asyncio.sleep(_BETWEEN_S)
            except TimeoutError:
                continue


def _line(table: PublicTable, watching: int = 0) -> Line:
    played = game(table.game, **table.options)
    order = [side for side in rulebooks()[table.game].sides if side in table.seats]
    names = [table.seats[side].name for side in order if not table.seats[side].is_free]
    free = sum(seat.is_free for seat in table.seats.values())
    seats_free = f"{free} of {len(table.seats)} seats free" if free and len(table.seats) > 2 else ""
    return Line(
        table.id,
        table.game,
        played.options,
        _title(played),
        names,
        listed(names) if table.is_open else " – ".join(names),
        str(table.terms.clock),
        table.terms.rated,
        _terms(table.terms.clock, table.terms.rated),
        len(table.seats),
        free,
        watching,
        f"{watching} watching" if watching else seats_free,
    )


def _wanted_words(wanted: Wanted) -> str:
    return f"{_title(wanted.game)} · {_terms(wanted.clock, wanted.rated)}"


def _title(played: Game) -> str:
    return ", ".join(filter(None, (played.title, options_words(played))))


def _terms(clock: TimeControl, rated: bool) -> str:
    return f"{clock_words(clock)} · {'rated' if rated else 'casual'}"
