"""The board of a day, and how people have fared with it."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from pydantic import Field

from taflheim.games.errors import TaflheimError
from taflheim.hall.daily_board import daily_games, read_day
from taflheim.server.api.caller import TheReader
from taflheim.server.api.models import TEXT, Answer, refusals
from taflheim.server.identity import TheHall
from taflheim.server.rules_loader import TheRules
from taflheim.table.actor import Person

router = APIRouter(tags=["daily"])

_RESULTS = 100


class NoSuchDay(TaflheimError):
    """There is no board of that day."""


class TryView(Answer):
    """A try that has ended."""

    name: str
    state: Literal["won", "lost"]
    moves: int
    jumps: int = Field(description="Moves whose outcome was drawn by lot.")


class Day(Answer):
    """The board of a day."""

    day: str
    game: str
    start: str
    par: int = Field(description="How many moves the shortest way takes that needs no luck.")
    own: Literal["playing", "won", "lost"] | None = Field(description="How one's own try stands.")
    results: list[TryView] = Field(description="The best first; guests are not listed.")


@router.get("/daily/{day}", responses=refusals(403, 404))
async def daily(
    day: Annotated[str, Path(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Of UTC, as 2026-11-18.")],
    hall: TheHall,
    caller: TheReader,
    rules: TheRules,
    game: Annotated[str | None, Query(max_length=60, pattern=TEXT, description="Where several have one.")] = None,
) -> Day:
    """The board of a day: the same everywhere, and proven winnable."""
    names = daily_games()
    found = read_day(day, hall.daily.today())
    if found is None or not names or game not in (None, *names):
        raise NoSuchDay("there is no board of that day: ask for today's, or an earlier one")
    name = game or names[0]
    await rules.ready(name)
    board = await hall.daily.board(name, found)
    own = await hall.daily.own(name, found, caller.actor.account) if isinstance(caller.actor, Person) else None
    return Day(
        day=found,
        game=name,
        start=str(board.start),
        par=board.par,
        own=own.state if own else None,
        results=[
            TryView(name=one.name, state=one.state, moves=one.moves, jumps=one.jumps)
            for one in await hall.daily.results(name, found, _RESULTS)
            if one.state != "playing"
        ],
    )
