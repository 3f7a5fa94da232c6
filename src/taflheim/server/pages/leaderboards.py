"""Leaderboards: who is best at a game, for each side where sides differ. Programs stand apart from people."""

from typing import NamedTuple

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from taflheim.draw.emblem import initial
from taflheim.games.game import Game
from taflheim.games.registry import game, rulebooks
from taflheim.hall.hall import Hall
from taflheim.hall.tables import NoSuchTable
from taflheim.server import rating_words as words
from taflheim.server.identity import TheActor, TheHall
from taflheim.server.pages.people import address, leaderboard
from taflheim.server.pages.render import page
from taflheim.store.leaderboards import Leader
from taflheim.table.actor import Actor, Person
from taflheim.table.rating import Category, Rating, categories

router = APIRouter()

_FIRST = 5
"""So many of each game stand on the page of all games."""
_ALL = 100


class Line(NamedTuple):
    """A line of a leaderboard."""

    place: int
    name: str
    face: str
    address: str
    rating: str
    games: int
    since: str
    me: bool


class Board(NamedTuple):
    """The leaderboard of one category."""

    title: str
    people: list[Line]
    programs: list[Line]
    own: str
    """What is said of who looks; nothing for who stands in the list, or has no rating."""
    address: str


class Choice(NamedTuple):
    """One of the leaderboards that can be chosen."""

    title: str
    address: str
    current: bool


@router.get("/leaderboards", response_class=HTMLResponse)
async def leaderboards(hall: TheHall, actor: TheActor) -> Response:
    """The best of every game."""
    boards = [
        await _board(hall, actor, category, _FIRST) for name in _rated_games() for category in categories(game(name))
    ]
    return _page("Leaderboards", "Who is best, game by game", boards)


@router.get("/leaderboards/{name}", response_class=HTMLResponse)
async def leaderboard_of(name: str, hall: TheHall, actor: TheActor, of: str = "") -> Response:
    """The best of a game; `of` says with which options, and of which side, as `players=3` or `foxes`."""
    if name not in _rated_games():
        raise NoSuchTable("there is no such leaderboard here: choose one of those that there are")
    chosen = words.read_category(f"{name}/{of}" if of else name) or Category(game(name))
    shown = [one for one in categories(chosen.game) if not chosen.side or one == chosen]
    boards = [await _board(hall, actor, category, _ALL) for category in shown]
    return _page(words.game_title(chosen.game), "Who is best at it", boards, chosen.game)


def _page(title: str, about: str, boards: list[Board], chosen: Game | None = None) -> Response:
    return page(
        "leaderboards",
        title=title,
        about=about,
        boards=boards,
        empty=not any(board.people or board.programs for board in boards),
        not_certain=words.NOT_CERTAIN,
        **_links(chosen),
    )


def _rated_games() -> list[str]:
    books = sorted(rulebooks().values(), key=lambda book: book.order)
    return [book.name for book in books if max(book.players) > 1]


def _links(chosen: Game | None = None) -> dict[str, object]:
    """The ways to other leaderboards, and to the balance of sides that differ."""
    names = _rated_games()
    games = [Choice("All", "/leaderboards", chosen is None)]
    games += [
        Choice(game(name).title, f"/leaderboards/{name}", chosen is not None and chosen.name == name) for name in names
    ]
    return {
        "choices": games,
        "variants": _variants(chosen) if chosen else [],
        "balance": f"/balance/{chosen.name}" if chosen and not chosen.rulebook.alike else "",
    }


def _variants(chosen: Game) -> list[Choice]:
    """The same game with one option otherwise: those are rated apart."""
    usual = game(chosen.name)
    variants = [usual]
    for option in chosen.rulebook.options:
        variants += [game(chosen.name, **{option.name: value}) for value in option.values[1:]]
    if chosen not in variants:
        variants.append(chosen)
    if len(variants) == 1:
        return []
    return [
        Choice("Usual" if one == usual else _apart(one), leaderboard(Category(one)), one == chosen) for one in variants
    ]


def _apart(one: Game) -> str:
    apart = words.game_title(one).removeprefix(f"{one.title}, ")
    return apart[:1].upper() + apart[1:]


async def _board(hall: Hall, actor: Actor, category: Category, limit: int) -> Board:
    people = await hall.ratings.leaders(category, programs=False, limit=limit)
    programs = await hall.ratings.leaders(category, programs=True, limit=limit)
    me = actor.account if isinstance(actor, Person) else None
    listed = any(one.account_id == me for one in (*people, *programs))
    return Board(
        words.category_title(category),
        _lines(people, me),
        _lines(programs, me),
        await _own(hall, me, category) if me and not listed else "",
        leaderboard(category),
    )


def _lines(leaders: list[Leader], me: str | None) -> list[Line]:
    return [
        Line(
            place,
            one.name,
            initial(one.name),
            address(one.name),
            str(Rating(one.mu, one.sigma)),
            one.games,
            words.day(one.changed_ms),
            one.account_id == me,
        )
        for place, one in enumerate(leaders, 1)
    ]


async def _own(hall: Hall, me: str, category: Category) -> str:
    rating = await hall.ratings.of(me, category)
    if rating is None:
        return ""
    place = await hall.ratings.place(me, category)
    if place is None:
        return f"You: {rating}. A few more rated games, and you are ranked."
    return f"You: {rating}, {words.ordinal(place)}."
