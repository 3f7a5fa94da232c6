"""What one has played: `taflheim history` lists the games, `taflheim stats` tells how one has fared."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from taflheim.cli.arguments import add_ascii, chosen_style
from taflheim.cli.command import Command
from taflheim.cli.connecting import add_server, ask_hall
from taflheim.games.errors import TaflheimError
from taflheim.games.message import counted
from taflheim.games.registry import game, rulebooks
from taflheim.terminal.plain.columns import columns

_RESULTS = ("unfinished", "won", "lost", "drawn", "aborted")
_MOST = 100


def _history_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"only one of {', '.join(rulebooks())}")
    parser.add_argument("--result", choices=_RESULTS, help="only games that have ended so, or go on")
    parser.add_argument("--opponent", metavar="NAME", help="only games with somebody")
    parser.add_argument("--count", type=int, default=20, metavar="N", help="how many at most (default: 20)")
    add_server(parser)


def _history(options: Namespace) -> None:
    if not 1 <= options.count <= _MOST:
        raise TaflheimError(f"count: expected a number from 1 to {_MOST}")
    wanted = {
        "game": game(options.game).name if options.game else None,
        "result": options.result,
        "opponent": options.opponent,
        "limit": options.count,
    }
    found = ask_hall(options.server, lambda hall: hall.get("me", "games", **wanted))
    print(history_text(found))


def history_text(found: Mapping[str, Any]) -> str:
    """Games in a list, as GET /me/games tells them."""
    games = found["games"]
    if not games:
        return "There are no such games of yours."
    rows = [("WHEN", "GAME", "COMPANY", "RESULT", "MOVES", "ID")]
    rows += [
        (_when(one["changed_ms"]), one["title"], one["company"], one["told"], str(one["moves"] or 0), one["id"])
        for one in games
    ]
    more = (
        [f"{counted(found['count'], 'game')} in all: --count shows more of them."]
        if found["count"] > len(games)
        else []
    )
    advice = "taflheim play --table ID goes on with a game, taflheim replay ID shows it again."
    return "\n".join([*columns(rows), "", *more, advice])


def _when(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000).astimezone():%Y-%m-%d %H:%M}"


def _stats_arguments(parser: ArgumentParser) -> None:
    add_server(parser)
    add_ascii(parser)


def _stats(options: Namespace) -> None:
    from rich.console import Console

    from taflheim.terminal.stats_text import told

    stats = ask_hall(options.server, lambda hall: hall.get("me", "stats"))
    Console(highlight=False, soft_wrap=True).print(told(stats, ascii_only=chosen_style(options) == "ascii"))


HISTORY = Command("history", "List your games", "history quoridor --result won", _history_arguments, _history)
STATS = Command(
    "stats", "Tell how you have fared", "stats --server https://games.example.org", _stats_arguments, _stats
)
