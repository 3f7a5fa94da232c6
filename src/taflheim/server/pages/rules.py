"""The rules of a game for people: a page, or only its contents for a panel beside a board."""

import asyncio
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from typing import NamedTuple

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from taflheim.draw import board
from taflheim.games import lessons
from taflheim.games.game import Game
from taflheim.games.marked import Marked
from taflheim.games.registry import rulebooks
from taflheim.games.rulebook import Rulebook
from taflheim.games.rules_page import Diagram
from taflheim.server.identity import TheActor
from taflheim.server.pages.boards import Drawn, drawn, free_data, script_json
from taflheim.server.pages.render import page
from taflheim.server.rules_loader import TheRules
from taflheim.table.actor import Person

router = APIRouter()


@router.get("/rules/{name}", response_class=HTMLResponse)
async def rules_page(name: str, actor: TheActor, rules: TheRules, fragment: bool = False) -> Response:
    """The rules of a game. Whoever has a session can play on the boards there."""
    rulebook = taught(name)
    await rules.ready(name)
    # Drawing all boards takes a while the first time, and others must not wait for that.
    sections = await asyncio.to_thread(shown_sections, name)
    if not sections:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return page(
        "rules_fragment" if fragment else "rules",
        rulebook=rulebook,
        sections=sections,
        boards=_boards(name),
        has_lessons=rulebook.file(lessons.FILE) is not None,
        may_play=isinstance(actor, Person),
    )


def taught(name: str) -> Rulebook:
    """The game with a name; there is no page for a name without one."""
    if name not in rulebooks():
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return rulebooks()[name]


class ShownDiagram(NamedTuple):
    """A diagram as the template draws it."""

    drawn: Drawn
    pieces: str
    caption: str
    buttons: bool
    data: str
    """JSON for the script."""


class ShownSection(NamedTuple):
    """A section as the template draws it."""

    title: str
    paragraphs: tuple[str, ...]
    diagrams: list[ShownDiagram]


@cache
def shown_sections(name: str) -> list[ShownSection]:
    """The sections of a game's rules. Made once; the rules must be loaded."""
    return [
        ShownSection(
            section.title,
            section.paragraphs,
            [_diagram(name, diagram) for diagram in section.diagrams],
        )
        for section in rulebooks()[name].rules_page
    ]


def _diagram(name: str, diagram: Diagram) -> ShownDiagram:
    position = diagram.shown.position
    look = drawn(position.game, _prefix(name, position.game))
    pieces = board.used(position.game.layout, position.pieces, look.prefix)
    data = script_json({**free_data(position, look.prefix), "marks": marks(diagram.shown)})
    return ShownDiagram(look, pieces, diagram.caption, diagram.buttons, data)


def marks(shown: Marked) -> dict[str, object]:
    """What is marked on a board, as its script takes it."""
    return {
        "circles": [{"spot": spot, "kind": "drawn"} for spot in shown.circles],
        "arrows": [{"way": way, "kind": "drawn"} for way in shown.arrows],
    }


def _games(name: str) -> Iterator[Game]:
    """The games of the diagrams, each with its options, in the order in which they come up."""
    diagrams = (diagram for section in rulebooks()[name].rules_page for diagram in section.diagrams)
    yield from dict.fromkeys(diagram.shown.position.game for diagram in diagrams)


def _boards(name: str) -> list[Drawn]:
    """What several diagrams share: symbols and spots, for each choice of options."""
    return [drawn(game, _prefix(name, game)) for game in _games(name)]


def _prefix(name: str, game: Game) -> str:
    return f"rules-{list(_games(name)).index(game)}-"
