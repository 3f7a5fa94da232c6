"""Profiles: somebody's ratings, results and games. Others see what was public, the person themselves everything."""

import asyncio
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from taflheim.draw.emblem import emblem, initial
from taflheim.draw.line import Point, line
from taflheim.games.registry import rulebooks
from taflheim.hall.clock import now_ms
from taflheim.hall.profiles import LATELY
from taflheim.hall.stats import Tally
from taflheim.server import rating_words as words
from taflheim.server.game_words import company, result
from taflheim.server.identity import TheActor, TheHall, ThePerson
from taflheim.server.pages.games import when_ms
from taflheim.server.pages.render import go_to, page
from taflheim.server.pages.stats import Row, tell
from taflheim.store import ratings as rows
from taflheim.store.games import Line
from taflheim.store.profiles import Met, Opponent
from taflheim.store.ratings import Change
from taflheim.store.stats import Ended
from taflheim.table.actor import Person
from taflheim.table.rating import POINTS, Category, Rating

router = APIRouter()

_LINES = 12
_OPPONENTS = 30
_HISTORY = 200
_KINDS = {"guest": "Guest", "bot": "Program"}


def address(name: str) -> str:
    """Where somebody's profile is.

    >>> address("Ánna")
    '/people/%C3%81nna'
    """
    return f"/people/{quote(name, safe='')}"


@router.get("/people")
async def own_profile(hall: TheHall, person: ThePerson) -> Response:
    """The way to one's own profile."""
    return go_to(address((await hall.accounts.get(person)).name))


@router.get("/people/{name}", response_class=HTMLResponse)
async def profile(name: str, hall: TheHall, actor: TheActor) -> Response:
    """What somebody plays, and how well."""
    account = await hall.profiles.called(name)
    if account.name != name:
        return go_to(address(account.name))
    own = actor == Person(account.id)
    found = await hall.profiles.get(account, own=own, lines=_LINES)
    rated = await hall.ratings.all_of(account.id)
    known = [(row, category) for row in rated if (category := words.read_category(row.category))]
    histories = [await hall.ratings.history(account.id, row.category, _HISTORY) for row, _ in known]
    places = [await hall.ratings.place(account.id, category) for _, category in known]
    told, met = await asyncio.gather(
        asyncio.to_thread(tell, [_ended(one) for one in found.met], now_ms()),
        asyncio.to_thread(against, found.met),
    )
    changes = await hall.ratings.changes(each.id for each in found.lines)
    return page(
        "people",
        called=account.name,
        kind=_KINDS.get(account.kind, ""),
        face=initial(account.name),
        own=own,
        banned=account.banned,
        not_certain=words.NOT_CERTAIN,
        ratings=_in_order(_rated(*each) for each in zip(known, histories, places, strict=True)),
        told=told,
        opponents=met,
        games=[
            _listed(each, account.id, changes.get(each.id, {}), own) for each in found.lines if each.game in rulebooks()
        ],
        most=LATELY if len(found.met) == LATELY else 0,
    )


# ---- ratings ------------------------------------------------------------------------------------------------------


class Rated(NamedTuple):
    """A rating on a profile."""

    category: Category
    title: str
    shown: str
    certain: bool
    games: int
    place: str
    best: str
    plot: str
    leaderboard: str


def _rated(known: tuple[rows.Row, Category], history: list[Change], place: int | None) -> Rated:
    row, category = known
    title = words.category_title(category)
    after = [Rating(one.mu_after, one.sigma_after) for one in history]
    best = max((rating for rating in after if rating.certain), default=None)
    return Rated(
        category,
        title,
        str(Rating(row.mu, row.sigma)),
        Rating(row.mu, row.sigma).certain,
        row.games,
        words.ordinal(place) if place else "",
        str(best) if best else "",
        line(f"{title}: the rating over time", [_point(one) for one in history]) if history else "",
        leaderboard(category),
    )


def leaderboard(category: Category) -> str:
    """Where the leaderboard of a category is."""
    name, *chosen = str(category).split("/")
    return f"/leaderboards/{name}" + (f"?of={quote('/'.join(chosen))}" if chosen else "")


def _point(change: Change) -> Point:
    rating = Rating(change.mu_after, change.sigma_after)
    day = words.day(change.ended_ms)
    short = day.rpartition(" ")[0]
    return Point(rating.value, POINTS * rating.sigma, short, f"{day}: {words.before_after(change)}")


def _in_order(ratings: Iterable[Rated]) -> list[Rated]:
    """By game as in the menu; the usual options first, then what was played most."""
    return sorted(
        ratings,
        key=lambda one: (one.category.game.rulebook.order, len(one.category.pool), one.category.pool, -one.games),
    )


# ---- results ------------------------------------------------------------------------------------------------------


def against(met: Iterable[Met]) -> list[Row]:
    """Results by opponent: people, those met most first, then bots by their level."""
    outcomes: dict[tuple[str | None, str], list[str]] = {}
    people: dict[tuple[str | None, str], Opponent] = {}
    for game in met:
        # Who had several seats was met once.
        beside = {(one.account_id, "" if one.account_id else one.name): one for one in game.opponents}
        people |= beside
        for key in beside:
            outcomes.setdefault(key, []).append(game.outcome)
    found = [
        Row(
            who.name,
            Tally(*(outcomes[key].count(how) for how in Tally._fields)),
            initial(who.name) if who.account_id else emblem(who.name),
            who.level,
            address=address(who.name) if who.kind not in (None, "deleted") else "",
        )
        for key, who in people.items()
    ]
    most = sorted(found, key=lambda one: (-one.tally.played, one.title))[:_OPPONENTS]
    return sorted(most, key=lambda one: one.number or 0)


def _ended(met: Met) -> Ended:
    """A game as the stats count it."""
    bot = met.opponents[0] if len(met.opponents) == 1 and met.opponents[0].account_id is None else None
    return Ended(
        met.game,
        met.side,
        1,
        met.outcome,
        None,
        bot.level if bot else None,
        bot.name if bot else None,
        met.ended_ms,
        met.played_ms,
    )


# ---- games --------------------------------------------------------------------------------------------------------


class Listed(NamedTuple):
    """A game on a profile."""

    id: str
    title: str
    company: str
    code: str
    """How it has ended, for its look."""
    told: str
    when: str
    change: str
    """Of the rating of whose profile it is."""


_RESULTS = {"won": "Won", "lost": "Lost", "drawn": "Drawn", "aborted": "Aborted", "unfinished": "Going on"}


def _listed(line: Line, account: str, changes: dict[str, Change], own: bool) -> Listed:
    code, told = result(line, account)
    change = next((one for one in changes.values() if one.account_id == account), None)
    return Listed(
        line.id,
        rulebooks()[line.game].title,
        company(line, account),
        code,
        told if own else _RESULTS.get(code, told),
        when_ms(line.changed_ms),
        words.before_after(change) if change else "",
    )
