"""How somebody has fared, as text with bars. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from taflheim.games.message import counted, duration
from taflheim.terminal.theme import GOOD, IRON, QUIET

_HALF_HEIGHT = 4
_COLUMN = 7
_BAR = 20

Tally = Mapping[str, Any]
"""Anything with `won`, `lost` and `drawn`."""


def played(tally: Tally) -> int:
    """How many games it counts."""
    return int(tally["won"] + tally["lost"] + tally["drawn"])


def share(tally: Tally) -> int:
    """How much of it was won, in hundredths; a draw is half a win.

    >>> share({"won": 1, "lost": 2, "drawn": 1})
    38
    """
    won: float = tally["won"] + tally["drawn"] / 2
    return round(100 * won / played(tally))


def told(stats: Mapping[str, Any], *, ascii_only: bool = False) -> Text:
    """All of it; where nothing has ended yet, what to do first."""
    if not stats["games"] and not stats["together"]:
        return Text("No game has ended yet. Play one to its end, and here you read how you fare.")
    blocks = []
    if stats["games"]:
        blocks = [_summary(stats, ascii_only=ascii_only), *_plot(stats["periods"], ascii_only=ascii_only)]
        blocks += [_of_game(game, ascii_only=ascii_only) for game in stats["games"]]
    if stats["together"]:
        blocks.append(_together(stats["together"]))
    return Text("\n\n").join(blocks)


def _summary(stats: Mapping[str, Any], *, ascii_only: bool) -> Text:
    parts = [f"{counted(played(stats), 'game')}: {_tally(stats)}", duration(stats["played_ms"])]
    if stats["streak"]:
        length = stats["streak_length"]
        parts.append(f"{length} {stats['streak']}{' in a row' if length > 1 else ''}")
    if stats["longest_win"] > 1:
        parts.append(f"at best {stats['longest_win']} won in a row")
    return Text((", " if ascii_only else " · ").join(parts))


def _tally(tally: Tally) -> str:
    drawn = f", {tally['drawn']} drawn" if tally["drawn"] else ""
    return f"{tally['won']} won{drawn}, {tally['lost']} lost"


def _plot(periods: Sequence[Mapping[str, Any]], *, ascii_only: bool) -> list[Text]:
    """Games over time: what was won above the line, what was lost below it."""
    shown = periods[-9:]
    if not shown:
        return []
    most = max(max(one["won"] + one["drawn"], one["lost"]) for one in shown)
    most = max(most, _HALF_HEIGHT)
    block = "#" if ascii_only else "█"
    half, axis = ("#", "-") if ascii_only else ("▄", "─")
    won, lost = [one["won"] + one["drawn"] for one in shown], [one["lost"] for one in shown]
    rows = range(1, _HALF_HEIGHT + 1)
    lines = [
        Text("Games over time", style="bold"),
        *(_bars(won, most, row, block, half, GOOD) for row in reversed(rows)),
        Text(axis * (_COLUMN * len(shown)), style=QUIET),
        *(_bars(lost, most, row, block, "#" if ascii_only else "▀", IRON) for row in rows),
        Text("".join(f"{one['label']:<{_COLUMN}}" for one in shown), style=QUIET),
        Text.assemble((f"{block} ", GOOD), "won or drawn   ", (f"{block} ", IRON), "lost, below the line"),
    ]
    return [Text("\n").join(lines)]


def _bars(counts: Iterable[int], most: int, row: int, block: str, half: str, style: str) -> Text:
    line = Text()
    for count in counts:
        height = count / most * _HALF_HEIGHT
        sign = block if height >= row else half if height > row - 1 else " "
        line.append(f"{sign * 3:<{_COLUMN}}", style)
    return line


def _of_game(game: Mapping[str, Any], *, ascii_only: bool) -> Text:
    title = Text.assemble((game["title"], "bold"), f"  {counted(played(game), 'game')}, {duration(game['played_ms'])}")
    rows = [title, _row("all", game, ascii_only=ascii_only)]
    rows += [_row(side["title"], side, ascii_only=ascii_only) for side in game["sides"]]
    rows += [_row(f"against {bot['name']}", bot, ascii_only=ascii_only) for bot in game["bots"]]
    return Text("\n").join(rows)


def _row(title: str, tally: Tally, *, ascii_only: bool) -> Text:
    won = share(tally)
    full = round(won / 100 * _BAR)
    on, off = ("#", ".") if ascii_only else ("█", "░")
    return Text.assemble(
        f"  {title[:19]:<20}", (on * full, GOOD), (off * (_BAR - full), QUIET), f" {won:>3} %  ", (_tally(tally), QUIET)
    )


def _together(games: Sequence[Mapping[str, Any]]) -> Text:
    lines = [Text("With friends at this screen", style="bold")]
    for game in games:
        wins = [f"{side} won {count}" for side, count in game["wins"].items()]
        wins += [f"{game['drawn']} drawn"] if game["drawn"] else []
        lines.append(Text(f"  {game['title']}: {game['played']} played. {', '.join(wins)}."))
    return Text("\n").join(lines)
