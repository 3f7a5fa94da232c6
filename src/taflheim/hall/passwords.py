"""Passwords: which ones may be chosen, and how they are kept and checked.

Hashing takes a core some 20 ms on purpose. It is done in few threads, so that a flood of log-ins cannot take the cores
from those who play.
"""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from taflheim.games.errors import TaflheimError
from taflheim.store.errors import StoreUnavailable

SHORTEST = 8
_LONGEST = 256
_MOST_WAITING = 100
_COMMON = Path(__file__).with_name("common_passwords.txt")

Answer = TypeVar("Answer")


class InvalidPassword(TaflheimError):
    """This password cannot be chosen."""


class TooBusy(StoreUnavailable):
    """Too many passwords wait to be checked."""


def checked(password: str, name: str) -> str:
    """A password that somebody of this name may choose, in the form in which it is hashed.

    >>> checked("correct horse", "Anna")
    'correct horse'
    >>> checked("Password123", "Anna")
    Traceback (most recent call last):
    taflheim.hall.passwords.InvalidPassword: many people use that password, and it is tried first: choose another
    """
    password = normal(password)
    if len(password) < SHORTEST:
        raise InvalidPassword(f"a password has at least {SHORTEST} characters: make it longer")
    if len(password) > _LONGEST:
        raise InvalidPassword(f"a password has at most {_LONGEST} characters: make it shorter")
    plain = password.casefold()
    if plain in _common() or len(set(plain)) < 3 or plain.rstrip("0123456789!.?") in _common():
        raise InvalidPassword("many people use that password, and it is tried first: choose another")
    if plain.strip("0123456789!.?-_ ") == normal(name).casefold():
        raise InvalidPassword("that password is your name, and it is tried first: choose another")
    return password


def normal(password: str) -> str:
    """The form of a password that is the same on all keyboards."""
    return unicodedata.normalize("NFKC", password)


class Passwords:
    """Hashes and checks passwords beside the event loop."""

    def __init__(self) -> None:
        # What OWASP recommends: 19 MiB, two passes, one lane.
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="passwords")
        self._waiting = 0
        self._nobodys = self._hasher.hash("")
        """Checked where there is no account, so that this takes as long as where there is one."""

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        return await self._beside(partial(self._hasher.hash, normal(password)))

    async def verify(self, password: str, kept: str | None) -> bool:
        """Whether this is the password of which something was kept. Takes as long if nothing was."""
        right = await self._beside(partial(self._is_right, normal(password), kept or self._nobodys))
        return right and kept is not None

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(cancel_futures=True)

    async def _beside(self, work: Callable[[], Answer]) -> Answer:
        if self._waiting >= _MOST_WAITING:
            raise TooBusy("too many people log in just now: try again in a minute")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def _is_right(self, password: str, kept: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False


@cache
def _common() -> frozenset[str]:
    return frozenset(_COMMON.read_text(encoding="utf-8").split())
