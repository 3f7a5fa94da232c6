"""The names of people: what they may be, and which are taken."""

import secrets
import unicodedata
from typing import NamedTuple

from taflheim.engine.bots.levels import bots
from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted
from taflheim.games.registry import game, rulebooks


class _Kind(NamedTuple):
    """What names of some kind may be."""

    shortest: int
    signs: str
    """Which may stand in them beside letters and digits."""
    told: str


_OF_AN_ACCOUNT = _Kind(2, "-_", "letters, digits, - and _")
_OF_A_TABLE = _Kind(1, "-_'. ", "letters, digits, spaces and - _ ' .")
_LONGEST = 24
_RESERVED = frozenset(
    "admin administrator anonymous bot bots friend guest hall host house moderator nobody owner root somebody spectator"
    " staff support system taflheim you".split()
)
_PROGRAM = "-bot"
_RESERVED_BEGINNINGS = ("guest-", "deleted-")
_WRITTEN_TOGETHER = frozenset({"HIRAGANA", "KATAKANA", "CJK", "HANGUL", "BOPOMOFO"})
"""Scripts of which a name in one language uses several."""
_ANIMALS = (
    "badger bear beaver bison boar crane crow curlew deer dove eagle eider elk ermine falcon finch fox goose hare hawk"
    " hedgehog heron horse kestrel lark lynx marten mole moose mouse newt otter owl puffin raven robin salmon seal"
    " sheep shrew sparrow squirrel stoat swan swift toad trout vole walrus weasel whale wolf wren"
).split()
_MOST_OF_AN_ANIMAL = 9999


class InvalidName(TaflheimError):
    """Nobody can be called that."""


def checked(text: str) -> str:
    """The name that a text stands for, in the form in which it is kept.

    >>> checked(" Ánna_17 "), checked("Ｂｏｒｉｓ")
    ('Ánna_17', 'Boris')
    >>> checked("Odin")
    Traceback (most recent call last):
    taflheim.hall.names.InvalidName: 'Odin' is a name of the house: choose another
    """
    name = _name(text)
    if key(name).endswith(_PROGRAM):
        raise InvalidName(f"names that end in {_PROGRAM} are those of programs: choose another")
    return name


def of_a_program(text: str) -> str:
    """The name of somebody's program. It says what it is, wherever it stands.

    >>> of_a_program("Loki"), of_a_program("Loki-bot")
    ('Loki-bot', 'Loki-bot')
    """
    own = text.strip()
    if key(own).endswith(_PROGRAM):
        own = own[: -len(_PROGRAM)]
    return _name(f"{_name(own)}{_PROGRAM}")


def at_a_screen(text: str) -> str:
    """A name that is typed for somebody at another's screen. It belongs to one table, so others may have it, too.

    >>> at_a_screen("  Little   brother "), at_a_screen("J")
    ('Little brother', 'J')
    """
    name = _name(" ".join(text.split()), _OF_A_TABLE)
    if key(name).endswith(_PROGRAM):
        raise InvalidName(f"names that end in {_PROGRAM} are those of programs: choose another")
    return name


def _name(text: str, kind: _Kind = _OF_AN_ACCOUNT) -> str:
    name = unicodedata.normalize("NFKC", text).strip()
    if not kind.shortest <= len(name) <= _LONGEST:
        raise InvalidName(f"a name has {kind.shortest} to {_LONGEST} letters: choose one of that length")
    for place, sign in enumerate(name):
        if not _may_stand(sign, place, kind.signs):
            raise InvalidName(f"{quoted(sign)} cannot stand in a name: use {kind.told}")
    if not any(unicodedata.category(sign).startswith("L") for sign in name):
        raise InvalidName("a name has a letter in it: add one")
    if not _one_script(name):
        raise InvalidName("the letters of a name are of one script, so that it cannot be taken for another")
    if key(name) in _house() or key(name).startswith(_RESERVED_BEGINNINGS):
        raise InvalidName(f"{quoted(name)} is a name of the house: choose another")
    return name


def fitted(text: str) -> str:
    """A name that is as near as can be to one that was given elsewhere, as by the machine's log-in.

    >>> fitted("anna.berg"), fitted("root"), fitted("x"), fitted("!")
    ('anna-berg', 'root-1', 'x-1', 'player')
    """
    signs = unicodedata.normalize("NFKC", text)
    kept = "".join(sign if _may_stand(sign, place) else "-" for place, sign in enumerate(signs)).strip(
        _OF_AN_ACCOUNT.signs
    )
    for wanted in (kept[:_LONGEST], f"{kept[: _LONGEST - 2]}-1"):
        try:
            return checked(wanted)
        except InvalidName:
            continue
    return "player"


def of_a_guest() -> str:
    """A name for somebody who has chosen none, as guest-otter-17."""
    return f"guest-{secrets.choice(_ANIMALS)}-{secrets.randbelow(_MOST_OF_AN_ANIMAL) + 1}"


def key(name: str) -> str:
    """Names with the same key are taken for the same.

    >>> key("ÁNNA") == key("a\N{COMBINING ACUTE ACCENT}nna")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _may_stand(sign: str, place: int, signs: str = _OF_AN_ACCOUNT.signs) -> bool:
    category = unicodedata.category(sign)
    # Some scripts write vowels as marks; no name begins with one.
    return category.startswith("L") or category == "Nd" or sign in signs or (category in ("Mn", "Mc") and place > 0)


def _one_script(name: str) -> bool:
    scripts = {
        unicodedata.name(sign, "UNKNOWN").partition(" ")[0]
        for sign in name
        if unicodedata.category(sign).startswith("L") and unicodedata.category(sign) != "Lm"
    }
    return len(scripts) <= 1 or scripts <= _WRITTEN_TOGETHER


def _house() -> frozenset[str]:
    """The keys of all names that the house keeps for itself."""
    return _RESERVED | {key(bot.name) for name in rulebooks() for bot in bots(game(name))}
