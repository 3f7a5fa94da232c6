"""A data file of a game's folder, read with checks: what is wrong with it is told with the file and the entry.

Lessons and rules for people are such files. A mistake in one is told in a sentence, not by a traceback from elsewhere.
"""

import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from taflheim.games.errors import InvalidData
from taflheim.games.message import quoted
from taflheim.games.rulebook import Rulebook


class Entry(NamedTuple):
    """A table of a data file, and where it stands there."""

    where: str
    """The file, and the names of the entries on the way to this one."""
    values: Mapping[str, Any]

    def wrong(self, what: object) -> InvalidData:
        """The error that says what is wrong here.

        >>> str(Entry("toy/lessons.toml, step 2", {}).wrong("the goal is missing"))
        'toy/lessons.toml, step 2: the goal is missing'
        """
        return InvalidData(f"{self.where}: {what}")

    def only(self, *names: str) -> None:
        """Refuse what has none of these names: most likely it is misspelt."""
        for name in self.values:
            if name not in names:
                raise self.wrong(f"{quoted(name)} is not known here: expected {', '.join(names)}")

    def text(self, name: str, default: str | None = None) -> str:
        """A text that is not empty; the default if there is none."""
        value = self.values.get(name, default)
        if value is None:
            raise self.wrong(f"{name} is missing")
        if not isinstance(value, str) or (not value.strip() and name in self.values):
            raise self.wrong(f"{name} is to be a text")
        return value.strip()

    def number(self, name: str) -> int:
        """A whole number."""
        value = self.values.get(name)
        if type(value) is not int:
            raise self.wrong(f"{name} is to be a whole number")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false if nothing is said."""
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            raise self.wrong(f"{name} is to be true or false")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; empty if there is none."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.wrong(f"{name} is to be a list of texts")
        return tuple(value)

    def mapping(self, name: str) -> Mapping[str, Any]:
        """Names with values; empty if there are none."""
        value = self.values.get(name, {})
        if not isinstance(value, dict):
            raise self.wrong(f"{name} is to be a table of names and values")
        return value

    def entries(self, name: str) -> list["Entry"]:
        """The entries of a list, which are told apart by their numbers, from 1 on."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.wrong(f"{name} is to be a list of tables, each written [[{name}]]")
        return [Entry(f"{self.where}, {name} {number}", one) for number, one in enumerate(value, 1)]


def read(rulebook: Rulebook, file: str) -> Entry | None:
    """A TOML file of a game's folder; None if the game has no such file."""
    text = rulebook.file(file)
    if text is None:
        return None
    where = f"{rulebook.name}/{file}"
    try:
        return Entry(where, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise InvalidData(f"{where}: {error}") from None
