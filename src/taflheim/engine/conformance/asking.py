"""Asking an engine everything that the kit of its game knows."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field

from taflheim.engine.conformance.checks import REFUSED, Check, checks
from taflheim.engine.conformance.kit import Kit
from taflheim.engine.protocol.client import EngineClient, EngineFailure, NoAnswer
from taflheim.games.registry import game
from taflheim.games.rulebook import Value

PATIENCE_S = 10.0
"""How long an engine may take for an answer, and longer for perft."""
SLOWEST = 1000
"""Nodes a second that count as alive: so much longer an engine may count."""
START_LIMIT_S = 60.0
_MOST_FAILURES = 3
"""An engine that has died or hung so often is not started again."""


@dataclass(frozen=True)
class Outcome:
    """What an engine has answered to a check."""

    check: Check
    answer: str
    """Its words; for people, if it has not answered at all."""
    answered: bool = True

    @property
    def passed(self) -> bool:
        """Whether it says what the rules say."""
        return self.answered and self.check.agrees(self.answer)


@dataclass
class Asking:
    """Asks one engine about one game. What could not be asked is noted here."""

    kit: Kit
    command: Sequence[str] = ()
    """The command line; without one, our own engine."""
    patience_s: float = PATIENCE_S
    left_out: dict[str, str] = field(default_factory=dict)
    """Options that the engine does not have, each with the reason."""
    given_up: str = ""
    """Why no more was asked, if the engine does not start or has failed too often."""
    _client: EngineClient | None = None
    _options: str = ""
    _placed: tuple[object, ...] = ()
    _refusal: str = ""

    async def outcomes(self) -> AsyncGenerator[Outcome]:
        """The answers, one after the other."""
        failures = 0
        try:
            for check in checks(self.kit):
                options = options_text(check.options)
                if options in self.left_out:
                    continue
                try:
                    if self._client is None:
                        await self._start(check.options)
                    if options != self._options and not await self._choose(check.options):
                        continue
                    yield await self._ask(check)
                except EngineFailure as failure:
                    if self._client is None:
                        self.given_up = str(failure)
                        return
                    self._client = None
                    failures += 1
                    yield Outcome(check, str(failure), answered=False)
                    if failures == _MOST_FAILURES:
                        self.given_up = f"the engine has failed {_MOST_FAILURES} times: no more was asked"
                        return
        finally:
            if self._client:
                await self._client.close()

    async def _start(self, options: Mapping[str, Value]) -> None:
        self._client = await EngineClient.start(game(self.kit.game, **options), self.command, START_LIMIT_S)
        self._options, self._placed = "no choice yet", ()

    async def _choose(self, options: Mapping[str, Value]) -> bool:
        """Whether the engine plays the game with these options; it then does."""
        assert self._client
        chosen, text = game(self.kit.game, **options), options_text(options)
        default = game(chosen.name).options
        missing = [name for name, value in options.items() if value != default[name]]
        missing = [name for name in missing if name not in self._client.option_names]
        if missing:
            self.left_out[text] = f"the engine has no option {missing[0]}"
            return False
        try:
            await self._client.choose(chosen, self.patience_s)
        except NoAnswer as complaint:
            self.left_out[text] = str(complaint)
            return False
        self._options, self._placed = text, ()
        return True

    async def _ask(self, check: Check) -> Outcome:
        assert self._client
        placed = check.start, check.moves, check.seed
        if placed != self._placed:
            self._placed, self._refusal = placed, ""
            try:
                await self._client.place(check.start, check.moves, check.seed, self.patience_s)
            except NoAnswer as refusal:
                self._refusal = str(refusal)
        if not check.question:
            return Outcome(check, REFUSED if self._refusal else "taken for possible")
        if self._refusal:
            return Outcome(check, f"an error: {self._refusal}", answered=False)
        try:
            answer = await self._client.query(check.question, self.patience_s + check.nodes / SLOWEST)
        except NoAnswer as complaint:
            return Outcome(check, f"an error: {complaint}", answered=False)
        return Outcome(check, answer)


def options_text(options: Mapping[str, Value]) -> str:
    """Options as records write them.

    >>> options_text({"players": 3, "rules": "strict"})
    'players=3 rules=strict'
    """
    return " ".join(f"{name}={value}" for name, value in options.items())
