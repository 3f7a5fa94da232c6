"""Balance: for a game whose sides differ, who wins how often, at which ratings."""

import asyncio
from typing import NamedTuple

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from taflheim.draw.emblem import emblem
from taflheim.engine.bots.levels import levels
from taflheim.engine.bots.ratings import ratings
from taflheim.games.game import Game
from taflheim.games.registry import game, rulebooks
from taflheim.hall.balance import Band, of_bots
from taflheim.hall.tables import NoSuchTable
from taflheim.server.identity import TheHall
from taflheim.server.pages.leaderboards import Choice
from taflheim.server.pages.render import page

router = APIRouter()


class Share(NamedTuple):
    """How often each side wins at some ratings, in hundredths."""

    label: str
    first: int
    drawn: int
    second: int
    games: int


class BotLine(NamedTuple):
    """A bot's ratings, side by side: the side at which it is worth more is the easier one."""

    number: int
    name: str
    face: str
    values: list[str]


@router.get("/balance/{name}", response_class=HTMLResponse)
async def balance(name: str, hall: TheHall) -> Response:
    """Who wins how often."""
    titles = _asymmetric()
    if name not in titles:
        raise NoSuchTable("there is no such page here: in this game all sides are alike")
    shown = game(name)
    here, bots = await asyncio.gather(hall.ratings.balance(shown), asyncio.to_thread(of_bots, shown))
    return page(
        "balance",
        title=shown.title,
        name=name,
        sides=[shown.rulebook.side_title(side) for side in shown.seats],
        here=_shares(here),
        bots=_shares(bots),
        ladder=_ladder(shown),
        choices=[Choice(title, f"/balance/{other}", other == name) for other, title in titles.items()],
    )


def _asymmetric() -> dict[str, str]:
    """The games with two sides that differ, by name."""
    books = sorted(rulebooks().values(), key=lambda book: book.order)
    return {book.name: book.title for book in books if book.players == (2,) and not book.alike}


def _shares(bands: list[Band]) -> list[Share]:
    """Each band, and first of all of them, if there are several."""
    if not bands:
        return []
    everything = bands[0]
    for band in bands[1:]:
        everything = everything.plus(band)
    listed = [_share(band, f"{band.low}–{band.high}") for band in bands]
    return [_share(everything, "All"), *listed] if len(bands) > 1 else listed


def _share(band: Band, label: str) -> Share:
    first, second = (round(100 * won / band.games) for won in (band.first, band.second))
    return Share(label, first, 100 - first - second if band.drawn else 0, second, round(band.games))


def _ladder(shown: Game) -> list[BotLine]:
    known = ratings(shown)
    if known is None:
        return []
    lines = []
    for bot in levels(shown):
        found = [known.of(bot, side) for side in shown.seats]
        values = [f"{one.value:.0f}" if one else "–" for one in found]
        lines.append(BotLine(bot.number, bot.name, emblem(bot.name), values))
    return lines
