"""What was found, in texts and numbers, as pages and programs get it (docs/engine-protocol.md)."""

from collections.abc import Sequence

from taflheim.engine.insight.analysis import Analysis, Candidate
from taflheim.engine.insight.hint import Hint
from taflheim.engine.insight.review import Reviewed
from taflheim.games.message import percent, phrases, sentence
from taflheim.games.position import Position
from taflheim.games.record import Record

say = phrases(
    {
        "best": "With {played} the chance to win is {now}: nothing better was found",
        "good": "With {played} the chance to win is {now}",
        "worse": "With {played} the chance to win falls from {was} to {now}: {best} was better",
        "forced": "{played} was the only legal move",
    }
)
_MOST_SHOWN = 12
"""The most moves of a line that are shown: later ones are mere guesses."""


def plain_analysis(found: Analysis) -> dict[str, object]:
    """The best moves, and what the game itself has to say about the position."""
    shown = found.position.game.rulebook.hint
    notes, paths = getattr(shown, "notes", None), getattr(shown, "paths", None)
    return {
        "depth": found.depth,
        "nodes": found.nodes,
        "lines": [plain_candidate(found.position, candidate) for candidate in found.best],
        "notes": [sentence(str(note)) for note in notes(found.position.state)] if notes else [],
        "paths": [list(path) for path in paths(found.position.state)] if paths else [],
    }


def plain_hint(position: Position, given: Hint) -> dict[str, object]:
    """A hint: the first reason is the one to show, the others are for who wants more."""
    first, *more = (sentence(str(reason)) for reason in given.reasons)
    return {
        "move": given.move,
        "text": position.written(given.move),
        "clicks": list(position.clicks(given.move)),
        "way": list(position.way(given.move)),
        "win_probability": round(given.win_probability, 4),
        "reason": first,
        "more": more,
        "line": written(position, given.line),
    }


def plain_reviewed(record: Record, move: Reviewed) -> dict[str, object]:
    """A move of a game, and what would have been better."""
    before = record.positions[move.number - 1]
    return {
        "number": move.number,
        "side": move.side,
        "cost": round(move.cost, 4),
        "kind": move.kind,
        "counts": move.counts,
        "noted": move.note is not None,
        "words": _words(before, move),
        "played": plain_candidate(before, move.played),
        "best": plain_candidate(before, move.best),
    }


def _words(before: Position, move: Reviewed) -> str:
    """What a review says of a move: what the game itself has to say, or what happened to the chance to win."""
    if move.note:
        return sentence(str(move.note))
    now, was = percent(move.played.win_probability), percent(move.best.win_probability)
    code = "forced" if move.forced else "worse" if move.kind else "best" if move.cost <= 0 else "good"
    played, best = before.written(move.played.move), before.written(move.best.move)
    return str(say(code, played=played, best=best, now=now, was=was)) + "."


def plain_candidate(position: Position, candidate: Candidate) -> dict[str, object]:
    """A move that could be made, with what one clicks for it, and the way along which it is shown."""
    return {
        "move": candidate.move,
        "text": position.written(candidate.move),
        "clicks": list(position.clicks(candidate.move)),
        "way": list(position.way(candidate.move)),
        "win_probability": round(candidate.win_probability, 4),
        "line": written(position, candidate.line),
        "ends_in": candidate.ends_in,
        "note": sentence(str(candidate.note)) if candidate.note else None,
    }


def written(position: Position, line: Sequence[str]) -> list[str]:
    """The first moves of a line as they are written for people; a move of chance, whose outcome is open, ends it."""
    texts = []
    for move in line[:_MOST_SHOWN]:
        texts.append(position.written(move))
        if move in position.game.rulebook.chance:
            break
        position = position.play(move)
    return texts
