"""What is said to people: a code with parameters, and the English sentence made from them.

Programs compare codes; people read sentences; another language would be another set of templates.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Message:
    """A code with parameters; `str` gives the sentence.

    >>> say = phrases({"walls_gone": "{side} has no walls left"})
    >>> message = say("walls_gone", side="b")
    >>> str(message), message.code, dict(message.params)
    ('b has no walls left', 'walls_gone', {'side': 'b'})
    """

    code: str
    sentence: str
    params: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return self.sentence


class Say(Protocol):
    """Makes the message with a code from its parameters."""

    def __call__(self, code: str, /, **params: object) -> Message:
        """The message."""


def phrases(templates: Mapping[str, str], titles: Mapping[str, str] = MappingProxyType({})) -> Say:
    """A speaker of these templates. Parameters that are in `titles` are said so, and stay what they are for programs.

    >>> message = phrases({"passed": "{side} passes."}, {"a": "White"})("passed", side="a")
    >>> str(message), message.params
    ('White passes.', (('side', 'a'),))
    """

    def say(code: str, /, **params: object) -> Message:
        said = {name: titles.get(value, value) if isinstance(value, str) else value for name, value in params.items()}
        return Message(code, templates[code].format(**said), tuple(sorted(params.items())))

    return say


def quoted(text: object, longest: int = 40) -> str:
    """`text` as it can stand in a sentence, however long or odd it is.

    >>> quoted("a" * 1000)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'"
    """
    if not isinstance(text, str):
        return f"a {type(text).__name__}"
    return repr(text if len(text) <= longest else text[:longest] + "…")


def counted(number: int, singular: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "sheep", "sheep"), counted(3, "wall")
    ('1 sheep', '3 walls')
    """
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def listed(names: Sequence[str]) -> str:
    """Names one after the other.

    >>> listed(["c4"]), listed(["c4", "d4", "e4"])
    ('c4', 'c4, d4 and e4')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def percent(share: float) -> str:
    """A share in whole hundredths; only what is certain is 0 % or 100 %.

    >>> percent(0.634), percent(0.999), percent(1.0)
    ('63 %', '99 %', '100 %')
    """
    rounded = round(share * 100)
    return f"{rounded if share in (0, 1) else min(max(rounded, 1), 99)} %"


def sentence(text: str) -> str:
    """A text as a sentence of its own.

    >>> sentence("d2 is not empty")
    'D2 is not empty.'
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def duration(ms: int) -> str:
    """A time in short words.

    >>> duration(59_000), duration(3_599_000), duration(7_260_000), duration(400_000_000)
    ('under 1 min', '59 min', '2 h 1 min', '111 h')
    """
    hours, minutes = divmod(ms // 60_000, 60)
    if not hours:
        return f"{minutes} min" if minutes else "under 1 min"
    # Nobody wants to know the minutes of a hundred hours.
    return f"{hours} h {minutes} min" if minutes and hours < 100 else f"{hours} h"
