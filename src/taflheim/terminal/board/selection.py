"""What a person has clicked so far, and what that leads to. The hall says what can be clicked, and knows why."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from taflheim.games.clicks import Choices


@dataclass(frozen=True)
class Selection:
    """The clicks of one move."""

    root: Choices = field(default_factory=dict)
    """What can be clicked first."""
    open: Choices | None = field(default_factory=dict)
    """What can be clicked now; None while an answer of the hall is awaited."""
    clicked: tuple[str, ...] = ()
    landings: tuple[str, ...] = ()
    """Those of the clicks to which a piece has gone already."""

    @property
    def is_active(self) -> bool:
        """Whether there is anything to click at all."""
        return bool(self.root)

    def is_open(self, spot: str) -> bool:
        """Whether a click there leads on."""
        return spot in (self.open or ())

    @property
    def targets(self) -> tuple[str, ...]:
        """Where a click makes a move, or a landing on the way."""
        return tuple(spot for spot, after in (self.open or {}).items() if not isinstance(after, dict))

    @property
    def movable(self) -> tuple[str, ...]:
        """Where a click chooses something."""
        return tuple(spot for spot, after in (self.open or {}).items() if isinstance(after, dict))


class Selected(NamedTuple):
    """More has to be clicked."""


class Released(NamedTuple):
    """The same piece again: nothing is chosen any more."""


class Waiting(NamedTuple):
    """The answer to the last click is not there yet."""


class Complete(NamedTuple):
    """The move can be played."""

    move: str


class Ask(NamedTuple):
    """The hall knows what follows."""

    clicked: tuple[str, ...]


class Refused(NamedTuple):
    """The clicks lead nowhere."""

    clicked: tuple[str, ...]


Outcome = Selected | Released | Waiting | Complete | Ask | Refused


def begin(choices: Choices | None) -> Selection:
    """Nothing is clicked yet."""
    return Selection(choices or {}, choices or {})


def drop(selection: Selection) -> Selection:
    """Forget all clicks."""
    return begin(selection.root)


def click(selection: Selection, spot: str, sides: Mapping[str, str] | None = None) -> tuple[Selection, Outcome]:
    """A click on a spot. `sides` says whose pieces stand on which spots.

    >>> click(begin({"a1": {"a2": "a1-a2"}}), "a1")[1]
    Selected()
    """
    if selection.open is None:
        return selection, Waiting()
    if spot not in selection.open:
        return _click_elsewhere(selection, spot, sides or {})
    after = selection.open[spot]
    if isinstance(after, str):
        return replace(selection, open=None), Complete(after)
    clicked = (*selection.clicked, spot)
    if after is None:
        return replace(selection, open=None, clicked=clicked, landings=(*selection.landings, spot)), Ask(clicked)
    return replace(selection, open=after, clicked=clicked), Selected()


def _click_elsewhere(selection: Selection, spot: str, sides: Mapping[str, str]) -> tuple[Selection, Outcome]:
    none, clicked = drop(selection), selection.clicked
    if clicked and clicked[0] == spot:
        return none, Released()
    if clicked and none.is_open(spot):
        return click(none, spot)  # another piece of one's own, in place of the first
    # If both pieces are of one side, the second one was to be chosen, and the first does not matter.
    same = len(clicked) == 1 and sides.get(spot) is not None and sides.get(clicked[0]) == sides[spot]
    return none, Refused((spot,) if same else (*clicked, spot))


def extend(selection: Selection, clicked: tuple[str, ...], tree: Choices) -> tuple[Selection, str | None]:
    """The hall's answer to `Ask`, with the only spot that can follow, if there is just one.

    An answer to other clicks than the last changes nothing.
    """
    if selection.open is not None or clicked != selection.clicked:
        return selection, None
    return replace(selection, open=tree), next(iter(tree)) if len(tree) == 1 else None
