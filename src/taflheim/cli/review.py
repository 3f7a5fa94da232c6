"""Looking back on a game: `taflheim review`."""

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from taflheim.cli.command import Command
from taflheim.cli.progress import watched
from taflheim.cli.records import found_record
from taflheim.cli.thinking import add_limits, chosen_limits, interruptible
from taflheim.games.errors import InvalidRecord
from taflheim.games.game import Game
from taflheim.games.message import counted, percent, sentence

if TYPE_CHECKING:
    from taflheim.engine.insight.review import Review, Reviewed


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "record", metavar="RECORD", help="a file with a game, or the id of a game in the hall, as its address shows it"
    )
    add_limits(parser, "about one for each position")
    parser.add_argument("--json", action="store_true", help="print the result for programs")


def _run(options: Namespace) -> None:
    record = found_record(options.record)
    limits = chosen_limits(options)
    if not record.entries:
        raise InvalidRecord(f"{options.record}: no moves to look back on")
    from taflheim.engine.insight.review import Review, reviewing

    moves: list[Reviewed] = []
    try:
        moves.extend(watched(interruptible(reviewing(record, limits)), len(record.entries), "reviewing"))
    finally:  # after Ctrl-C, what there is by then is shown
        review = Review(record, tuple(moves))
        print(json.dumps(_plain(review), indent=2) if options.json else _text(review))


def _text(review: "Review") -> str:
    game = review.record.game
    from taflheim.engine.insight.judgement import KINDS

    least = KINDS["inaccuracy"]
    widest_side = max(map(len, game.seats))
    widest_move = max((len(move.played.move) for move in review.moves), default=0)
    lines = [f"{game.title}: the chance to win after each move, of the side that made it"]
    for move in review.moves:
        made = f"{_round(move, game):>4}  {move.side:<{widest_side}}  {move.played.move:<{widest_move}}"
        cost = f"  {move.kind}: costs {percent(move.cost)}, better was {move.best.move}" if move.kind else ""
        lines.append(f"{made}  {percent(move.played.win_probability):>5}{cost}")
    accuracies = [(side, review.accuracy(side)) for side in game.seats]
    shown = ", ".join(f"{side} {percent(share)}" for side, share in accuracies if share is not None)
    lines += ["", f"Accuracy: {shown}"] if shown else []
    mistakes = review.mistakes()
    none = f"None of {counted(len(review.moves), 'move')} has cost {percent(least)} or more."
    lines += ["", "Mistakes, the dearest first:" if mistakes else none]
    for move in mistakes:
        better, *then = move.best.line
        line = f", then {' '.join(then)}" if then else ""
        made = f"move {_round(move, game)} {move.side}: {move.played.move}"
        lines.append(f"{made} ({move.kind}) costs {percent(move.cost)}, better was {better}{line}")
        if move.note:
            lines.append(f"  {sentence(str(move.note))}")
    return "\n".join(lines)


def _round(move: "Reviewed", game: Game) -> int:
    """The number that a record writes before the move."""
    return (move.number - 1) // len(game.seats) + 1


def _plain(review: "Review") -> dict[str, object]:
    game = review.record.game
    return {
        "game": game.name,
        "options": dict(game.options),
        "accuracy": {side: review.accuracy(side) for side in game.seats},
        "moves": [
            {
                "number": move.number,
                "side": move.side,
                "cost": move.cost,
                "kind": move.kind,
                "note": str(move.note) if move.note else None,
                "played": move.played.plain(),
                "best": move.best.plain(),
            }
            for move in review.moves
        ],
    }


REVIEW = Command("review", "Look back on a game and its mistakes", "review friday.txt --nodes 100000", _arguments, _run)
