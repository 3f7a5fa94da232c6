"""A hall somewhere else, asked over its interface for programs. What is lost on the way is asked for again."""

import asyncio
import json
import logging
from typing import Any
from urllib.parse import quote, urlencode

from taflheim.attach.http import Address, Response, Unreachable, ask
from taflheim.games.errors import TaflheimError

log = logging.getLogger(__name__)

_PREFIX = "/api/v1"
_SECONDS_TO_ANSWER = 30.0
_LONGEST_PAUSE_S = 30.0
_LATER = (429, 502, 503, 504)
"""Statuses after which the same can be asked again."""


class Refusal(TaflheimError):
    """The hall has refused something; `code` says why for programs, the sentence for people."""

    def __init__(self, status: int, code: str, message: str):
        super().__init__(message)
        self.status = status
        self.code = code


class Remote:
    """A hall, and the token with which one acts there."""

    def __init__(self, server: str, token: str, first_pause_s: float = 1.0):
        self.address = Address.parse(server)
        self._headers = {"Authorization": f"Bearer {token}", "Accept": "application/json", "User-Agent": "taflheim"}
        self._first_pause_s = first_pause_s

    async def get(self, *path: str, **query: object) -> Any:
        """What the hall says of something; raises Refusal."""
        asked = f"?{urlencode(query)}" if query else ""
        return await self._asked("GET", _target(path) + asked, b"")

    async def post(self, *path: str, **sent: object) -> Any:
        """Do something; raises Refusal. It must have a request id, since it may be asked for again."""
        return await self._asked("POST", _target(path), json.dumps(sent).encode())

    async def _asked(self, method: str, target: str, body: bytes) -> Any:
        headers = {**self._headers, **({"Content-Type": "application/json"} if body else {})}
        pause_s = self._first_pause_s
        while True:
            try:
                answer = await ask(self.address, method, target, headers, body, _SECONDS_TO_ANSWER)
                if answer.status not in _LATER:
                    return _read(answer)
                reason = f"the hall says: try again ({answer.status})"
                pause_s = max(pause_s, _wait_s(answer))
            except Unreachable as error:
                reason = str(error)
            log.warning("%s cannot be reached (%s): trying again in %g s", self.address.name, reason, pause_s)
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)


def _target(path: tuple[str, ...]) -> str:
    return "/".join((_PREFIX, *(quote(part, safe="") for part in path)))


def _wait_s(answer: Response) -> float:
    wait = answer.headers.get("retry-after", "")
    return min(float(wait), _LONGEST_PAUSE_S) if wait.isdigit() else 0.0


def _read(answer: Response) -> Any:
    try:
        told = json.loads(answer.body)
        if answer.status >= 400:
            raise Refusal(answer.status, str(told["error"]), str(told["message"]))
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, Refusal):
            raise
        message = f"this is no hall of Taflheim, or another version: it answers {answer.status}"
        raise Refusal(answer.status, "no_hall", message) from None
    return told
