"""The best moves of a position: `taflheim analyse`."""

import json
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from taflheim.cli.command import Command
from taflheim.cli.progress import has_rich
from taflheim.cli.thinking import add_limits, add_subject, chosen_limits, chosen_record, ending, until_interrupted
from taflheim.games.message import percent
from taflheim.games.record import Record

if TYPE_CHECKING:
    from taflheim.engine.insight.analysis import Analysis, Candidate
    from taflheim.engine.search.limits import Limits

_BEST, _SECONDS = 3, 10


def _arguments(parser: ArgumentParser) -> None:
    add_subject(parser)
    parser.add_argument("--best", type=int, metavar="N", help=f"how many moves to show (default: {_BEST})")
    add_limits(parser, f"{_SECONDS}; Ctrl-C ends it sooner")
    parser.add_argument("--json", action="store_true", help="print the result for programs")


def _run(options: Namespace) -> None:
    record = chosen_record(options)
    if options.nodes is options.depth is options.time is None:
        options.time = _SECONDS
    limits = chosen_limits(options)
    best = options.best
    if best is None:
        # Who can solve a position knows about all its moves.
        best = len(record.position.moves()) if record.game.rulebook.puzzles else _BEST
    if sys.stdout.isatty() and has_rich() and not options.json:
        _watch(record, limits, best)
        return
    from taflheim.engine.insight.analysis import analyse

    found = until_interrupted(lambda stop: analyse(record, limits, best, stop=stop))
    print(json.dumps(_plain(found), indent=2) if options.json else _table(found))


def _watch(record: Record, limits: "Limits", best: int) -> None:
    """Show the table while it grows deeper."""
    from rich.live import Live
    from rich.text import Text

    from taflheim.engine.insight.analysis import analyse

    with Live(auto_refresh=False) as live:

        def show(found: "Analysis") -> None:
            live.update(Text(_table(found), no_wrap=True, overflow="ellipsis"), refresh=True)

        show(until_interrupted(lambda stop: analyse(record, limits, best, show, stop=stop)))


def _table(found: "Analysis") -> str:
    game = found.position.game
    how = f"depth {found.depth}, {found.nodes:,} positions, {found.speed:,} a second" if found.depth else "solved"
    lines = [f"{game.title}, {game.rulebook.spoken(found.position.turn)} to move: {how}, {found.seconds:.1f} s"]
    endings = [f"{ending(candidate, len(game.seats)) or _draw(candidate)}  ".lstrip() for candidate in found.best]
    for candidate, ends in zip(found.best, endings, strict=True):
        note = f"  ({candidate.note})" if candidate.note else ""
        padded = ends.ljust(max(map(len, endings)))
        lines.append(f"{percent(candidate.win_probability):>6}  {padded}{' '.join(candidate.line)}{note}")
    return "\n".join(lines)


def _draw(candidate: "Candidate") -> str:
    """The probability of a draw, where it is told."""
    return f"draw {percent(candidate.draw_probability)}" if candidate.draw_probability else ""


def _plain(found: "Analysis") -> dict[str, object]:
    position = found.position
    return {
        "game": position.game.name,
        "options": dict(position.game.options),
        "position": str(position),
        "turn": position.turn,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "best": [candidate.plain() for candidate in found.best],
    }


ANALYSE = Command(
    "analyse",
    "Find the best moves and the chance to win",
    "analyse quoridor 'e7,e3 9,9 e3 - a' --best 5 --time 20",
    _arguments,
    _run,
)
