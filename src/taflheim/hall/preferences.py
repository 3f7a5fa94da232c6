"""Preferences: how somebody likes the pages. What they can be is said here; they are kept with the account."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, TypedDict, cast

from taflheim.engine.bots.levels import find_bot
from taflheim.games.errors import InvalidOption, TaflheimError
from taflheim.games.message import quoted
from taflheim.games.registry import game, rulebooks
from taflheim.games.rulebook import either
from taflheim.store import preferences as rows
from taflheim.store.store import Store
from taflheim.table.actor import Actor, Person

PACES = ("at once", "quick", "normal", "slow")
THEMES = ("system", "light", "dark")
_MOST_KNOWN = 10_000


class InvalidPreference(TaflheimError):
    """There is no such preference, or it cannot have this value."""


class BotChoice(TypedDict):
    """What somebody has last chosen to play against a bot."""

    level: int
    """The bot's number."""
    side: str
    """The side that the person played."""


class Preferences(TypedDict):
    """How somebody likes the pages, complete. JSON as it is."""

    coordinates: bool
    pace: str
    """How long the page pauses between moves that it shows: one of PACES."""
    targets: bool
    """Whether spots are marked to which a chosen piece can go."""
    confirm: bool
    """Whether a move is made only when it was confirmed."""
    sounds: bool
    notify: bool
    """Whether a notification says that it is one's turn."""
    chat: bool
    """Whether the chat of tables is shown."""
    theme: str
    """One of THEMES."""
    flip: dict[str, bool]
    """By game: whether the board is turned."""
    bot: dict[str, BotChoice]
    """By game: the bot and side that were last chosen."""


def defaults() -> Preferences:
    """The preferences of somebody who has chosen nothing."""
    return Preferences(
        coordinates=True,
        pace="normal",
        targets=True,
        confirm=False,
        sounds=False,
        notify=False,
        chat=True,
        theme="system",
        flip={},
        bot={},
    )


def changed(before: Preferences, wanted: object) -> Preferences:
    """The preferences after some of them were changed; of `flip` and `bot`, those of the games that are named.

    >>> changed(defaults(), {"theme": "dark", "flip": {"quoridor": True}})["flip"]
    {'quoridor': True}
    >>> changed(defaults(), {"colour": "red"})
    Traceback (most recent call last):
    taflheim.hall.preferences.InvalidPreference: no preference 'colour': expected coordinates, pace, targets, \
confirm, sounds, notify, chat, theme, flip or bot
    """
    if not isinstance(wanted, dict):
        raise InvalidPreference('expected preferences as {"theme": "dark"}')
    after: dict[str, Any] = {**before}
    for name, value in wanted.items():
        if name not in _CHECKS:
            raise InvalidPreference(f"no preference {quoted(name)}: expected {either(list(_CHECKS))}")
        checked = _CHECKS[name](name, value)
        after[name] = {**after[name], **checked} if isinstance(checked, dict) else checked
    return cast(Preferences, after)


def read(kept: Mapping[str, Any]) -> Preferences:
    """What was kept, completed by defaults. What another version has kept and this one does not know is left out."""
    found = defaults()
    for name, value in kept.items():
        parts = [{key: part} for key, part in value.items()] if isinstance(value, dict) else [value]
        for part in parts:
            try:
                found = changed(found, {name: part})
            except InvalidPreference:
                continue
    return found


class AllPreferences:
    """The preferences of all people in a hall. Used in one event loop."""

    def __init__(self, store: Store):
        self._store = store
        self._known: dict[str, Preferences] = {}
        """By account, as far as they were asked for: every page needs them."""
        self._lock = asyncio.Lock()
        """Two changes at once must not lose one another, and what is read is never older than what was written."""

    async def of(self, actor: Actor) -> Preferences:
        """How somebody likes the pages; who has no account has chosen nothing."""
        if not isinstance(actor, Person):
            return defaults()
        if known := self._known.get(actor.account):
            return known
        async with self._lock:
            return await self._find(actor)

    def forget(self) -> None:
        """Ask the store again: another process may have changed something."""
        self._known.clear()

    async def change(self, person: Person, wanted: object) -> Preferences:
        """Change some preferences; all of what is wanted, or nothing. They are on the disk when this returns."""
        async with self._lock:
            after = changed(await self._find(person), wanted)
            await self._store.write(rows.put, person.account, dict(after))
            self._remember(person, after)
        return after

    async def _find(self, person: Person) -> Preferences:
        if person.account not in self._known:
            self._remember(person, read(await self._store.read(rows.get, person.account)))
        return self._known[person.account]

    def _remember(self, person: Person, preferences: Preferences) -> None:
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[person.account] = preferences


# ---- what is allowed ----------------------------------------------------------------------------------------------


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidPreference(f"{name} {quoted(value)}: expected true or false")
    return value


def _one_of(values: tuple[str, ...]) -> Callable[[str, object], str]:
    def check(name: str, value: object) -> str:
        if not isinstance(value, str) or value not in values:
            raise InvalidPreference(f"{name} {quoted(value)}: expected {either(values)}")
        return value

    return check


def _by_game(check: Callable[[str, str, object], object]) -> Callable[[str, object], dict[str, object]]:
    def check_all(name: str, value: object) -> dict[str, object]:
        if not isinstance(value, dict):
            raise InvalidPreference(f"{name} {quoted(value)}: expected values by the names of games")
        for key in value:
            if key not in rulebooks():
                raise InvalidPreference(f"{name}: no game {quoted(key)}: expected {either(list(rulebooks()))}")
        return {key: check(name, key, part) for key, part in value.items()}

    return check_all


def _bot_choice(name: str, of: str, value: object) -> BotChoice:
    if not isinstance(value, dict) or value.keys() != {"level", "side"}:
        raise InvalidPreference(f'{name}: expected {{"level": 3, "side": "{rulebooks()[of].sides[0]}"}}')
    level, side = value["level"], value["side"]
    if isinstance(level, bool) or not isinstance(level, int):
        raise InvalidPreference(f"{name}: level {quoted(level)}: expected a whole number")
    try:
        find_bot(game(of), level)
    except InvalidOption as error:
        raise InvalidPreference(f"{name}: {error}") from None
    if side not in rulebooks()[of].sides:
        raise InvalidPreference(f"{name}: no side {quoted(side)}: expected {either(rulebooks()[of].sides)}")
    return BotChoice(level=level, side=side)


_CHECKS: Mapping[str, Callable[[str, object], object]] = {
    "coordinates": _flag,
    "pace": _one_of(PACES),
    "targets": _flag,
    "confirm": _flag,
    "sounds": _flag,
    "notify": _flag,
    "chat": _flag,
    "theme": _one_of(THEMES),
    "flip": _by_game(lambda name, _, value: _flag(name, value)),
    "bot": _by_game(_bot_choice),
}
