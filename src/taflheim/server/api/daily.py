"""The board of a day: how people have fared with it, one's own try that counts, and playing it again."""

from http import HTTPStatus
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Depends, Path, Query
from pydantic import Field
from starlette.requests import Request

from taflheim.games.errors import TaflheimError
from taflheim.hall.daily_board import daily_games, read_day
from taflheim.hall.hall import Hall
from taflheim.server.api.caller import TheCaller, ThePlayer, TheReader
from taflheim.server.api.models import TEXT, Answer, refusals
from taflheim.server.api.tables import Opened, link_to
from taflheim.server.identity import TheHall
from taflheim.server.limits import TheLimiter
from taflheim.server.rules_loader import TheRules
from taflheim.table.actor import Person
from taflheim.table.seat import Seat

router = APIRouter(tags=["daily"])

_RESULTS = 100
_TODAY = "today"


class NoSuchDay(TaflheimError):
    """There is no board of that day."""


class TryView(Answer):
    """A try that has ended."""

    name: str
    state: Literal["won", "lost"]
    moves: int
    jumps: int = Field(description="Moves whose outcome was drawn by lot.")
    table: str | None = Field(description="Its id; not before one's own try, or the day, is over.")


class StreakView(Answer):
    """On how many days in a row one has won."""

    now: int = Field(description="Until today, or yesterday as long as today's try is not over.")
    best: int


class Day(Answer):
    """The board of a day."""

    day: str
    game: str
    title: str
    today: bool
    start: str
    par: int = Field(description="How many moves the shortest way takes that needs no luck.")
    own: Literal["playing", "won", "lost"] | None = Field(description="How one's own try stands.")
    table: str | None = Field(description="The id of the table of one's own try.")
    streak: StreakView | None = Field(description="Of who has an account.")
    results: list[TryView] = Field(description="The best first; guests are not listed.")


class Board(NamedTuple):
    """The board that an address names."""

    game: str
    day: str


async def _board(
    day: Annotated[
        str,
        Path(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2}|today)$", description="Of UTC, as 2026-11-18, or `today`."),
    ],
    hall: TheHall,
    rules: TheRules,
    game: Annotated[str | None, Query(max_length=60, pattern=TEXT, description="Where several have one.")] = None,
) -> Board:
    names, today = daily_games(), hall.daily.today()
    found = today if day == _TODAY else read_day(day, today)
    if found is None or not names or game not in (None, *names):
        raise NoSuchDay("there is no board of that day: ask for today's, or an earlier one")
    name = game or names[0]
    await rules.ready(name)
    return Board(name, found)


TheBoard = Annotated[Board, Depends(_board)]


@router.get("/daily/{day}", responses=refusals(403, 404))
async def daily(caller: TheReader, asked: TheBoard, hall: TheHall) -> Day:
    """The board of a day: the same everywhere, and proven winnable."""
    board = await hall.daily.board(*asked)
    account = caller.actor.account if isinstance(caller.actor, Person) else None
    own = await hall.daily.own(*asked, account) if account else None
    shows = hall.daily.shows(asked.day, own)
    streak = await hall.daily.streak(asked.game, account) if account else None
    return Day(
        day=asked.day,
        game=asked.game,
        title=board.start.game.title,
        today=asked.day == hall.daily.today(),
        start=str(board.start),
        par=board.par,
        own=own.state if own else None,
        table=own.table_id if own else None,
        streak=StreakView(now=streak.now, best=streak.best) if streak else None,
        results=[
            TryView(
                name=one.name,
                state=one.state,
                moves=one.moves,
                jumps=one.jumps,
                table=one.table_id if shows else None,
            )
            for one in await hall.daily.results(*asked, _RESULTS)
            if one.state != "playing"
        ],
    )


@router.put("/daily/{day}/try", responses=refusals(403, 404, 409))
async def try_it(person: ThePlayer, asked: TheBoard, request: Request, hall: TheHall) -> Opened:
    """The table of one's try that counts: opened, or the same again as long as the try lasts. Only today's board."""
    if asked.day != hall.daily.today():
        raise NoSuchDay("that day is over: play its board again, without counting")
    table = await hall.daily.play(asked.game, await _seat(hall, person))
    return Opened(id=table.id, link=link_to(hall, request, table.id))


@router.post("/daily/{day}/tables", status_code=HTTPStatus.CREATED, responses=refusals(403, 404, 409))
async def play_again(
    person: ThePlayer, caller: TheCaller, asked: TheBoard, request: Request, hall: TheHall, limiter: TheLimiter
) -> Opened:
    """The board of a day on another table, which does not count: once one's try of that day is over, or the day."""
    await limiter.table(person, caller.client.address)
    table = await hall.daily.play_again(*asked, await _seat(hall, person))
    return Opened(id=table.id, link=link_to(hall, request, table.id))


async def _seat(hall: Hall, person: Person) -> Seat:
    return Seat.person(person.account, (await hall.accounts.get(person)).name)
