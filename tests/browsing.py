"""A real browser before a real hall: what the tests of the pages share."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, WebSocket, expect, sync_playwright

import parts
from taflheim import Position
from taflheim.games.clicks import Choices

SCREENSHOTS = Path(__file__).parent.parent / "build" / "screenshots"
DESKTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)
TABLET = ViewportSize(width=820, height=1180)

# As root Chromium has no sandbox; without the rest it talks to its maker while the tests run.
_FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()
_SECONDS_TO_OPEN = 120
_MS_TO_MOVE = 60_000
"""The first move of a bot starts its engine, on a machine that runs other tests as well."""

_MS_TO_SHOW = 20_000
"""How long a page may take for anything else. It is this much because all cores may be at work for other tests."""

expect.set_options(timeout=_MS_TO_SHOW)

_cookies: dict[str, dict[str, str]] = {}
"""The owner's session, by the address of the hall."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    path = parts.browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_FLAGS)
        yield browser
        browser.close()


@contextmanager
def served(home: Path, **environment: str) -> Iterator[str]:
    """A hall in a process of its own; gives its address."""
    command = [sys.executable, "-m", "taflheim", "--no-window"]
    with subprocess.Popen(
        command,
        env={**os.environ, "TAFLHEIM_HOME": str(home), **environment},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, f"the hall did not open: {line!r}"
            yield _enter(found[0])
        finally:
            process.terminate()
            process.communicate(timeout=_SECONDS_TO_OPEN)


def _enter(way_in: str) -> str:
    """Come in as the owner by the address that the hall printed; gives the address of the hall itself."""
    address = "{0.scheme}://{0.netloc}".format(urlsplit(way_in))
    jar = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    with opener.open(way_in):
        _cookies[address] = {cookie.name: str(cookie.value) for cookie in jar}
    return address


def picture_on_a_tablet(page: Page, name: str, *, full_page: bool = False) -> None:
    """The same screen at the size between desktop and phone."""
    before = page.viewport_size
    page.set_viewport_size(TABLET)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full_page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size(before or DESKTOP)


class Strict:
    """Watches pages: no errors in their scripts, and nothing requested from elsewhere."""

    def __init__(self, browser: Browser, address: str):
        self._browser = browser
        self._address = address
        self._contexts: list[BrowserContext] = []
        self.wrong: list[str] = []

    def page(self, *, phone: bool = False, motion: bool = False, owner: bool = True) -> Page:
        """A new page of the owner, or of somebody without a session, in a browser that has seen nothing yet."""
        context = self._browser.new_context(
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            reduced_motion="no-preference" if motion else "reduce",
        )
        for name, value in _cookies[self._address].items() if owner else ():
            context.add_cookies([{"name": name, "value": value, "url": self._address}])
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(_MS_TO_SHOW)
        page.add_init_script(
            """window.isOpen = (spot) => {
                const found = document.querySelector(`[data-spot="${spot}"]`);
                return found instanceof HTMLButtonElement
                    ? !found.disabled : Boolean(found?.getAttribute("aria-label")?.endsWith(", open"));
            };"""
        )
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: self.wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda asked: None if self._own(asked.url) else self.wrong.append(asked.url))
        return page

    def _own(self, url: str) -> bool:
        return url.startswith((self._address, "data:"))

    def close(self) -> None:
        """Close all pages."""
        for context in self._contexts:
            context.close()


def _cookie_header(address: str) -> str:
    return "; ".join(f"{name}={value}" for name, value in _cookies[address].items())


def open_table(address: str, game: str, **asked: object) -> str:
    """The address of a new table."""
    body = json.dumps({"game": game, **asked}).encode()
    headers = {"Content-Type": "application/json", "Cookie": _cookie_header(address)}
    request = urllib.request.Request(f"{address}/tables", body, headers)
    with urllib.request.urlopen(request) as answer:
        return f"{address}/tables/{json.load(answer)['id']}"


def load(page: Page, where: str) -> tuple[float, int]:
    """Open a page: after how many milliseconds something was painted, and how many bytes were loaded."""
    page.goto(where)
    page.wait_for_load_state("networkidle")
    paint, size = page.evaluate(
        """() => [
            performance.getEntriesByName("first-contentful-paint")[0].startTime,
            [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
                .reduce((sum, one) => sum + one.transferSize, 0),
        ]"""
    )
    return float(paint), int(size)


def clicks_for(position: Position, move: str) -> list[str]:
    """The spots one clicks to make a move."""
    ways: list[tuple[list[str], Choices | str | None]] = [([], position.choices())]
    for clicked, found in ways:
        if found == move:
            return clicked
        tree = position.choices(clicked) if found is None else found
        if isinstance(tree, dict):
            ways += [([*clicked, spot], after) for spot, after in tree.items()]
    raise AssertionError(f"no clicks make {move}")


class TablePage:
    """The page of a table, as a person sees and uses it."""

    def __init__(self, page: Page, address: str):
        self.page = page
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", self._listen)
        page.goto(address)
        self.connected()

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def connected(self) -> None:
        """Wait until the page's connection stands."""
        self.page.wait_for_selector("html[data-connected=true]")

    def middle(self, spot: str) -> tuple[float, float]:
        """Where a spot lies on the screen. The middle of a wall is crossed by another one, so a little aside."""
        area = self.page.locator(f'.spots [data-spot="{spot}"]')
        box = area.bounding_box()
        assert box is not None
        groove = area.get_attribute("data-kind") == "groove"
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if groove:
            return (x - box["width"] / 5, y) if box["width"] > box["height"] else (x, y - box["height"] / 5)
        return x, y

    def crossing(self, wall: str) -> tuple[float, float]:
        """Where a wall and the one that crosses it have their middle."""
        box = self.page.locator(f'.spots [data-spot="{wall}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, spot: str) -> None:
        """Click on a spot of the board or on a button of the game."""
        button = self.page.locator(f'button[data-spot="{spot}"]')
        if button.count():
            button.click()
        else:
            self.page.mouse.click(*self.middle(spot))

    def tap(self, spot: str) -> None:
        """Tap on a spot."""
        self.page.touchscreen.tap(*self.middle(spot))

    def wait_for_ply(self, ply: int) -> None:
        """Wait until so many moves have been made."""
        made = f"{ply} move{'' if ply == 1 else 's'} made"
        expect(self.page.locator(".moves")).to_have_text(made, timeout=_MS_TO_MOVE)

    def play(self, position: Position, move: str, ply: int) -> None:
        """Make a move by clicks, each on a spot that the page offers. The only way on is gone by itself."""
        for number, spot in enumerate(clicked := clicks_for(position, move)):
            if number > 1 and len(position.choices(clicked[:number])) == 1:
                continue
            self.page.wait_for_function("spot => window.isOpen(spot)", arg=spot)
            self.click(spot)
        self.wait_for_ply(ply)

    def tool(self, name: str) -> None:
        """Use one of the table's tools, also one that is behind the button for more."""
        found = self.page.get_by_role("button", name=name, exact=True)
        if not found.is_visible():
            self.page.get_by_role("button", name="More", exact=True).click()
        found.click()

    def resign(self) -> None:
        """Give up, and be sure of it."""
        self.tool("Resign")
        self.page.get_by_role("dialog").get_by_role("button", name="Resign").click()

    @property
    def words(self) -> str:
        """What the page says has happened."""
        return self.page.locator(".words").inner_text()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; the card with the result may still wait for the last move to be seen."""
        return self.page.locator("main.over").count() > 0

    @property
    def result(self) -> str:
        """How the game has ended."""
        expect(self.page.locator(".result")).to_be_visible()
        return self.page.locator(".result h2").inner_text()
