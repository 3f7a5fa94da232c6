"""What is pointed out on a board beside its pieces: the same signs in all games."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple


class Preview(NamedTuple):
    """What a click on a spot would place there, or that it cannot be placed."""

    spot: str
    legal: bool


class Way(NamedTuple):
    """The way of a move that is pointed out, along its spots."""

    spots: tuple[str, ...]
    kind: Literal["hint", "better", "drawn"] = "hint"


class Moving(NamedTuple):
    """A piece on its way between two spots: how much of it is behind it, from 0 to 1."""

    kind: str
    side: str
    origin: str
    to: str
    done: float


@dataclass(frozen=True)
class Marks:
    """All that is pointed out. Spots that are not on the board, such as buttons, are left out."""

    cursor: str | None = None
    """Where the keyboard is."""
    chosen: tuple[str, ...] = ()
    """The spots that were clicked for a move."""
    movable: tuple[str, ...] = ()
    """Pieces that can be chosen, where these are few enough to point them out."""
    targets: tuple[str, ...] = ()
    """Where one can go."""
    dangers: tuple[str, ...] = ()
    """Where one would lose at once."""
    last: tuple[str, ...] = ()
    """Where the last move went along."""
    fallen: tuple[str, ...] = ()
    """Where the last move took something off the board."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Something short to type, by the spot it leads to."""
    preview: Preview | None = None
    ways: tuple[Way, ...] = ()
    moving: tuple[Moving, ...] = ()
    flashes: Mapping[str, int] = field(default_factory=dict)
    """What bursts, by its spot, and for how long it has: 0, 1, 2 …"""

    def on(self, spots: Collection[str]) -> "Marks":
        """The marks on these spots."""

        def kept(some: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(spot for spot in some if spot in spots)

        ways = (way._replace(spots=kept(way.spots)) for way in self.ways)
        return replace(
            self,
            cursor=self.cursor if self.cursor in spots else None,
            chosen=kept(self.chosen),
            movable=kept(self.movable),
            targets=kept(self.targets),
            dangers=kept(self.dangers),
            last=kept(self.last),
            fallen=kept(self.fallen),
            labels={spot: text for spot, text in self.labels.items() if spot in spots},
            preview=self.preview if self.preview and self.preview.spot in spots else None,
            ways=tuple(way for way in ways if way.spots),
            moving=tuple(each for each in self.moving if each.origin in spots and each.to in spots),
            flashes={spot: age for spot, age in self.flashes.items() if spot in spots},
        )

    def target_sign(self, spot: str, taken: Collection[str]) -> Literal["danger", "label", "ring", "dot"]:
        """How a target is shown: deadly, with something to type, around what stands there, or free."""
        if spot in self.dangers:
            return "danger"
        if spot in self.labels:
            return "label"
        return "ring" if spot in taken else "dot"
