"""What the pages show, as data for their templates."""

import json
from typing import Any, NamedTuple

from taflheim.draw import board, svg
from taflheim.engine.bots.levels import Bot, bots
from taflheim.engine.bots.ratings import ratings
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.registry import game, rulebooks
from taflheim.games.rulebook import Option, Rulebook
from taflheim.server import messages
from taflheim.server.opening import same_again
from taflheim.store.store import Stat, TableInfo
from taflheim.table.table import Table

_PICTURE_SEED = 7
_PREFIX = "piece-"


def title(side: str) -> str:
    """The name of a side as people see it.

    >>> title("attackers"), title("a")
    ('Attackers', 'a')
    """
    return side if len(side) == 1 else side.capitalize()


# ---- the menu -----------------------------------------------------------------------------------------------------


class Offer(NamedTuple):
    """A game in the menu."""

    name: str
    title: str
    about: str
    picture: str
    options: tuple[Option, ...]
    sides: list[tuple[str, str, str]]
    """Those that people play: name, title and picture."""
    most_players: int
    rivals: list["Rival"]
    alone: bool
    """Whether it is a game for one."""


class Rival(NamedTuple):
    """A bot that one can play against."""

    bot: Bot
    ratings: list[tuple[str, str]]
    """Its ratings by the side that it plays; by no side, if they are the same."""


def offers() -> list[Offer]:
    """All games in the order in which the menu shows them."""
    return [_offer(rulebook) for rulebook in sorted(rulebooks().values(), key=lambda one: one.order)]


def _offer(rulebook: Rulebook) -> Offer:
    shown = game(rulebook.name)
    alone = rulebook.players == (1,)
    names, prefix = rulebook.sides[: max(rulebook.players)], f"{rulebook.name}-"
    pictured = _pictured(shown)
    return Offer(
        rulebook.name,
        rulebook.title,
        rulebook.about,
        board.small(pictured, prefix),
        rulebook.options,
        [(side, title(side), board.tile(shown.layout, board.side_key(pictured, side), prefix)) for side in names],
        max(rulebook.players),
        [] if alone else [_rival(shown, bot) for bot in bots(shown)],
        alone,
    )


def _rival(shown: Game, bot: Bot) -> Rival:
    known = ratings(shown)
    rated = [rating for rating in known.ratings if rating.bot == bot.name] if known else []
    return Rival(bot, [(rating.side, f"{rating.value:.0f}") for rating in rated])


def _pictured(shown: Game) -> Position:
    if shown.rulebook.example:
        return shown.position(shown.rulebook.example)
    return shown.start(_PICTURE_SEED if shown.rulebook.seeded else None)


class Unfinished(NamedTuple):
    """A table at which one can go on playing."""

    id: str
    title: str
    company: str


def unfinished(tables: list[TableInfo], own_name: str) -> list[Unfinished]:
    """The tables that have not ended, those last played at first."""
    return [
        Unfinished(table.id, rulebooks()[table.game].title, _company(table, own_name))
        for table in tables
        if not table.finished and table.game in rulebooks()
    ]


def _company(table: TableInfo, own_name: str) -> str:
    """With whom one plays at a table."""
    others = list(dict.fromkeys(name for name in table.seats.values() if name != own_name))
    if others:
        return f"with {' and '.join(others)}"
    return "with a friend" if len(table.seats) > 1 else ""


def first_chosen(tables: list[TableInfo], offered: list[Offer]) -> str:
    """The game that is chosen when the menu opens: the last one played, or the first of all."""
    names = [offer.name for offer in offered]
    return next((table.game for table in tables if table.game in names), names[0])


# ---- a table ------------------------------------------------------------------------------------------------------


class Side(NamedTuple):
    """A side at a table."""

    name: str
    title: str
    picture: str
    who: str


def sides(table: Table) -> list[Side]:
    """Everybody who can win, in the order of their turns."""
    people = sum(not seat.is_bot for seat in table.seats.values())
    start = table.record.start

    def side(name: str) -> Side:
        seat = table.seats.get(name)
        # Several people before one screen know who is who; one alone wants to see at a glance which side is theirs.
        who = "You" if seat and people == 1 else ""
        if seat and seat.is_bot:
            who = f"Bot · {seat.name}"
        picture = board.tile(table.game.layout, board.side_key(start, name), _PREFIX)
        return Side(name, title(name), picture, who)

    return [side(name) for name in table.game.sides]


class Button(NamedTuple):
    """A spot beside the board."""

    name: str
    label: str
    key: str
    """The letter that does the same, if there is one."""


def buttons(table: Table) -> list[Button]:
    """The spots that lie beside the board."""
    moves, layout = table.record.start.choices(), table.game.layout
    letters = {move: key for key, move in layout.keys.items() if len(key) == 1}
    return [
        Button(spot.name, spot.label.capitalize(), letters.get(str(moves.get(spot.name)), ""))
        for spot in layout.spots
        if spot.kind == "button"
    ]


def table_page(table: Table, account: str) -> dict[str, Any]:
    """Everything the page of a table shows before a script has run, and what the script needs."""
    layout = table.game.layout
    return {
        "table": table,
        "game": table.game,
        "view_box": svg.view_box(layout),
        "ground": svg.ground(layout),
        "symbols": board.symbols(layout, _PREFIX),
        "pieces": board.used(layout, table.record.position.pieces, _PREFIX),
        "spots": board.spots(layout),
        "prefix": _PREFIX,
        "buttons": buttons(table),
        "sides": sides(table),
        "again": same_again(table),
        "has_arrows": "ArrowUp" in layout.keys,
        "data": _script_data({"state": messages.state(table, account), "keys": dict(layout.keys)}),
    }


def _script_data(data: object) -> str:
    """JSON that can stand inside a page."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# ---- stats --------------------------------------------------------------------------------------------------------


def stats_by_game(stats: list[Stat]) -> list[tuple[str, list[tuple[str, Stat]]]]:
    """For each game that was played, its title and how each side has fared."""
    return [
        (rulebook.title, [(title(stat.side), stat) for stat in stats if stat.game == rulebook.name])
        for rulebook in sorted(rulebooks().values(), key=lambda one: one.order)
        if any(stat.game == rulebook.name for stat in stats)
    ]
