"""A server that was killed and comes back after a while: no clock is charged for that."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from serving_process import serve, wait_until_ready

AWAY_MS = 3_600_000
"""Longer than all that anybody has on the clock."""
BUDGET_MS = 300_000


def somebody(address: str, name: str) -> httpx.Client:
    """A browser of somebody who has registered."""
    browser = httpx.Client(base_url=address, headers={"Origin": address}, timeout=60)
    made = browser.post("/api/v1/accounts", json={"name": name, "password": "correct horse battery"})
    assert made.status_code == 201, made.text
    return browser


def move(browser: httpx.Client, table: str, text: str) -> None:
    """Move in the position that is on the board."""
    number = told(browser, table)["position_number"]
    asked = {"type": "move", "text": text, "position_number": number, "request": f"request-{number}"}
    answer = browser.post(f"/api/v1/tables/{table}/actions", json=asked)
    assert answer.status_code == 200, answer.text


def told(browser: httpx.Client, table: str) -> dict[str, Any]:
    """How a table stands."""
    found: dict[str, Any] = browser.get(f"/api/v1/tables/{table}").json()
    return found


def let_time_pass(file: Path, ms: int) -> None:
    """Everything has happened so much earlier, and the server was last seen when it was killed."""
    with closing(sqlite3.connect(file)) as database, database:
        for table, column in (
            ("events", "at_ms"),
            ("tables", "created_ms"),
            ("tables", "changed_ms"),
            ("heartbeat", "at_ms"),
        ):
            database.execute(f"UPDATE {table} SET {column} = {column} - ?", (ms,))


def test_clocks_stand_still_while_the_server_is_away(tmp_path: Path) -> None:
    home = tmp_path / "home"
    began = time.monotonic()
    with serve(home) as server:
        wait_until_ready(server.address)
        port = server.address.rpartition(":")[2]
        anna, bert = somebody(server.address, "Anna"), somebody(server.address, "Bert")
        asked = {"game": "quoridor", "seats": {"a": "me", "b": "open"}, "clock": "5+0"}
        table = str(anna.post("/api/v1/tables", json=asked).json()["id"])
        assert bert.post(f"/api/v1/tables/{table}/seats/b", json={}).status_code == 200
        for who, text in ((anna, "e8"), (bert, "e2"), (anna, "e7"), (bert, "e3")):
            move(who, table, text)
        before = told(anna, table)
        server.process.kill()
        server.process.wait(60)
    let_time_pass(home / "taflheim.sqlite", AWAY_MS)
    with serve(home, "--port", port) as server:
        wait_until_ready(server.address)
        after = told(anna, table)
        assert after["result"] is None and after["turn"] == "a" and after["number"] == before["number"]
        in_between_ms = (time.monotonic() - began) * 1000
        assert after["clocks"]["a"] >= BUDGET_MS - in_between_ms
        assert after["clocks"]["b"] == before["clocks"]["b"]
        move(anna, table, "e6")
        assert told(anna, table)["clocks"]["a"] >= BUDGET_MS - (time.monotonic() - began) * 1000
        assert "no clock is charged for that" in server.log.read_text()
        with closing(sqlite3.connect(home / "taflheim.sqlite")) as database:
            ((from_ms, to_ms),) = database.execute("SELECT from_ms, to_ms FROM outages").fetchall()
        assert to_ms - from_ms >= AWAY_MS
        for browser in (anna, bert):
            browser.close()
        assert server.stop() == 0
