"""The checks that follow from the data: which position is set, what is asked, and what the rules say."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from taflheim.engine.conformance.kit import Kit, Vector
from taflheim.engine.protocol.wire import NO_MOVE
from taflheim.games.rulebook import Value

REFUSED = "refused"
"""What is expected of an engine that is given what cannot be."""


class Check(NamedTuple):
    """One question to an engine, and the answer by the rules."""

    kind: str
    options: Mapping[str, Value]
    start: str | None
    """The text of a position; None for the start of the game."""
    moves: tuple[str, ...]
    question: str
    """What stands behind `query`; nothing where the position itself is to be refused."""
    expected: str
    note: str = ""
    """What the rules have to say here, where it is known for this very case."""
    seed: int | None = None
    nodes: int = 0
    """How many nodes an answer has to count."""

    def agrees(self, answer: str) -> bool:
        """Whether an answer is the expected one; moves may come in any order, each once."""
        if self.question == "moves":
            return sorted(answer.split()) == sorted(self.expected.split())
        return answer == self.expected


def checks(kit: Kit) -> Iterator[Check]:
    """All checks of a kit, those of the same options together.

    >>> from taflheim.engine.conformance.kit import kit_of
    >>> first = next(checks(kit_of("quoridor")))
    >>> first.kind, first.question, first.expected
    ('starts', 'position', 'e9,e1 10,10 - - a')
    """
    for vector in kit.vectors:
        yield from _KINDS[vector["kind"]](vector)


def _start(vector: Vector) -> Iterator[Check]:
    yield Check("starts", vector["options"], None, (), "position", vector["position"], seed=vector["seed"])


def _position(vector: Vector) -> Iterator[Check]:
    text, options, note = vector["position"], vector["options"], vector["note"]
    yield Check("positions", options, text, (), "position", text, note)
    yield Check("results", options, text, (), "result", vector["result"] or NO_MOVE, note)
    yield Check("moves", options, text, (), "moves", " ".join(vector["moves"]) or NO_MOVE, note)
    for depth, nodes in enumerate(vector["perft"], 1):
        yield Check("perft", options, text, (), f"perft {depth}", str(nodes), note, nodes=nodes)
    for move, after in vector["after"].items():
        yield Check("successors", options, text, (move,), "position", after, note)


def _record(vector: Vector) -> Iterator[Check]:
    start, options, note = vector["start"], vector["options"], vector["note"]
    moves = tuple(vector["moves"])
    for count, text in vector["positions"].items():
        yield Check("records", options, start, moves[: int(count)], "position", text, note)
        result = vector["result"] if int(count) == len(moves) else None
        yield Check("records", options, start, moves[: int(count)], "result", result or NO_MOVE, note)


def _refused(vector: Vector) -> Iterator[Check]:
    yield Check("refusals", vector["options"], vector["position"], tuple(vector["moves"]), "", REFUSED, vector["note"])


_KINDS: Mapping[str, Callable[[Vector], Iterator[Check]]] = {
    "start": _start,
    "position": _position,
    "record": _record,
    "refused": _refused,
}
KINDS = ("starts", "positions", "results", "moves", "perft", "successors", "records", "refusals")
"""The kinds of checks, in the order of a report."""
