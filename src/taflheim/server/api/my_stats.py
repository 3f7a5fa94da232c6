"""One's own results."""

import asyncio

from fastapi import APIRouter
from pydantic import Field

from taflheim.hall.clock import now_ms
from taflheim.hall.stats import Tally
from taflheim.server.api.caller import TheReadingPerson
from taflheim.server.api.models import Answer, refusals
from taflheim.server.identity import TheHall
from taflheim.server.results import OfGame, OneScreen, results

router = APIRouter(tags=["accounts"])


class Outcomes(Answer):
    """How some games have ended."""

    won: int
    lost: int
    drawn: int


class SideScore(Outcomes):
    """Results with one side of a game."""

    side: str
    title: str


class BotScore(Outcomes):
    """Results against one bot."""

    level: int
    name: str


class GameScore(Outcomes):
    """Results at one game."""

    game: str
    title: str
    played_ms: int
    sides: list[SideScore] = Field(description="None in a game for one.")
    bots: list[BotScore]


class TogetherScore(Answer):
    """Games of people before one screen."""

    game: str
    title: str
    played: int
    wins: dict[str, int] = Field(description="By the title of the side.")
    drawn: int


class PeriodScore(Outcomes):
    """Results of a day, a week or a month."""

    begins: str = Field(examples=["2026-11-16"])
    label: str = Field(examples=["16 Nov"])


class Stats(Outcomes):
    """One's own results, but for games in which one had several sides: those are `together`."""

    name: str
    played_ms: int
    streak: str | None = Field(description="What the last games have in common: won, lost or drawn.")
    streak_length: int
    longest_win: int = Field(description="The most wins in a row.")
    periods: list[PeriodScore] = Field(description="By days, weeks or months, until today and without gaps.")
    games: list[GameScore]
    together: list[TogetherScore]


@router.get("/me/stats", responses=refusals(403))
async def stats(hall: TheHall, person: TheReadingPerson) -> Stats:
    """One's own results."""
    ended = await hall.games.ended(person)
    # Some milliseconds for thousands of games, in which others need not wait.
    found = await asyncio.to_thread(results, ended, now_ms())
    return Stats(
        **_outcomes(found.tally),
        name=(await hall.accounts.get(person)).name,
        played_ms=found.played_ms,
        streak=found.streak.outcome if found.streak else None,
        streak_length=found.streak.length if found.streak else 0,
        longest_win=found.longest_win,
        periods=[
            PeriodScore(**_outcomes(one.tally), begins=one.begins.isoformat(), label=one.label) for one in found.periods
        ],
        games=[_game_outcomes(one) for one in found.games],
        together=[_together(one) for one in found.one_screen],
    )


def _outcomes(tally: Tally) -> dict[str, int]:
    return tally._asdict()


def _game_outcomes(one: OfGame) -> GameScore:
    return GameScore(
        **_outcomes(one.tally),
        game=one.name,
        title=one.title,
        played_ms=one.played_ms,
        sides=[SideScore(**_outcomes(side.tally), side=side.side, title=side.title) for side in one.sides],
        bots=[BotScore(**_outcomes(bot.tally), level=bot.level, name=bot.name) for bot in one.bots],
    )


def _together(one: OneScreen) -> TogetherScore:
    return TogetherScore(game=one.name, title=one.title, played=one.played, wins=one.wins, drawn=one.drawn)
