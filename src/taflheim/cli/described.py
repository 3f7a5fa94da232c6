"""The command line as a value, read from its parser: what completions and the manual are made from."""

import argparse
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import NamedTuple

from taflheim.games.registry import game, rulebooks

_FILES = ("FILE", "FILE|ID", "ID|FILE", "RECORD")
_MANY = ("*", "+", "...")


class Values(NamedTuple):
    """What can stand for an argument: some words, files, or anything."""

    name: str
    """As help calls it."""
    words: tuple[str, ...] = ()
    files: bool = False


class Argument(NamedTuple):
    """An option, or (without flags) something that is given by its place."""

    flags: tuple[str, ...]
    about: str
    values: Values | None = None
    """None for an option that takes nothing."""
    times: str = ""
    """How often it may stand at its place: nothing for once, `?` for at most once, `*` for any number of times."""


class CommandText(NamedTuple):
    """A command with its arguments, or the program itself."""

    path: tuple[str, ...]
    """Its words from the program on."""
    about: str
    description: str
    example: str
    options: tuple[Argument, ...]
    places: tuple[Argument, ...]
    commands: "tuple[CommandText, ...]"

    @property
    def name(self) -> str:
        """Its last word."""
        return self.path[-1]

    def all(self) -> "Iterator[CommandText]":
        """It, and all commands below it."""
        yield self
        for command in self.commands:
            yield from command.all()


def described(parser: ArgumentParser) -> CommandText:
    """What a parser takes."""
    return _described(parser, (parser.prog,), "")


def _described(parser: ArgumentParser, path: tuple[str, ...], about: str) -> CommandText:
    options, places, commands = list[Argument](), list[Argument](), list[CommandText]()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            abouts = {choice.dest: choice.help or "" for choice in action._choices_actions}
            commands += [_described(sub, (*path, name), abouts.get(name, "")) for name, sub in action.choices.items()]
        elif action.help != argparse.SUPPRESS:
            (options if action.option_strings else places).append(_argument(action))
    example = (parser.epilog or "").removeprefix("example: ")
    description = parser.description or ""
    return CommandText(path, about, description, example, tuple(options), tuple(places), tuple(commands))


def _argument(action: argparse.Action) -> Argument:
    times = "*" if action.nargs in _MANY else "?" if action.nargs == "?" and not action.option_strings else ""
    about = (action.help or "").replace("%%", "%")
    return Argument(tuple(action.option_strings), about, None if action.nargs == 0 else _values(action), times)


def _values(action: argparse.Action) -> Values:
    metavar = action.metavar or (action.dest.upper() if not action.choices else "|".join(map(str, action.choices)))
    name = " ".join(metavar) if isinstance(metavar, tuple) else metavar
    if action.choices:
        return Values(name, tuple(map(str, action.choices)))
    return Values(name, _words(name, action.dest), name in _FILES)


def _words(name: str, dest: str) -> tuple[str, ...]:
    """The words that are known for an argument of this name."""
    match name:
        case "GAME":
            return tuple(rulebooks())
        case "LEVEL":
            from taflheim.engine.bots.levels import choices

            return _once(choice for book in rulebooks() for choice in choices(game(book)))
        case "SIDE":
            sides = (book.sides[: max(book.players)] for book in rulebooks().values() if max(book.players) > 1)
            return (*_once(side for some in sides for side in some), "lot")
    options = (option for book in rulebooks().values() for option in book.options if option.name == dest)
    return _once(str(value) for option in options for value in option.values)


def _once(words: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
