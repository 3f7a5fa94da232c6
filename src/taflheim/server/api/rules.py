"""The rules of a game for people: texts, and boards to look at and to play with (GET /boards)."""

import asyncio

from fastapi import APIRouter
from pydantic import Field

from taflheim.games.errors import TaflheimError
from taflheim.games.registry import rulebooks
from taflheim.games.rules_page import Diagram, Section
from taflheim.server.api.caller import TheReader
from taflheim.server.api.models import Answer, refusals
from taflheim.server.api.positions import GameName, checked_name
from taflheim.server.rules_loader import TheRules

router = APIRouter(tags=["games"])


class NoSuchRules(TaflheimError):
    """A game has no rules for people."""


class DiagramView(Answer):
    """A position with marks, and the sentence that belongs to it."""

    caption: str
    options: dict[str, int | str] = Field(description="Of the game: boards differ with them.")
    position: str
    pieces: list[tuple[str, str, str]] = Field(description="Kind, side and spot of each.")
    circles: list[str] = Field(description="Spots.")
    arrows: list[list[str]] = Field(description="Each a way from spot to spot.")
    buttons: bool = Field(description="Whether spots beside the board, as a jump or a pass, belong to it.")


class SectionView(Answer):
    """A part of the rules."""

    title: str
    paragraphs: list[str]
    diagrams: list[DiagramView]


class RulesView(Answer):
    """The rules of a game."""

    game: str
    title: str
    sections: list[SectionView]


@router.get("/rules/{name}", responses=refusals(403, 404))
async def rules_of(name: GameName, caller: TheReader, rules: TheRules) -> RulesView:
    """The rules of a game, as its page has them."""
    rulebook = rulebooks()[checked_name(name)]
    await rules.ready(name)
    # Reading and checking them all takes a while the first time, and others must not wait for that.
    sections = await asyncio.to_thread(lambda: rulebook.rules_page)
    if not sections:
        raise NoSuchRules("nobody has written down the rules of this game")
    return RulesView(game=name, title=rulebook.title, sections=[_section(section) for section in sections])


def _section(section: Section) -> SectionView:
    return SectionView(
        title=section.title,
        paragraphs=list(section.paragraphs),
        diagrams=[_diagram(diagram) for diagram in section.diagrams],
    )


def _diagram(diagram: Diagram) -> DiagramView:
    position, circles, arrows = diagram.shown
    return DiagramView(
        caption=diagram.caption,
        options=dict(position.game.options),
        position=str(position),
        pieces=list(position.pieces),
        circles=list(circles),
        arrows=[list(way) for way in arrows],
        buttons=diagram.buttons,
    )
