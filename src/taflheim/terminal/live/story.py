"""The story of a game: its start and every ply, each with the position that it leads to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from taflheim import wire
from taflheim.games.view import Effect, Piece, apply
from taflheim.terminal.board.told import read_effects, read_pieces

Step = Literal["first", "back", "on", "last"]


class Stand(NamedTuple):
    """How a game stands after a ply, or at its start."""

    pieces: frozenset[Piece]
    last: tuple[str, ...]
    """The spots of the last move."""
    words: str
    facts: tuple[wire.Fact, ...]
    turn: str


class Ply(NamedTuple):
    """A move, or another entry of the record, and what it has led to."""

    side: str
    """Who made it; empty for an end that is of no side."""
    text: str
    round: int | None
    """The number before the first move of a round."""
    effects: tuple[Effect, ...]
    after: Stand


class Row(NamedTuple):
    """A row of a list of moves: a number, and for each side the index of its ply."""

    round: int | None
    cells: tuple[int | None, ...]


@dataclass(frozen=True)
class Story:
    """A game from its start on."""

    sides: tuple[str, ...]
    """Those that move, in the order of their turns: the columns of a list of moves."""
    start: Stand
    plies: tuple[Ply, ...] = ()


def read_story(told: Mapping[str, Any]) -> Story:
    """A story as the server tells it."""
    start = told["start"]
    pieces = frozenset(read_pieces(start["pieces"]))
    stand = Stand(pieces, (), start["words"], tuple(start["facts"]), start["turn"])
    story = Story(tuple(side["name"] for side in told["sides"]), stand)
    plies: list[Ply] = []
    for one in told["plies"]:
        ply = read_ply(pieces, one, one)
        pieces = ply.after.pieces
        plies.append(ply)
    return replace(story, plies=tuple(plies))


def read_ply(before: frozenset[Piece], entry: Mapping[str, Any], told: Mapping[str, Any]) -> Ply:
    """A ply, from how it stands in a list of moves and what is told of the position after it."""
    effects = read_effects(told["effects"])
    after = Stand(apply(effects, before), tuple(told["last"]), told["words"], tuple(told["facts"]), told["turn"])
    return Ply(entry["side"], entry["text"], entry["round"], effects, after)


def stand_at(story: Story, ply: int) -> Stand:
    """How it stands after a number of plies; 0 is the start."""
    return story.plies[min(ply, len(story.plies)) - 1].after if ply > 0 and story.plies else story.start


def told(story: Story, now: wire.Now) -> Story | None:
    """The story after the next event; None if it cannot be told from that and has to be asked for anew."""
    entry, ply = now["entry"], now["ply"]
    if entry is None:
        return truncated(story, ply) if ply <= len(story.plies) else None
    if ply != len(story.plies) + 1:
        return None
    return replace(story, plies=(*story.plies, read_ply(stand_at(story, ply - 1).pieces, entry, now)))


def truncated(story: Story, length: int) -> Story:
    """The story of the first plies."""
    return replace(story, plies=story.plies[: max(0, length)]) if length < len(story.plies) else story


def stepped(step: Step, shown: int, length: int) -> int:
    """The ply a step leads to.

    >>> stepped("back", 12, 31), stepped("on", 31, 31), stepped("first", 12, 31), stepped("last", 12, 31)
    (11, 31, 0, 31)
    """
    wanted = {"first": 0, "back": shown - 1, "on": shown + 1, "last": length}[step]
    return max(0, min(length, wanted))


def rows(story: Story) -> list[Row]:
    """The rows of a list of moves. Ends that are no moves have a row of their own."""
    found: list[Row] = []
    for index, ply in enumerate(story.plies):
        column = story.sides.index(ply.side) if ply.side in story.sides else 0
        row = found[-1] if found else None
        # A side that moves twice in a row, as when others are gone, begins a row without a number.
        if row and ply.round is None and all(cell is None for cell in row.cells[column:]):
            found[-1] = row._replace(cells=(*row.cells[:column], index, *row.cells[column + 1 :]))
        else:
            found.append(Row(ply.round, tuple(index if i == column else None for i in range(len(story.sides)))))
    return found


def spots_since(story: Story, ply: int, mine: Iterable[str]) -> tuple[str, ...]:
    """The spots of all moves since one's own last: of the last move, if it was one's own, or all sides are."""
    mine = set(mine)
    if not 0 < ply <= len(story.plies):
        return ()
    others = mine and len(mine) < len(story.sides)
    first = ply - 1
    while others and first > 0 and story.plies[first].side not in mine and story.plies[first - 1].side not in mine:
        first -= 1
    spots = (spot for one in story.plies[first:ply] for spot in one.after.last)
    return tuple(dict.fromkeys(spots))
