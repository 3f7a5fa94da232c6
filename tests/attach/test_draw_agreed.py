"""A draw that `taflheim attach` agrees to: a server, an engine and what lies between, each a process of its own."""

import itertools
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from serving_process import PASSWORD, serve, wait_until_ready

API = "/api/v1"
_SECONDS = 60

WALK = """
def walk(home, forward):
    "Cells in a long winding line, from the middle of a side's first rank on."
    cells = [f"{file}{home}" for file in "dcba"]
    for step in range(1, 4):
        files = "abcdefghi" if step % 2 else "ihgfedcba"
        cells += [f"{file}{home + forward * step}" for file in files]
    return cells + cells[-2::-1]
"""
ENGINE = (
    WALK
    + """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("ugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        made = len(line.partition(" moves")[2].split())
    elif words[0] == "go":
        print("info depth 1 score cp", 900 if made < 90 else 0, "nodes 7 pv pass", flush=True)
        print("bestmove", walk(1, 1)[made // 2] if made % 2 else "pass", flush=True)
"""
)
"""It walks about as Green, and says that it wins until 90 moves were made, and then that the game is even."""


def walk(home: int, forward: int) -> list[str]:
    """The cells of a walk on which nobody meets, wins, or is thrice where they were."""
    known: dict[str, Any] = {}
    exec(WALK, known)
    return list(known["walk"](home, forward))


class Player:
    """Somebody who has registered, at a table that programs may come to."""

    def __init__(self, client: httpx.Client):
        self.client = client
        self._requests = itertools.count()
        assert self._post("/accounts", name="Anna", password=PASSWORD).status_code == 201

    def program(self) -> str:
        """The token of a new program."""
        fields = {"name": "Loki", "password": PASSWORD}
        page = self.client.post("/account/programs", data=fields, headers={"Accept": "text/html"}).text
        found = re.search(r"<code>(taflheim_[\w-]+)</code>", page)
        assert found
        return found[1]

    def open(self) -> str:
        """The address of a new table of Quoridor."""
        asked = {"game": "quoridor", "seats": {"a": "me", "b": "open"}, "public": True, "request": "table"}
        return f"/tables/{self._post('/tables', **asked).json()['id']}"

    def until(self, table: str, moves: int) -> dict[str, Any]:
        """The table as soon as so many moves were made and nothing is to be answered, or the game is over."""
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            seen: dict[str, Any] = self.client.get(f"{API}{table}").json()
            if seen["state"] == "over" or (
                seen["state"] == "playing" and len(seen["moves"]) == moves and not seen["offers"]
            ):
                return seen
            self.client.get(f"{API}{table}/events", params={"after": seen["number"], "wait": 2})
        raise AssertionError(f"{moves} moves were not made")

    def act(self, table: str, **action: object) -> dict[str, Any]:
        answer = self._post(f"{table}/actions", request=f"r{next(self._requests)}", **action)
        assert answer.status_code == 200, answer.text
        done: dict[str, Any] = answer.json()
        return done

    def answers(self, table: str) -> list[str]:
        """What was answered to offers so far."""
        events = self.client.get(f"{API}{table}/events", params={"after": 0}).json()["events"]
        return [event["text"].split()[1] for event in events if event["kind"] == "answer"]

    def _post(self, path: str, **sent: object) -> httpx.Response:
        return self.client.post(f"{API}{path}", json=sent)


@contextmanager
def attached(address: str, token: Path) -> Iterator[None]:
    """The engine at the tables of a server."""
    engine = token.with_suffix(".py")
    engine.write_text(ENGINE)
    command = [
        *(sys.executable, "-m", "taflheim", "attach", "--server", address, "--token-file", str(token)),
        *("--engine", f"{sys.executable} {engine}", "--game", "quoridor", "--movetime", "20"),
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def test_a_draw_is_agreed_to_where_the_game_is_even(tmp_path: Path) -> None:
    """Not before the engine has made forty moves, and not where it expects to win."""
    token = tmp_path / "token"
    with (
        serve(tmp_path / "hall", "--port", "0") as server,
        httpx.Client(base_url=server.address, headers={"Origin": server.address}, timeout=30) as client,
    ):
        wait_until_ready(server.address)
        anna = Player(client)
        token.write_text(anna.program())
        table = anna.open()
        with attached(server.address, token):
            for made, cell in enumerate(walk(9, -1)[:51]):
                seen = anna.until(table, 2 * made)
                if made in (30, 40, 50):
                    anna.act(table, type="offer", kind="draw")
                    seen = anna.until(table, 2 * made)
                if seen["state"] == "playing":
                    anna.act(table, type="move", text=cell, position_number=seen["position_number"])
        assert anna.answers(table) == ["no", "no", "yes"]
        result = client.get(f"{API}{table}").json()["result"]
        assert result["winner"] is None and result["reason"] == "agreed"
