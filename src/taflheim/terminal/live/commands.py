"""What can be done at a table, and what a key means there.

Plain letters and digits belong to the game, or begin a typed move; commands are other signs and keys with Ctrl.
"""

from collections.abc import Collection
from typing import NamedTuple

from taflheim.games.view import Layout
from taflheim.terminal.keys import own_move


class Command(NamedTuple):
    """Something that can be done where one is."""

    name: str
    key: str
    """What it writes, or as Textual names it; empty if it stands in the menu only."""
    label: str
    """What a menu says."""
    about: str = ""


COMMANDS: tuple[Command, ...] = (
    Command("accept", "+", "Accept", "what is offered"),
    Command("decline", "-", "Decline", "what is offered, or withdraw it"),
    Command("hint", "!", "Hint", "a good move, and why"),
    Command("undo", "ctrl+z", "Undo", "take the last move back, or ask for it"),
    Command("type", "/", "Type a move"),
    Command("talk", "ctrl+t", "Talk", "to the others at the table"),
    Command("flip", "ctrl+f", "Turn the board"),
    Command("rules", "ctrl+b", "Rules", "the book of them"),
    Command("analyse", "ctrl+a", "Analyse", "the position that is shown, on a board of its own"),
    Command("back", "[", "One move back"),
    Command("on", "]", "One move on"),
    Command("first", "{", "To the start"),
    Command("last", "}", "Back to the game"),
    Command("draw", "ctrl+d", "Offer a draw"),
    Command("resign", "ctrl+r", "Resign"),
    Command("abort", "", "No game after all"),
    Command("end", "ctrl+e", "The end", "how it has ended, and what now"),
    Command("help", "?", "Help", "all keys"),
    Command("menu", "f10", "All of this as a menu"),
    Command("leave", "", "Leave the table", "the game is kept"),
)

_BY_KEY = {command.key: command.name for command in COMMANDS if command.key}
COMMAND_KEYS = frozenset(_BY_KEY)


class Do(NamedTuple):
    """A command."""

    name: str


class Press(NamedTuple):
    """One of the game's own keys."""

    key: str
    move: str | None = None
    """What it plays in every position; None if that depends on the position."""


class Type(NamedTuple):
    """The first letter of a move that is typed."""

    text: str


Meaning = Do | Press | Type | None


def meaning(key: str, character: str | None, layout: Layout, typed: Collection[str]) -> Meaning:
    """What a key means; `typed` are those that the game takes in this position, beside those of its layout.

    >>> import taflheim
    >>> hivolts, tafl = taflheim.game("hivolts").layout, taflheim.game("hnefatafl").layout
    >>> meaning("q", "q", hivolts, ()), meaning("q", "q", tafl, ()), meaning("ctrl+z", None, tafl, ())
    (Press(key='q', move='q'), Type(text='q'), Do(name='undo'))
    """
    if name := _BY_KEY.get(character or "") or _BY_KEY.get(key):
        return Do(name)
    if (move := own_move(layout, key, character)) is not None:
        return Press(key, move)
    letter = (character or "").lower()
    # Where some digits stand for moves, a digit without one is a slip, and not the beginning of a line.
    if letter in typed or (letter.isdigit() and any(one.isdigit() for one in typed)):
        return Press(letter)
    return Type(character) if character and character.isalnum() else None


def shown_key(key: str) -> str:
    """A command's key as it is written for people.

    >>> shown_key("ctrl+z"), shown_key("f10"), shown_key("[")
    ('^Z', 'F10', '[')
    """
    return f"^{key.removeprefix('ctrl+').upper()}" if key.startswith("ctrl+") else key.capitalize()
