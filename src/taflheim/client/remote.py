"""A hall somewhere, asked over its interface for programs. What is lost on the way is asked for again."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator
from typing import Any
from urllib.parse import quote, urlencode

from taflheim.client.credentials import Credential, Session, headers, session_in
from taflheim.client.event_stream import server_events
from taflheim.client.http import Address, Response, Unreachable, ask, exchange
from taflheim.client.pauses import pauses
from taflheim.games.errors import TaflheimError

log = logging.getLogger(__name__)

USER_AGENT = "taflheim"
PATIENCE_S = 5.0
_PREFIX = "/api/v1"
_ENTER, _HEALTH = "/enter", "/health"
_SECONDS_TO_ANSWER = 30.0
_SECONDS_TO_SAY_HEALTHY = 10.0
_LONGEST_PAUSE_S = 30.0
_OK, _TOO_OFTEN = 200, 429
_LATER = (_TOO_OFTEN, 502, 503, 504)
"""Statuses after which the same can be asked again."""
_JSON = {"Content-Type": "application/json"}
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Refusal(TaflheimError):
    """The hall has refused something; `code` says why for programs, the sentence for people."""

    def __init__(self, status: int, code: str, message: str):
        super().__init__(message)
        self.status = status
        self.code = code


class Remote:
    """A hall, and what one shows there.

    Everything raises Refusal if the hall does not want it, and Unreachable if it did not answer for `patience_s`
    seconds. Until then it is asked again, but for what would be done twice.
    """

    def __init__(
        self, server: str, credential: Credential = None, *, patience_s: float = PATIENCE_S, first_pause_s: float = 0.25
    ):
        self.address = Address.parse(server)
        self.credential = credential
        self._patience_s = patience_s
        self._first_pause_s = first_pause_s

    async def get(self, *path: str, **query: object) -> Any:
        """What the hall says of something."""
        return _read(await self._asked("GET", _target(path, query)))

    async def text(self, *path: str, **query: object) -> str:
        """A text that the hall has, as the record of a game."""
        answer = await self._asked("GET", _target(path, query))
        if answer.status != _OK:
            _read(answer)
        return answer.body.decode(errors="replace")

    async def post(self, *path: str, **sent: object) -> Any:
        """Do something. It is asked again after a lost answer only if it has a `request`, an id of one's own choice."""
        return _read(await self._asked("POST", _target(path), sent, again="request" in sent))

    async def put(self, *path: str, **sent: object) -> Any:
        """Have something be so."""
        return _read(await self._asked("PUT", _target(path), sent))

    async def delete(self, *path: str) -> Any:
        """Have something be no more."""
        return _read(await self._asked("DELETE", _target(path)))

    async def answers(self) -> bool:
        """Whether the hall answers now."""
        try:
            answer = await ask(self.address, "GET", _HEALTH, {}, b"", _SECONDS_TO_SAY_HEALTHY)
        except Unreachable:
            return False
        return answer.status == _OK

    async def stream(self, *path: str, **query: object) -> AsyncGenerator[dict[str, Any]]:
        """What the hall tells as it comes, until it ends that. Closing the generator hangs up.

        Raises Refusal, also when the hall fails in the middle of it, and Unreachable if the connection breaks.
        """
        sent = {**self.headers, "Accept": "text/event-stream"}
        async with exchange(self.address, "GET", _target(path, query), sent, b"", _SECONDS_TO_ANSWER) as answer:
            if answer.status != _OK:
                _read(await answer.whole())
            async for name, data in server_events(answer.parts()):
                told = json.loads(data)
                if name == "done":
                    return
                if name == "failed":
                    raise Refusal(answer.status, str(told["code"]), str(told["error"]))
                yield told
        raise Unreachable("the connection was closed before the end")

    # ---- coming in and going --------------------------------------------------------------------------------------

    async def log_in(self, name: str, password: str) -> dict[str, Any]:
        """Log in; gives who one is now. A session that was there before ends."""
        return await self._come_in("session", {"name": name, "password": password})

    async def register(self, name: str, password: str) -> dict[str, Any]:
        """Make an account and log in; gives who one is now. A guest keeps what was played."""
        return await self._come_in("accounts", {"name": name, "password": password})

    async def become_guest(self) -> dict[str, Any]:
        """Come in under a name of the hall's choice; gives who one is now."""
        return await self._come_in("guests", {})

    async def enter(self, token: str) -> None:
        """Come in as the owner of the hall, by a one-time token. This is tried once."""
        body = urlencode({"token": token}).encode()
        sent = {"User-Agent": USER_AGENT, **_FORM}
        answer = await ask(self.address, "POST", _ENTER, sent, body, _SECONDS_TO_ANSWER)
        self.credential = _session(answer)

    async def log_out(self) -> None:
        """End the session. An access token lives on, but is not shown any more."""
        if isinstance(self.credential, Session):
            await self.delete("session")
        self.credential = None

    async def _come_in(self, path: str, sent: dict[str, object]) -> dict[str, Any]:
        if not isinstance(self.credential, Session):
            # A program with a token neither registers nor logs in.
            self.credential = None
        answer = await self._asked("POST", _target((path,)), sent, again=False)
        me: dict[str, Any] = _read(answer)
        self.credential = _session(answer)
        return me

    # ---- asking ---------------------------------------------------------------------------------------------------

    @property
    def headers(self) -> dict[str, str]:
        """What every request says: who asks."""
        return {
            "Accept": "application/json",
            "User-Agent": USER_AGENT,
            **headers(self.credential, self.address),
        }

    async def _asked(
        self, method: str, target: str, sent: dict[str, object] | None = None, *, again: bool = True
    ) -> Response:
        """The answer to a request. It is sent again if nothing can have come of it, or `again` allows that."""
        body = b"" if sent is None else json.dumps(sent).encode()
        later = _LATER if again else (_TOO_OFTEN,)
        until_s = time.monotonic() + self._patience_s
        waits = pauses(self._first_pause_s, _LONGEST_PAUSE_S)
        while True:
            pause_s = next(waits)
            try:
                given = {**self.headers, **(_JSON if body else {})}
                answer = await ask(self.address, method, target, given, body, _SECONDS_TO_ANSWER)
            except Unreachable as error:
                reason = f"{self.address.name} cannot be reached ({error})"
                if (error.sent and not again) or time.monotonic() + pause_s > until_s:
                    advice = "see whether the address is right and the hall runs"
                    raise Unreachable(f"{reason}: {advice}", sent=error.sent) from error
            else:
                reason = f"{self.address.name} cannot be reached (the hall says: try again, {answer.status})"
                pause_s = max(pause_s, _wait_s(answer))
                if answer.status not in later or time.monotonic() + pause_s > until_s:
                    return answer
            log.info("%s: trying again in %g s", reason, pause_s)
            await asyncio.sleep(pause_s)


def _target(path: tuple[str, ...], query: dict[str, object] | None = None) -> str:
    given = {name: value for name, value in (query or {}).items() if value is not None}
    asked = f"?{urlencode(given, doseq=True)}" if given else ""
    return "/".join((_PREFIX, *(quote(part, safe="") for part in path))) + asked


def _wait_s(answer: Response) -> float:
    wait = answer.headers.get("retry-after", "")
    return min(float(wait), _LONGEST_PAUSE_S) if wait.isdigit() else 0.0


def _session(answer: Response) -> Session:
    if (session := session_in(answer)) is None:
        raise _no_hall(answer)
    return session


def _read(answer: Response) -> Any:
    try:
        told: Any = json.loads(answer.body) if answer.body else None
        if answer.status < 300:
            return told
        refusal = Refusal(answer.status, str(told["error"]), str(told["message"]))
    except (ValueError, KeyError, TypeError):
        raise _no_hall(answer) from None
    raise refusal


def _no_hall(answer: Response) -> Refusal:
    """What is said of an answer that no hall gives."""
    if answer.status in _LATER:
        return Refusal(answer.status, "later", f"the hall does not answer now ({answer.status}): try again in a moment")
    if where := answer.headers.get("location"):
        return Refusal(answer.status, "moved", f"the hall has moved to {where}: use that address")
    message = f"this is no hall of Taflheim, or another version: it answers {answer.status}"
    return Refusal(answer.status, "no_hall", message)
