"""The commands `analyse`, `hint` and `review` of the engine protocol (docs/engine-protocol.md).

Each answer is a line of JSON. Its sentences are complete: the hall passes them on as they are.
"""

import json
from collections.abc import Callable

from taflheim.engine.insight.analysis import DEFAULT, Analysis, analyse
from taflheim.engine.insight.hint import hint
from taflheim.engine.insight.plain import plain_analysis, plain_hint, plain_reviewed
from taflheim.engine.insight.review import reviewing
from taflheim.engine.protocol.lines import read_limits, read_number
from taflheim.engine.search.found import Stop
from taflheim.engine.search.limits import Limits
from taflheim.games.errors import TaflheimError
from taflheim.games.record import Record

Answers = Callable[[Callable[[str], None], Stop], None]
"""Writes the answers, as lines, to its end or until the stop is set."""
Question = Callable[[Record, list[str]], Answers]
"""Reads the arguments of a command."""

_MOST_BEST = 200
_UNLIMITED = Limits()


def _analyse(record: Record, words: list[str]) -> Answers:
    best = _taken(words, "best", 1, _MOST_BEST)
    limits, endless = _limits(words)

    def answers(say: Callable[[str], None], stop: Stop) -> None:
        said = ""

        def tell(found: Analysis) -> None:
            nonlocal said
            line = _line("analysis", plain_analysis(found))
            if line != said:
                say(line)
            said = line

        tell(analyse(record, limits, best or 3, tell, stop=stop))
        if endless:
            stop.wait()

    return answers


def _hint(record: Record, words: list[str]) -> Answers:
    limits, _ = _limits(words)

    def answers(say: Callable[[str], None], stop: Stop) -> None:
        say(_line("hint", plain_hint(record.position, hint(record, limits, stop=stop))))

    return answers


def _review(record: Record, words: list[str]) -> Answers:
    first, last = (_taken(words, word, 1, max(1, len(record.entries))) for word in ("from", "to"))
    limits, _ = _limits(words)

    def answers(say: Callable[[str], None], stop: Stop) -> None:
        for move in reviewing(record, limits, first=first or 1, last=last, stop=stop):
            say(_line("reviewed", plain_reviewed(record, move)))

    return answers


def _limits(words: list[str]) -> tuple[Limits, bool]:
    limits, endless = read_limits(words)
    return (limits or DEFAULT) if not endless else limits or _UNLIMITED, endless


def _taken(words: list[str], name: str, least: int, most: int) -> int | None:
    """The number behind a word; both are taken out of the words."""
    if name not in words:
        return None
    at = words.index(name)
    number = read_number(name, " ".join(words[at + 1 : at + 2]), least, most)
    del words[at : at + 2]
    if name in words:
        raise TaflheimError(f"{name}: expected once")
    return number


def _line(word: str, answer: dict[str, object]) -> str:
    return f"{word} {json.dumps(answer, ensure_ascii=False, separators=(',', ':'))}"


QUESTIONS: dict[str, Question] = {"analyse": _analyse, "hint": _hint, "review": _review}
"""By command."""
