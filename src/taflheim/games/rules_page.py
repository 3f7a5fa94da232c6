"""How a game is explained to people: the `rules.toml` of its folder.

A page consists of sections with a title, a text and diagrams. A diagram is a position, some marks and a sentence; with
`buttons = true` it has the spots that lie beside the board, too.

    [[section]]
    title = "The aim"
    text = "Three in a row win."
    [[section.diagram]]
    position = "x1x/oo1/3 x"
    arrows = ["a3 c3"]
    caption = "Crosses win on b3."
"""

import re
from typing import NamedTuple

from taflheim.games import marked
from taflheim.games.data_file import Entry, read
from taflheim.games.marked import Marked, read_marked
from taflheim.games.rulebook import Rulebook

FILE = "rules.toml"


class Diagram(NamedTuple):
    """A position with marks, and the sentence that belongs to it."""

    shown: Marked
    caption: str
    buttons: bool = False
    """Whether the spots beside the board, as a jump or a pass, are shown as well."""


class Section(NamedTuple):
    """A part of the rules."""

    title: str
    paragraphs: tuple[str, ...]
    diagrams: tuple[Diagram, ...]


def read_sections(rulebook: Rulebook) -> tuple[Section, ...]:
    """The sections of a game's rules; none if its folder has no such file. Raises InvalidData.

    >>> import taflheim
    >>> taflheim.rulebooks()["quoridor"].rules_page[0].title
    'The aim'
    """
    data = read(rulebook, FILE)
    if data is None:
        return ()
    data.only("section")
    return tuple(_section(rulebook, entry) for entry in data.entries("section"))


def _section(rulebook: Rulebook, entry: Entry) -> Section:
    entry.only("title", "text", "diagram")
    diagrams = tuple(_diagram(rulebook, one) for one in entry.entries("diagram"))
    return Section(entry.text("title"), paragraphs(entry.text("text")), diagrams)


def _diagram(rulebook: Rulebook, entry: Entry) -> Diagram:
    entry.only(*marked.FIELDS, "caption", "buttons")
    return Diagram(read_marked(rulebook, entry), entry.text("caption"), entry.flag("buttons"))


def paragraphs(text: str) -> tuple[str, ...]:
    """A text as its paragraphs; lines may be broken anywhere.

    >>> paragraphs("One\\nline.\\n\\nAnother.")
    ('One line.', 'Another.')
    """
    return tuple(" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()))
