"""One's own games, and those to go on with."""

import asyncio
from typing import Annotated, Literal, cast

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.requests import Request

from taflheim.games.registry import game, rulebooks
from taflheim.hall.hall import Hall
from taflheim.server import game_words as words
from taflheim.server.api.caller import TheReadingPerson
from taflheim.server.api.models import TEXT, Answer, refusals
from taflheim.server.api.tables import MOST_LISTED, link_to
from taflheim.server.going_on import LISTED, games_going_on
from taflheim.server.identity import TheHall
from taflheim.server.rating_words import before_after
from taflheim.store.games import Line, Result, Wanted
from taflheim.store.ratings import Change

router = APIRouter(tags=["accounts"])

Code = Literal["unfinished", "won", "lost", "drawn", "aborted", "shared"]


class Opponent(Answer):
    """Somebody else at a table."""

    side: str
    name: str
    level: int | None = Field(description="Of a bot of the house.")


class OwnGame(Answer):
    """A game of one's own."""

    id: str
    link: str
    game: str
    options: dict[str, int | str]
    title: str
    sides: list[str] = Field(description="Those that one plays.")
    opponents: list[Opponent]
    company: str = Field(description="With and against whom, in words; empty in a game for one.")
    result: Code = Field(description="`shared`: several sides of one's own, or an imported game.")
    told: str = Field(description="The same in words.", examples=["You won"])
    your_turn: bool
    winner: str | None
    reason: str | None = Field(description="Why the game has ended; none while it lasts.")
    moves: int | None = Field(description="How many were made, as far as that is known.")
    position: str | None
    changed_ms: int = Field(description="When something happened there last: milliseconds since 1970, UTC.")
    rating: str | None = Field(description="What it has changed of one's rating.", examples=["1500? → 1530?"])


class OwnGames(Answer):
    """Games of one's own: first those that last, then those that have ended, each the last played first."""

    count: int = Field(description="How many there are of this kind.")
    games: list[OwnGame]


@router.get("/me/games", responses=refusals(403))
async def my_games(
    request: Request,
    hall: TheHall,
    person: TheReadingPerson,
    game_: Annotated[str | None, Query(alias="game", max_length=60, pattern=TEXT)] = None,
    result: Result | None = None,
    opponent: Annotated[str | None, Query(max_length=100, pattern=TEXT, description="The name of one.")] = None,
    one_screen: Annotated[bool, Query(description="Only those in which one had several sides.")] = False,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 20,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> OwnGames:
    """One's own games."""
    wanted = Wanted(game_, opponent, one_screen, result)
    found, count = await asyncio.gather(
        hall.games.listed(person, wanted, limit, offset), hall.games.count(person, wanted)
    )
    lines = [line for line in found if line.game in rulebooks()]
    changes = await hall.ratings.changes(line.id for line in lines)
    told = [_game(hall, request, line, person.account, changes.get(line.id, {})) for line in lines]
    return OwnGames(count=count, games=told)


def _game(hall: Hall, request: Request, line: Line, account: str, changes: dict[str, Change]) -> OwnGame:
    code, told = words.result(line, account)
    mine = words.own_sides(line, account)
    sides = [side for side in rulebooks()[line.game].sides if side in line.seats]
    others = [(side, line.seats[side]) for side in sides if side not in mine]
    return OwnGame(
        id=line.id,
        link=link_to(hall, request, line.id),
        game=line.game,
        options=dict(game(line.game, **line.options).options),
        title=rulebooks()[line.game].title,
        sides=mine,
        opponents=[Opponent(side=side, name=seat.name, level=seat.level) for side, seat in others],
        company=words.company(line, account),
        result=cast(Code, code),
        told=told,
        your_turn=words.is_turn_of(line, account),
        winner=line.winner,
        reason=line.reason,
        moves=line.plies,
        position=line.position,
        changed_ms=line.changed_ms,
        rating=next((before_after(one) for one in changes.values() if one.account_id == account), None),
    )


class Unfinished(Answer):
    """A game to go on with."""

    id: str
    link: str
    words: str = Field(examples=["Hnefatafl against Nils, move 12"])
    your_turn: bool = Field(description="Whether other people wait for one's move.")


class AllUnfinished(Answer):
    """The games to go on with: first those in which others wait for one's move."""

    games: list[Unfinished]


@router.get("/me/unfinished", responses=refusals(403))
async def unfinished(request: Request, hall: TheHall, person: TheReadingPerson) -> AllUnfinished:
    """The games that one can go on with, as the menu lists them."""
    last, _ = await hall.games.at_a_glance(person, LISTED)
    found = await games_going_on(hall, person, last)
    return AllUnfinished(games=[Unfinished(**one._asdict(), link=link_to(hall, request, one.id)) for one in found])
