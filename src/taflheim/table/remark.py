"""What a record says in comments: where a bot has played on for somebody, and where they came back."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from taflheim.table.event import RECORDED, Event


class Remark(NamedTuple):
    """Before the entry at this index of the record, a bot took a side over, or its person came back."""

    ply: int
    side: str
    kind: Literal["held", "return"]
    level: int = 0


def remarks(events: Iterable[Event]) -> tuple[Remark, ...]:
    """The remarks on a game at whose table these events have happened.

    >>> log = [Event(1, "move", "a", "e8", 0), Event(2, "held", "b", "3", 0), Event(3, "move", "b", "e2", 0)]
    >>> remarks(log)
    (Remark(ply=1, side='b', kind='held', level=3),)
    """
    found: list[Remark] = []
    ply = 0
    for event in events:
        # No takeback goes across a change of seats: what was remarked stays where it is.
        if event.kind in RECORDED:
            ply += -int(event.text) if event.kind == "undo" else 1
        elif event.kind == "held":
            found.append(Remark(ply, event.side, "held", int(event.text)))
        elif event.kind == "return":
            found.append(Remark(ply, event.side, "return"))
    return tuple(found)
