"""The data of the kit: a file of lines of JSON for each game, in its folder. `schema.json` says what a line has."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from taflheim.games.registry import game
from taflheim.games.rulebook import Rulebook, Value

VERSION = 1
"""Changed when the same line would mean something else, or a rule is another one."""
FILE = "conformance.jsonl.gz"
Vector = Mapping[str, Any]
"""A line of the data: something that the rules say."""


@dataclass(frozen=True)
class Kit:
    """What the rules of one game say."""

    game: str
    rules: str
    """The rules' text, in Markdown. Where the data and the text disagree, one of them is wrong and the text decides."""
    passages: Mapping[str, tuple[str, ...]]
    """What the text says about each kind of check."""
    vectors: tuple[Vector, ...]

    @property
    def text(self) -> str:
        """The data as lines of JSON: first what holds for all, then the vectors."""
        first = {"kind": "kit", "version": VERSION, "game": self.game, "rules": self.rules, "passages": self.passages}
        lines = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in (first, *self.vectors))
        return "".join(f"{line}\n" for line in lines)


@cache
def kit_of(name: str) -> Kit | None:
    """The kit of a game; None if its folder has no data.

    >>> kit = kit_of("quoridor")
    >>> kit.passages["perft"][0].partition(" is ")[0], kit.vectors[0]["kind"]
    ('**Perft(n)**', 'start')
    """
    found = files(game(name).rulebook.package).joinpath(FILE)
    return read(unpacked(found.read_bytes())) if found.is_file() else None


def read(text: str) -> Kit:
    """The kit with these lines."""
    first, *vectors = map(json.loads, text.splitlines())
    passages = {kind: tuple(found) for kind, found in first["passages"].items()}
    return Kit(first["game"], first["rules"], passages, tuple(vectors))


def packed(kit: Kit) -> bytes:
    """The kit as its file has it: the same bytes for the same lines."""
    return gzip.compress(kit.text.encode(), 9, mtime=0)


def unpacked(data: bytes) -> str:
    """The lines that a file has."""
    return gzip.decompress(data).decode()


def schema() -> str:
    """The JSON Schema of a line."""
    return files(__package__).joinpath("schema.json").read_text("utf-8")


def all_options(rulebook: Rulebook) -> list[dict[str, Value]]:
    """Every choice of options that a game can be played with, the default first.

    >>> import taflheim
    >>> all_options(taflheim.rulebooks()["hivolts"])
    [{'mhos': 'fierce'}, {'mhos': 'gentle'}]
    """
    choices: list[dict[str, Value]] = [{}]
    for option in rulebook.options:
        choices = [{**choice, option.name: value} for choice in choices for value in option.values]
    return choices
