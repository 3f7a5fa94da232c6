"""The board of the day: one try that counts, the results of all, and the days before."""

import asyncio
from datetime import date
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends
from starlette.responses import HTMLResponse, Response

from taflheim.draw import board as pictures
from taflheim.draw.emblem import initial
from taflheim.games.game import Game
from taflheim.games.message import counted
from taflheim.games.registry import game
from taflheim.hall.daily_board import FIRST_DAY, daily_games, days_until, read_day
from taflheim.hall.hall import Hall
from taflheim.hall.tables import NoSuchTable
from taflheim.server.guests import arrive
from taflheim.server.identity import TheActor, TheClient, TheHall
from taflheim.server.pages.leaderboards import Choice
from taflheim.server.pages.people import address
from taflheim.server.pages.render import go_to, page
from taflheim.server.rules_loader import TheRules
from taflheim.store.daily import Result, State, Try
from taflheim.table.actor import Actor, Person, account_of

router = APIRouter()

_RESULTS = 100
_WEEKS = 5


async def _the_game(of: str = "") -> str:
    """The game that an address names, or the first that has a board of the day."""
    names = daily_games()
    if not names or (of and of not in names):
        raise NoSuchTable("there is no board of the day for this game")
    return of or names[0]


TheDailyGame = Annotated[str, Depends(_the_game)]


def daily_address(name: str, day: str = "") -> str:
    """Where the board of a day is; without a day, today's."""
    return f"/daily{f'/{day}' if day else ''}{'' if name == daily_games()[0] else f'?of={name}'}"


@router.get("/daily", response_class=HTMLResponse)
async def today(name: TheDailyGame, hall: TheHall, actor: TheActor, rules: TheRules) -> Response:
    """Today's board."""
    await rules.ready(name)
    return await _shown(hall, actor, name, hall.daily.today())


@router.get("/daily/{day}", response_class=HTMLResponse)
async def one_day(day: str, name: TheDailyGame, hall: TheHall, actor: TheActor, rules: TheRules) -> Response:
    """The board of a day."""
    await rules.ready(name)
    return await _shown(hall, actor, name, _checked(hall, day))


@router.post("/daily")
async def play(name: TheDailyGame, hall: TheHall, actor: TheActor, client: TheClient, rules: TheRules) -> Response:
    """Begin today's try that counts, or go on with it. Who has no account becomes a guest by that."""
    await rules.ready(name)
    came = await arrive(hall, actor, client)
    table = await hall.daily.play(name, came.seat)
    return came.greet(go_to(f"/tables/{table.id}"), hall)


@router.post("/daily/{day}")
async def play_again(
    day: str, name: TheDailyGame, hall: TheHall, actor: TheActor, client: TheClient, rules: TheRules
) -> Response:
    """Play the board of a day without counting: any time, once the try of that day is over or the day itself."""
    await rules.ready(name)
    day = _checked(hall, day)
    await hall.daily.check_again(name, day, account_of(actor))  # before somebody becomes a guest for nothing
    came = await arrive(hall, actor, client)
    table = await hall.daily.play_again(name, day, came.seat)
    return came.greet(go_to(f"/tables/{table.id}"), hall)


def _checked(hall: Hall, day: str) -> str:
    found = read_day(day, hall.daily.today())
    if found is None:
        raise NoSuchTable("there is no board of that day: look at today's")
    return found


# ---- the page -----------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A result in the table."""

    name: str
    face: str
    address: str
    told: str
    won: bool
    moves: int
    jumps: int
    record: str
    """Where the game can be seen; nothing as long as it may not be."""
    me: bool


class Day(NamedTuple):
    """A day in the calendar."""

    number: int
    label: str
    """For those who cannot see the calendar."""
    address: str
    """Nothing for days without a board."""
    state: str
    today: bool
    current: bool
    """Whether it is the one that is shown."""


async def _shown(hall: Hall, actor: Actor, name: str, day: str) -> Response:
    shown, account = game(name), actor.account if isinstance(actor, Person) else None
    current = hall.daily.today()
    board, results = await asyncio.gather(hall.daily.board(name, day), hall.daily.results(name, day, _RESULTS))
    own = await hall.daily.own(name, day, account) if account else None
    return page(
        "daily",
        title=shown.title,
        about=shown.rulebook.puzzle_about,
        day=_day_title(day),
        is_today=day == current,
        picture=pictures.small(board.start, "daily-"),
        par=counted(board.par, "move"),
        own=own,
        told=_told(own, shown),
        results=_lines(results, account, shows=hall.daily.shows(day, own)),
        jumps=_jumps(shown),
        streak=await hall.daily.streak(name, account) if account else None,
        weeks=_weeks(name, current, day, await hall.daily.days(name, account) if account else {}),
        again=daily_address(name, day),
        play=daily_address(name),
        guest=account is None or (await hall.accounts.get(Person(account))).kind == "guest",
        choices=[Choice(game(each).title, daily_address(each), each == name) for each in daily_games()],
    )


def _day_title(day: str) -> str:
    at = date.fromisoformat(day)
    return f"{at:%A}, {at.day} {at:%B} {at.year}"


def _told(own: Try | None, shown: Game) -> str:
    """How somebody's own try has ended.

    >>> import taflheim
    >>> _told(Try("hivolts", "2026-11-18", "7f", "t", "won", 9, 1, 0, 0), taflheim.game("hivolts"))
    'You have won in 9 moves, with 1 jump.'
    """
    if own is None or own.state == "playing":
        return ""
    how = f"You have {own.state}" + (" in " if own.state == "won" else " after ") + counted(own.moves, "move")
    return how + (f", with {counted(own.jumps, _chance(shown))}." if own.jumps else ".")


def _chance(shown: Game) -> str:
    """What a move is called whose outcome is drawn by lot."""
    return next((spot.label for spot in shown.layout.spots if spot.kind == "button"), "move by lot")


def _jumps(shown: Game) -> str:
    return f"{_chance(shown)}s".capitalize() if shown.rulebook.chance else ""


def _lines(results: list[Result], me: str | None, *, shows: bool) -> list[Line]:
    return [
        Line(
            one.name,
            initial(one.name),
            address(one.name),
            "Won" if one.state == "won" else "Lost",
            one.state == "won",
            one.moves,
            one.jumps,
            f"/tables/{one.table_id}" if shows else "",
            one.account_id == me,
        )
        for one in results
    ]


def _weeks(name: str, today: str, shown: str, states: dict[str, State]) -> list[list[Day | None]]:
    """The last weeks, from Monday to Sunday; None for days that have not come yet."""
    last = date.fromisoformat(today)
    until = days_until(today, 7 * (_WEEKS - 1) + last.weekday() + 1)
    days: list[Day | None] = [_day(name, day, today, shown, states.get(day)) for day in until]
    days += [None] * (6 - last.weekday())
    return [days[first : first + 7] for first in range(0, len(days), 7)]


def _day(name: str, day: str, today: str, shown: str, state: State | None) -> Day:
    at = date.fromisoformat(day)
    told = {"won": "won", "lost": "lost", "playing": "not finished", None: "not played"}[state]
    there = at >= FIRST_DAY
    return Day(
        at.day,
        f"{at.day} {at:%B}{', today' if day == today else ''}, {told}",
        daily_address(name, day) if there else "",
        (state or "none"),
        day == today,
        day == shown,
    )
