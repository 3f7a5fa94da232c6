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
_CALLED_OTHERWISE = {"ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}
"""The names of all other letters, digits and marks begin with that of their script."""
_COMBINING = "COMBINING"
_COMBINING_OF = frozenset({"CYRILLIC", "DEVANAGARI", "GLAGOLITIC", "GRANTHA", "GREEK", "LATIN"})
"""Scripts that have combining marks of their own. All other such marks stand beside letters of any."""
_UNSEEN = frozenset("\N{COMBINING GRAPHEME JOINER}\u17b4\u17b5")
_VARIATION = "VARIATION SELECTOR"
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
        raise InvalidName(
            "the letters, digits and marks of a name are of one script, so that it cannot be taken for another"
        )
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

    >>> key("ÁNNA") == key("a\N{COMBINING ACUTE ACCENT}nna"), key("علي\N{ARABIC-INDIC DIGIT ONE}") == key("علي1")
    (True, True)
    """
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in _folded(name))


def keys(name: str) -> tuple[str, ...]:
    """The keys under which the account of this name may be kept.

    There was a time when 1 and \N{ARABIC-INDIC DIGIT ONE} had each its own: who was entered then is found first.
    """
    return tuple(dict.fromkeys((_folded(name), key(name))))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _may_stand(sign: str, place: int, signs: str = _OF_AN_ACCOUNT.signs) -> bool:
    category = unicodedata.category(sign)
    if sign in _UNSEEN or _VARIATION in unicodedata.name(sign, ""):
        return False
    # Some scripts write vowels as marks; no name begins with one.
    return category.startswith("L") or category == "Nd" or sign in signs or (category in ("Mn", "Mc") and place > 0)


def _one_script(name: str) -> bool:
    letters = {_script(sign) for sign in name if unicodedata.category(sign).startswith("L")} - {""}
    others = {_script(sign) for sign in name if not unicodedata.category(sign).startswith("L")} - {""}
    return others <= letters and (len(letters) <= 1 or letters <= _WRITTEN_TOGETHER)


def _script(sign: str) -> str:
    """The script that a sign belongs to; nothing for one that stands beside letters of any.

    >>> [_script(sign) for sign in ("a", "1", "\N{ARABIC-INDIC DIGIT ONE}", "\N{COMBINING ACUTE ACCENT}")]
    ['LATIN', '', 'ARABIC', '']
    """
    if (sign.isascii() and not sign.isalpha()) or unicodedata.category(sign) == "Lm":
        return ""
    first, second = (*unicodedata.name(sign, "UNKNOWN").split(" "), "")[:2]
    if first == _COMBINING:
        return second if second in _COMBINING_OF else ""
    return _CALLED_OTHERWISE.get(first, first)


def _house() -> frozenset[str]:
    """The keys of all names that the house keeps for itself."""
    return _RESERVED | {key(bot.name) for name in rulebooks() for bot in bots(game(name))}
