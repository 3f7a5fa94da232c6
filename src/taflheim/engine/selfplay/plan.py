"""Which games of self-play are to be played: enough to play them again, on any number of machines."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from taflheim.engine.places.version import made_with
from taflheim.engine.search.limits import Limits
from taflheim.games.checks import as_int
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.rulebook import either

_RANGES = {
    "games": (1, 10_000_000),
    "random_plies": (0, 200),
    "balanced": (0, 1_000_000),
    "games_per_shard": (1, 100_000),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """Games of our search against itself.

    >>> import taflheim
    >>> plan = Plan(taflheim.game("halatafl"), 10, Limits(nodes=1000), nodes_for={"foxes": 4000})
    >>> plan.limits_of("sheep").nodes, plan.limits_of("foxes").nodes
    (1000, 4000)
    """

    game: Game
    games: int
    limits: Limits
    """How long a move is thought about. With nodes or a depth the same seed gives the same games."""
    nodes_for: Mapping[str, int] | None = None
    """Sides that may look at another number of nodes."""
    seed: int = 0
    random_plies: int = 8
    """The most random moves at the start: each game has from none to so many."""
    balanced: int | None = None
    """Openings are drawn again until a short search finds neither side further ahead than this."""
    games_per_shard: int = 200

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if value is not None and not (as_int(value) is not None and least <= value <= most):
                raise TaflheimError(f"{name.replace('_', ' ')}: expected a whole number from {least} to {most}")
        if self.limits == Limits():
            raise TaflheimError("how long to think? Expected a number of nodes, a depth or a time")
        for side, nodes in (self.nodes_for or {}).items():
            if side not in self.game.seats:
                raise TaflheimError(f"no side {quoted(side)}: expected {either(self.game.seats)}")
            if self.limits.nodes is None:
                raise TaflheimError(f"more nodes for {side}: expected a number of nodes for the others, too")
            Limits(nodes=nodes)  # says what is wrong with it

    def limits_of(self, side: str) -> Limits:
        """How long a side thinks about a move."""
        nodes = (self.nodes_for or {}).get(side)
        return self.limits if nodes is None else Limits(nodes=nodes)

    @property
    def shards(self) -> int:
        """How many shards the games fill."""
        return -(-self.games // self.games_per_shard)

    def numbers(self, shard: int) -> range:
        """The numbers of the games in a shard."""
        first = shard * self.games_per_shard
        return range(first, min(first + self.games_per_shard, self.games))

    def described(self) -> dict[str, object]:
        """The plan for a manifest, with the version that plays it."""
        return {
            "game": self.game.name,
            "options": {name: str(value) for name, value in self.game.options.items()},
            "version": made_with(),
            "games": self.games,
            "seed": self.seed,
            "limits": {
                side: {name: value for name, value in asdict(self.limits_of(side)).items() if value is not None}
                for side in self.game.seats
            },
            "random_plies": self.random_plies,
            "balanced": self.balanced,
            "games_per_shard": self.games_per_shard,
        }
