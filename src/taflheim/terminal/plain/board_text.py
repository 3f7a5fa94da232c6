"""A table as text: the board, what stands beside it, and the same in words for who cannot see it. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from taflheim import wire
from taflheim.games.diagram import Style, draw
from taflheim.games.game import Game
from taflheim.games.message import sentence
from taflheim.games.view import Layout, Piece
from taflheim.terminal.live.clock_text import figures, left_ms


def board(layout: Layout, pieces: Iterable[Piece], style: Style, keys: Iterable[wire.Key] = ()) -> str:
    """The board, with an empty line before and behind it; keys are written on the spots that they stand for."""
    labels = {key["spot"]: key["key"] for key in keys if key["spot"] and key["moves"]}
    return f"\n{draw(layout, pieces, style, labels)}\n"


def beside(game: Game, facts: Iterable[wire.Fact], clock: wire.Clock | None = None, now_ms: float = 0) -> str:
    """What stands beside the board, by side.

    >>> import taflheim
    >>> left: wire.Fact = {"code": "walls_left", "side": "a", "value": 10, "text": "10 walls left"}
    >>> beside(taflheim.game("quoridor"), [left, {"code": "moves", "side": "", "value": 0, "text": "0 moves made"}])
    'White (a): 10 walls left. 0 moves made.'
    """
    if len(game.seats) == 1:
        return " ".join(sentence(fact["text"]) for fact in facts)
    said: dict[str, list[str]] = defaultdict(list)
    for fact in facts:
        said[fact["side"]].append(fact["text"])
    for side in clock["left_ms"] if clock else ():
        assert clock
        said[side].append(f"{figures(left_ms(clock, side, now_ms))} on the clock")
    order = [side for side in (*game.rulebook.sides, "") if side in said]
    titles = {side: f"{game.rulebook.side_title(side)}: " if side else "" for side in order}
    return " ".join(sentence(f"{titles[side]}{', '.join(said[side])}") for side in order)


def in_words(game: Game, pieces: Iterable[Piece]) -> str:
    """What stands where, a line for each kind of piece.

    >>> import taflheim
    >>> print(in_words(taflheim.game("quoridor"), taflheim.game("quoridor").start().pieces))
    Pawn of White: e9.
    Pawn of Green: e1.
    """
    places = {spot.name: place for place, spot in enumerate(game.layout.spots)}
    spots: dict[tuple[str, str], list[str]] = defaultdict(list)
    for piece in sorted(pieces, key=lambda piece: (_rank(game, piece), places[piece.spot])):
        spots[piece.kind, piece.side].append(piece.spot)
    shared = {kind for kind, _ in spots if sum(other == kind for other, _ in spots) > 1}
    return "\n".join(
        sentence(f"{_called(game, kind, side if kind in shared else '')}: {', '.join(where)}")
        for (kind, side), where in spots.items()
    )


def _rank(game: Game, piece: Piece) -> tuple[int, str]:
    sides = game.rulebook.sides
    return sides.index(piece.side) if piece.side in sides else len(sides), piece.kind


def _called(game: Game, kind: str, side: str) -> str:
    whose = f" of {game.rulebook.spoken(side)}" if side else ""
    return " ".join(reversed(kind.split("."))) + whose


def seating(game: Game, seats: Mapping[str, Mapping[str, object]]) -> str:
    """Who sits where, as GET /tables/ID tells it.

    >>> import taflheim
    >>> you = {"yours": True, "who": "person", "name": "Anna"}
    >>> seating(taflheim.game("halatafl"), {"sheep": you, "foxes": {"yours": False, "who": "bot", "name": "Nils"}})
    'Sheep: you. Foxes: Nils, a bot.'
    """
    mine = sum(bool(seat["yours"]) for seat in seats.values())
    if len(seats) == 1 and mine:
        return ""
    if mine == len(seats):
        return "Everybody plays at this screen."
    told = []
    for side, seat in seats.items():
        kinds = {"bot": f"{seat['name']}, a bot", "program": f"{seat['name']}, a program", "free": "nobody yet"}
        who = "you" if seat["yours"] else kinds.get(str(seat["who"]), str(seat["name"]))
        told.append(f"{game.rulebook.side_title(side)}: {who}.")
    return " ".join(told)
