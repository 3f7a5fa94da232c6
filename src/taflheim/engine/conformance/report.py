"""What came of asking an engine: how much of each kind agrees, and for what does not, the case and the rule's words."""

import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from taflheim.engine.conformance.asking import Outcome, options_text
from taflheim.engine.conformance.checks import KINDS
from taflheim.engine.conformance.kit import VERSION, Kit
from taflheim.engine.protocol.wire import NO_MOVE
from taflheim.games.message import counted
from taflheim.games.registry import game

_SHOWN = 3
"""Failures of a kind that are shown."""
_WIDTH = 100
_LONGEST = 400
"""Characters of an answer that are shown."""


@dataclass
class Tally:
    """The outcomes of one game, counted; the first failures of each kind are kept."""

    kit: Kit
    asked: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    failures: dict[str, list[Outcome]] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    given_up: str = ""

    def add(self, outcome: Outcome) -> None:
        """Count an outcome."""
        kind = outcome.check.kind
        self.asked[kind] += 1
        self.passed[kind] += outcome.passed
        if not outcome.passed and len(self.failures.setdefault(kind, [])) < _SHOWN:
            self.failures[kind].append(outcome)

    @property
    def failed(self) -> int:
        """How many answers were wrong."""
        return self.asked.total() - self.passed.total()

    @property
    def conforms(self) -> bool:
        """Whether everything that was asked was answered as the rules say."""
        return not self.failed and not self.given_up


def report(tally: Tally) -> str:
    """The text for people."""
    return "\n".join(_lines(tally))


def _lines(tally: Tally) -> Iterator[str]:
    title = game(tally.kit.game).title
    yield f"{title}, kit {VERSION}"
    for kind in KINDS:
        if tally.asked[kind]:
            yield f"  {kind:10} {tally.passed[kind]:>6} of {tally.asked[kind]:>6}"
    for options, reason in tally.left_out.items():
        yield f"  not asked: {options} ({reason})"
    for kind, failures in tally.failures.items():
        yield ""
        for outcome in failures:
            yield from _failure(tally.kit.game, outcome)
        more = tally.asked[kind] - tally.passed[kind] - len(failures)
        if more:
            yield f"  … and {more} more of {kind}"
        yield "  The rules say:"
        for passage in tally.kit.passages[kind]:
            yield textwrap.indent(passage, "    ")
    if tally.given_up:
        yield f"  {tally.given_up}"
    yield f"{title}: {_verdict(tally)}"


def _verdict(tally: Tally) -> str:
    checks = counted(tally.asked.total(), "check")
    if tally.failed:
        return f"{tally.failed} of {checks} failed."
    return f"{checks}, and then it had to be given up." if tally.given_up else f"all of {checks} passed."


def _failure(name: str, outcome: Outcome) -> Iterator[str]:
    check = outcome.check
    options = options_text(check.options)
    where = " ".join([check.start or "startpos", *(["moves", *check.moves] if check.moves else [])])
    yield f"  {check.kind}: {_short(where)}{f'  ({options})' if options else ''}"
    if check.question == "moves" and outcome.answered:
        yield from _moves(name, outcome)
    else:
        yield f"    {f'query {check.question}' if check.question else 'position'}"
        yield f"    expected  {_short(check.expected)}"
        yield f"    got       {_short(outcome.answer) or 'nothing'}"
    if check.note:
        yield from textwrap.wrap(check.note, _WIDTH, initial_indent="    note      ", subsequent_indent=" " * 14)


def _moves(name: str, outcome: Outcome) -> Iterator[str]:
    """Not both lists, which are long, but what is different about them."""
    check = outcome.check
    expected, got = ({*text.split()} - {NO_MOVE} for text in (check.expected, outcome.answer))
    yield "    query moves"
    yield f"    expected  {counted(len(expected), 'move')}"
    yield f"    got       {counted(len(outcome.answer.split()), 'move')}"
    if missing := sorted(expected - got):
        yield f"    missing   {_short(' '.join(missing))}"
    position = game(name, **check.options).position(check.start or "")
    for move in sorted(got - expected)[:_SHOWN]:
        yield f"    not legal {_short(move)}: {position.explain(move)}"
    if twice := sorted(move for move, count in Counter(outcome.answer.split()).items() if count > 1):
        yield f"    twice     {_short(' '.join(twice))}"


def _short(text: str) -> str:
    text = "".join(c if c.isprintable() else "�" for c in text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} … ({len(text)} characters)"
