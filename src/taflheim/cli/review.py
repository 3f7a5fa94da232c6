"""Looking back on a game: `taflheim review`."""

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from taflheim.cli.command import Command
from taflheim.cli.progress import watched
from taflheim.cli.thinking import add_limits, chosen_limits, interruptible, read_record
from taflheim.games.errors import InvalidRecord
from taflheim.games.game import Game
from taflheim.games.message import counted, percent

if TYPE_CHECKING:
    from taflheim.engine.insight.review import Review, Reviewed

_LEAST = 0.05
"""What costs less is no mistake worth mentioning."""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a file with a game, as `save` writes it in `taflheim play`")
    add_limits(parser, "about one for each position")
    parser.add_argument("--json", action="store_true", help="print the result for programs")


def _run(options: Namespace) -> None:
    record = read_record(options.record)
    limits = chosen_limits(options)
    if not record.entries:
        raise InvalidRecord(f"{options.record}: no moves to look back on")
    from taflheim.engine.insight.review import Review, reviewing

    moves: list[Reviewed] = []
    try:
        moves.extend(watched(interruptible(reviewing(record, limits)), len(record.entries), "reviewing"))
    finally:  # whoever interrupts it sees what there is by then
        review = Review(record, tuple(moves))
        print(json.dumps(_plain(review), indent=2) if options.json else _text(review))


def _text(review: "Review") -> str:
    game = review.record.game
    widest_side = max(map(len, game.seats))
    widest_move = max((len(move.played.move) for move in review.moves), default=0)
    lines = [f"{game.title}: the chance to win after each move, of the side that made it"]
    for move in review.moves:
        made = f"{_round(move, game):>4}  {move.side:<{widest_side}}  {move.played.move:<{widest_move}}"
        cost = f"  costs {percent(move.cost)}, better was {move.best.move}" if move.cost >= _LEAST else ""
        lines.append(f"{made}  {percent(move.played.win_probability):>5}{cost}")
    mistakes = review.mistakes(_LEAST)
    none = f"None of {counted(len(review.moves), 'move')} has cost {percent(_LEAST)} or more."
    lines += ["", "Mistakes, the dearest first:" if mistakes else none]
    for move in mistakes:
        better, *then = move.best.line
        line = f", then {' '.join(then)}" if then else ""
        made = f"move {_round(move, game)} {move.side}: {move.played.move}"
        lines.append(f"{made} costs {percent(move.cost)}, better was {better}{line}")
    return "\n".join(lines)


def _round(move: "Reviewed", game: Game) -> int:
    """The number that a record writes before the move."""
    return (move.number - 1) // len(game.seats) + 1


def _plain(review: "Review") -> dict[str, object]:
    game = review.record.game
    return {
        "game": game.name,
        "options": dict(game.options),
        "moves": [
            {
                "number": move.number,
                "side": move.side,
                "cost": move.cost,
                "played": move.played.plain(),
                "best": move.best.plain(),
            }
            for move in review.moves
        ],
    }


REVIEW = Command("review", "Look back on a game and its mistakes", "review friday.txt --nodes 100000", _arguments, _run)
