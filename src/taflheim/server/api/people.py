"""People and programs: profiles, and who is best at a game."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.requests import Request

from taflheim.games.registry import game
from taflheim.server.api.caller import TheReader
from taflheim.server.api.models import TEXT, Answer, refusals
from taflheim.server.api.positions import GameName, NoSuchGame, checked_name, chosen_game
from taflheim.server.identity import TheHall
from taflheim.store.leaderboards import Leader
from taflheim.table.actor import Person
from taflheim.table.rating import Category, Rating, categories

router = APIRouter(tags=["people"])

_OUTCOMES = ("won", "lost", "drawn")


class RatingView(Answer):
    """A rating."""

    game: str
    options: dict[str, int | str]
    side: str = Field(description="Empty where one rating holds for all sides.")
    rating: int
    certain: bool = Field(description="Not before some games were played.")
    games: int


class Score(Answer):
    """How often somebody has won, lost and drawn at a game."""

    game: str
    side: str
    won: int
    lost: int
    drawn: int


class PersonView(Answer):
    """What everybody may know of somebody; of oneself, everything."""

    name: str
    kind: Literal["person", "guest", "program"] = Field(description="A program is a bot with an account.")
    maker: str | None = Field(description="Of a program, who has made it.")
    ratings: list[RatingView]
    scores: list[Score] = Field(
        description="Of the last thousand games; those that were public, unless they are one's own."
    )


class LeaderView(Answer):
    """A line of a leaderboard."""

    place: int
    name: str
    rating: int
    games: int


class Leaderboard(Answer):
    """Who is best at one side of a game."""

    side: str = Field(description="Empty where one rating holds for all sides.")
    people: list[LeaderView]
    programs: list[LeaderView]


class Leaderboards(Answer):
    """Who is best at a game."""

    game: str
    options: dict[str, int | str]
    boards: list[Leaderboard]


@router.get("/people/{name}", responses=refusals(403, 404))
async def person(
    name: Annotated[str, Path(min_length=1, max_length=100, pattern=TEXT)], hall: TheHall, caller: TheReader
) -> PersonView:
    """The profile of somebody."""
    account = await hall.profiles.called(name)
    own = caller.actor == Person(account.id)
    met = (await hall.profiles.get(account, own=own, lines=0)).met
    counted = {(one.game, one.side): dict.fromkeys(_OUTCOMES, 0) for one in met}
    for one in met:
        counted[one.game, one.side][one.outcome] += 1
    maker = await hall.accounts.get(Person(account.maker)) if account.maker else None
    kinds: dict[str, Literal["guest", "program"]] = {"guest": "guest", "bot": "program"}
    return PersonView(
        name=account.name,
        kind=kinds.get(account.kind, "person"),
        maker=maker and maker.name,
        ratings=[
            _rating(Category.parse(row.category), Rating(row.mu, row.sigma), row.games)
            for row in await hall.ratings.all_of(account.id)
        ],
        scores=[Score(game=played, side=side, **scored) for (played, side), scored in sorted(counted.items())],
    )


def _rating(category: Category, rating: Rating, games: int) -> RatingView:
    return RatingView(
        game=category.game.name,
        options=dict(category.game.options),
        side=category.side,
        rating=round(rating.value),
        certain=rating.certain,
        games=games,
    )


@router.get("/leaderboards/{name}", responses=refusals(403, 404))
async def leaderboard(
    name: GameName,
    request: Request,
    hall: TheHall,
    caller: TheReader,
    limit: Annotated[int, Query(ge=1, le=100)] = 100,
) -> Leaderboards:
    """Who is best at a game, for each side that is rated apart. What else is in the address are options of the game."""
    if len(game(checked_name(name)).seats) < 2:
        raise NoSuchGame("a game for one has no ratings")
    chosen = chosen_game(name, request, ("limit",))
    boards = [
        Leaderboard(
            side=category.side,
            people=_leaders(await hall.ratings.leaders(category, programs=False, limit=limit)),
            programs=_leaders(await hall.ratings.leaders(category, programs=True, limit=limit)),
        )
        for category in categories(chosen)
    ]
    return Leaderboards(game=name, options=dict(chosen.options), boards=boards)


def _leaders(found: list[Leader]) -> list[LeaderView]:
    return [
        LeaderView(place=place, name=one.name, rating=round(Rating(one.mu, one.sigma).value), games=one.games)
        for place, one in enumerate(found, 1)
    ]
