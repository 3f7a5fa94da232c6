"""The games, by name. A game is a folder beside this module; nothing else has to know about it.

Further games can be added from outside: `TAFLHEIM_GAMES` names packages, with commas between, that are such folders.
"""

import os
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from taflheim.games.errors import InvalidOption
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.rulebook import Rulebook, either


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """The facts of all games by their names.

    >>> import taflheim
    >>> for name, facts in taflheim.rulebooks().items():
    ...     print(name, facts.board, facts.players)
    halatafl 33-point cross (2,)
    hivolts 12×12 (1,)
    hnefatafl 11×11 (2,)
    quoridor 9×9 (2, 3, 4)
    """
    folders = pkgutil.iter_modules([str(Path(__file__).parent)], f"{__package__}.")
    here = [folder.name for folder in folders if folder.ispkg]
    elsewhere = filter(None, os.environ.get("TAFLHEIM_GAMES", "").split(","))
    found: list[Rulebook] = [import_module(package).RULEBOOK for package in [*here, *elsewhere]]
    return {rulebook.name: rulebook for rulebook in found}


def game(name: str, /, **options: object) -> Game:
    """A game by its name, with its options.

    >>> import taflheim
    >>> taflheim.game("quoridor", players=3)
    taflheim.game('quoridor', players=3, rules='default')
    >>> taflheim.game("chess")
    Traceback (most recent call last):
    taflheim.InvalidOption: no game 'chess': expected halatafl, hivolts, hnefatafl or quoridor
    """
    rulebook = rulebooks().get(name) if isinstance(name, str) else None
    if rulebook is None:
        raise InvalidOption(f"no game {quoted(name)}: expected {either(list(rulebooks()))}")
    return Game(rulebook, options)


def restore(name: str, options: Mapping[str, object]) -> Game:
    """The game that was pickled."""
    return game(name, **options)
