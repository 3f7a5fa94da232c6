"""Looking at games and positions: `taflheim games`, `show` and `moves`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from taflheim.cli.arguments import add_ascii, add_game, add_position, chosen_position, chosen_style
from taflheim.cli.command import Command
from taflheim.cli.connecting import add_server, ask_hall
from taflheim.games.registry import rulebooks
from taflheim.terminal.plain.columns import columns


def _games(options: Namespace) -> None:
    if options.server:
        print(lobby_text(ask_hall(options.server, lambda hall: hall.get("lobby"))))
        return
    for name, facts in rulebooks().items():
        print(f"{name}\n  {facts.title}, {facts.board}. {facts.about}")
        print(f"  players: {', '.join(map(str, facts.players))}; sides: {', '.join(facts.sides)}")
        for option in facts.options:
            values = ", ".join(map(str, option.values))
            print(f"  --{option.name} {values} (the first is the default): {option.about}")


def lobby_text(lobby: Mapping[str, Any]) -> str:
    """The tables of a hall, as GET /lobby tells them: those where one can sit down, and those to look on."""
    lines = []
    for title, tables in (("Open tables", lobby["tables"]), ("Games to watch", lobby["games"])):
        rows = [(one["title"], one["people"], one["terms"], one["note"], one["id"]) for one in tables]
        lines += [f"{title}:", *(f"  {line}" for line in columns(rows))] if rows else [f"{title}: none."]
    lines.append(f"Here: {', '.join(lobby['people']) or 'nobody'}.")
    return "\n".join([*lines, "", "taflheim play --table ID --server URL goes to one of them."])


def _show_arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    add_ascii(parser)


def _show(options: Namespace) -> None:
    position = chosen_position(options)
    print(position.diagram(chosen_style(options)))
    print(f"\n{position}")
    print(
        position.result
        or f"{position.game.rulebook.spoken(position.turn)} to move, {len(position.moves())} legal moves"
    )


def _moves_arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)


def _moves(options: Namespace) -> None:
    for move in chosen_position(options).moves():
        print(move)


GAMES = Command(
    "games",
    "List the games with their options; of a hall somewhere else, the tables and games that go on",
    "games --server https://games.example.org",
    add_server,
    _games,
)
SHOW = Command("show", "Show a position", "show quoridor 'e9,e1 10,10 e3 - a' --ascii", _show_arguments, _show)
MOVES = Command("moves", "List the legal moves, one a line", "moves halatafl --sheep 18", _moves_arguments, _moves)
