"""People who play over HTTP while servers are killed: what was not answered is asked again under the same request."""

import json
import random
import time
import urllib.error
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from typing import Any, Protocol
from uuid import uuid4

import taflheim

LIMITS = {
    "TAFLHEIM_CONNECTIONS_PER_ADDRESS": "10000",
    "TAFLHEIM_MESSAGES_PER_SECOND": "10000",
    "TAFLHEIM_REGISTER_PER_ADDRESS": "100000/hour",
    "TAFLHEIM_REGISTER_IN_ALL": "100000/hour",
}
"""Settings of a server that is asked for much."""


class Served(Protocol):
    """A server."""

    @property
    def address(self) -> str:
        """Where it is."""
        ...


class Over(Exception):
    """A game has ended."""


class Match:
    """Two registered people at a table with a clock: they move, offer draws and talk, over HTTP.

    What was not answered is asked again under the same request. New people register meanwhile.
    """

    def __init__(self, at: Served, number: int):
        self.rng = random.Random(number)
        self.name = f"match-{number}"
        self.people = [register(at, f"{self.name}-{who}") for who in "ab"]
        self.registered = [f"{self.name}-a", f"{self.name}-b"]
        asked = {"game": "quoridor", "seats": {"a": "me", "b": "open"}, "clock": "30+20"}
        self.table = str(post(at, "/tables", asked, self.people[0])["id"])
        post(at, f"/api/v1/tables/{self.table}/seats/b", {}, self.people[1])
        self.acknowledged: dict[str, int] = {}
        self.acknowledged_s: dict[str, float] = {}
        """When, by the clock of the machine."""
        self.said: dict[str, int] = {}
        """Lines of chat, by request."""
        self._pending: tuple[str, dict[str, object], str] | None = None

    def play(self, at: Served) -> None:
        """Until the server is gone or the game is over."""
        with suppress(OSError, HTTPException, Over):
            while True:
                self.step(at)

    def step(self, at: Served) -> None:
        """Do one thing, or ask again for what was not answered."""
        if self.rng.random() < 0.1:
            name = f"{self.name}-{len(self.registered)}-{uuid4().hex[:6]}"
            register(at, name)
            self.registered.append(name)
        path, asked, who = self._pending = self._pending or self._choose(at)
        try:
            done = post(at, path, asked, who)
        except urllib.error.HTTPError as error:
            if error.code not in (409, 429):
                raise
            error.close()
        else:
            kept = self.said if path.endswith("chat") else self.acknowledged
            assert kept.setdefault(str(asked["request"]), done["number"]) == done["number"]
            self.acknowledged_s[str(asked["request"])] = time.time()
        self._pending = None

    def _choose(self, at: Served) -> tuple[str, dict[str, object], str]:
        request = str(uuid4())
        here = f"/api/v1/tables/{self.table}"
        draw = self.rng.random()
        if draw < 0.2:
            return (
                f"{here}/chat",
                {"text": f"Well played! {request[:8]}", "request": request},
                self.rng.choice(self.people),
            )
        if draw < 0.3:
            return (
                f"{here}/actions",
                {"type": "offer", "kind": "draw", "request": request},
                self.people[0],  # an offer of the other one would be a draw
            )
        told = get(at, here, self.people[0])
        if told["turn"] is None:
            raise Over
        moves = taflheim.game("quoridor").position(told["position"]).moves()
        calm = [move for move in moves if len(move) != 2] or moves
        move = {
            "type": "move",
            "text": self.rng.choice(calm),
            "position_number": told["position_number"],
            "request": request,
        }
        return f"{here}/actions", move, self.people["ab".index(told["turn"])]


def post(at: Served, path: str, asked: object, cookie: str) -> dict[str, Any]:
    """What the server answers to a request that changes something."""
    headers = {"Content-Type": "application/json", "Origin": at.address, "Cookie": cookie}
    return _answer(urllib.request.Request(f"{at.address}{path}", json.dumps(asked).encode(), headers))


def get(at: Served, path: str, cookie: str) -> dict[str, Any]:
    """What the server tells."""
    return _answer(urllib.request.Request(f"{at.address}{path}", headers={"Cookie": cookie}))


def _answer(request: urllib.request.Request) -> dict[str, Any]:
    with urllib.request.urlopen(request, timeout=20) as answer:
        told: dict[str, Any] = json.load(answer)
        return told


def register(at: Served, name: str) -> str:
    """The session of a new account, as a header."""
    body = json.dumps({"name": name, "password": "correct horse battery"}).encode()
    headers = {"Content-Type": "application/json", "Origin": at.address}
    with urllib.request.urlopen(
        urllib.request.Request(f"{at.address}/api/v1/accounts", body, headers), timeout=20
    ) as answer:
        return str(answer.headers["Set-Cookie"]).partition(";")[0]
