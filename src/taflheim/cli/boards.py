"""Looking at games and positions: `taflheim games`, `show` and `moves`."""

from argparse import ArgumentParser, Namespace

from taflheim.cli.arguments import add_ascii, add_game, add_position, chosen_position, chosen_style, nothing
from taflheim.cli.command import Command
from taflheim.games.registry import rulebooks


def _games(_: Namespace) -> None:
    for name, facts in rulebooks().items():
        print(f"{name}\n  {facts.title}, {facts.board}. {facts.about}")
        print(f"  players: {', '.join(map(str, facts.players))}; sides: {', '.join(facts.sides)}")
        for option in facts.options:
            values = ", ".join(map(str, option.values))
            print(f"  --{option.name} {values} (the first is the default): {option.about}")


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


GAMES = Command("games", "List the games with their options", "games", nothing, _games)
SHOW = Command("show", "Show a position", "show quoridor 'e9,e1 10,10 e3 - a' --ascii", _show_arguments, _show)
MOVES = Command("moves", "List the legal moves, one a line", "moves halatafl --sheep 18", _moves_arguments, _moves)
