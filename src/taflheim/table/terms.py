"""The terms of a table: what was chosen when it was opened, and holds until its end."""

import json
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from taflheim.games.errors import InvalidOption
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.table.time_control import TimeControl

Policy = Literal["out", "bot"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What was chosen when a table was opened.

    >>> terms = Terms(TimeControl.parse("5+3"), rated=True, opener="7f")
    >>> str(terms)
    '{"clock": "5+3", "opener": "7f", "rated": true}'
    >>> Terms.parse(str(terms)) == terms
    True
    """

    clock: TimeControl = field(default_factory=TimeControl)
    rated: bool = False
    public: bool = False
    """Whether it stands in the lobby; else only who has the link finds it."""
    watchable: bool = False
    """Whether people who do not play here may look."""
    policy: Policy = "out"
    """With three or four players, what becomes of the seat of somebody who leaves."""
    programs: bool = False
    """Whether bot accounts may sit at it though it is rated: who sits down there agrees to that."""
    counted: bool = False
    """Whether it is somebody's only try that counts: no hints, no undo, no spectators."""
    opener: str | None = None
    """The account that has opened it."""
    created_ms: int = 0
    seed: str = ""
    """What the lots of bots and of luck are drawn from: the same seed and the same moves give the same game. Nothing if
    they are drawn by chance."""

    def __post_init__(self) -> None:
        if self.policy not in ("out", "bot"):
            raise InvalidOption(f"policy {quoted(self.policy)}: expected out or bot")
        if self.rated and self.policy == "bot":
            raise InvalidOption("at a rated table no bot takes the seat of who leaves: choose out, or a casual game")
        if self.serious and self.seed:
            raise InvalidOption("at a table that counts nobody knows what will be drawn: give no seed")
        if self.counted and self.watchable:
            raise InvalidOption("nobody watches a try that counts")

    @property
    def serious(self) -> bool:
        """Whether nobody is helped here: no hints, no undo, no takeback."""
        return self.rated or self.counted

    def check(self, game: Game) -> None:
        """Raise InvalidOption if these terms do not fit a game."""
        players = len(game.seats)
        if players == 1 and (self.clock.timed or self.rated):
            raise InvalidOption(f"{game.title} is for one: it has no clock and is not rated")
        if players < 3 and self.policy == "bot":
            raise InvalidOption("a bot takes the seat of who leaves only with three or four players")

    def __str__(self) -> str:
        """As JSON, without what is as usual."""
        usual = Terms()
        told = {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(usual, f.name)}
        return json.dumps(told | ({"clock": str(self.clock)} if "clock" in told else {}), sort_keys=True)

    @classmethod
    def parse(cls, text: str) -> "Terms":
        """The terms with this text."""
        try:
            told = json.loads(text)
        except (ValueError, RecursionError):
            told = None
        if not isinstance(told, dict):
            raise InvalidOption("the terms of a table are one JSON object")
        types = {f.name: type(getattr(cls(), f.name)) for f in fields(cls)} | {"opener": str, "clock": str}
        for name, value in told.items():
            # A truth value is no number, though Python takes it for one.
            if name not in types or type(value) is not types[name]:
                raise InvalidOption(f"terms: {quoted(name)} cannot be {quoted(value)}")
        known: dict[str, Any] = dict(told)
        if "clock" in known:
            known["clock"] = TimeControl.parse(known["clock"])
        return cls(**known)
