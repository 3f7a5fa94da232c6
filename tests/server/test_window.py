"""The program in a real window on a virtual screen."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError

import pytest
from PIL import ImageGrab

from parts import needs
from taflheim.hall.folder import address_in
from taflheim.server import window

SECONDS = 300
"""Long enough for anything, on a machine that runs other tests as well."""
SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"

pytestmark = needs("Xvfb", "xdotool", "chromium")


@pytest.fixture
def display() -> Iterator[str]:
    """A screen that nobody sees."""
    read, write = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    yield f":{number}"
    screen.terminate()
    screen.wait()


@contextmanager
def started(home: Path, display: str | None, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The program, ended with force if it does not end by itself."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"TAFLHEIM_HOME": str(home)} | ({"DISPLAY": display} if display else {})
    command = [sys.executable, "-m", "taflheim", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def told(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def windows(display: str) -> list[str]:
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--class", "taflheim"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DISPLAY": display},
    )
    return found.stdout.split()


def close_a_window(display: str) -> bool:
    """As a person would: into the window, and the keys that close it. Whether any is left is another question."""
    for number in windows(display)[-1:]:
        into = ["windowraise", number, "windowfocus", number, "mousemove", "30", "30", "click", "1"]
        for hand in (into, ["key", "ctrl+w"]):
            subprocess.run(["xdotool", *hand], env={**os.environ, "DISPLAY": display}, check=False)
            time.sleep(0.3)
    return False


def colours(display: str) -> int:
    return len(ImageGrab.grab(xdisplay=display).getcolors(1 << 24) or ())


def wait_for(what: str, happens: Callable[[], object]) -> None:
    end = time.monotonic() + SECONDS
    while not happens():
        assert time.monotonic() < end, f"{what} does not happen"
        time.sleep(0.1)


def test_a_window_of_its_own_and_its_end(tmp_path: Path, display: str) -> None:
    with started(tmp_path, display) as program:
        assert told(program).startswith("Taflheim is open at http://127.0.0.1:")
        wait_for("a window", lambda: windows(display))
        # The boards' many colours on the screen say that the page is drawn, and not only a frame.
        wait_for("the page", lambda: colours(display) > 200)
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        ImageGrab.grab(xdisplay=display).save(SCREENSHOTS / "window.png")

        assert not token_in_a_process_list(tmp_path)

        # Started a second time, it shows the one that runs.
        with started(tmp_path, display) as second:
            assert told(second).startswith("Taflheim is open already at http://127.0.0.1:")
            assert second.wait(SECONDS) == 0

        # Both windows show the same hall; it ends with the last of them.
        wait_for("the end", lambda: close_a_window(display) or program.poll() is not None)
        assert program.returncode == 0
    assert address_in(tmp_path) is None
    assert not list(tmp_path.glob("enter-*"))


def token_in_a_process_list(home: Path) -> bool:
    """Whether others on this machine could read a token among the arguments of a window's processes."""
    found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    return any("token=" in line for line in found.splitlines() if str(home) in line)


def test_without_a_display_it_prints_the_address_and_serves(tmp_path: Path) -> None:
    with started(tmp_path, None) as program:
        first = told(program).split()[-1]
        assert shows_the_owners_menu(first)
        assert not shows_the_owners_menu(first)  # a token is used once
        # Started again, the program prints another way into the running hall.
        with started(tmp_path, None, "--no-window") as second:
            assert shows_the_owners_menu(told(second).split()[-1])
            assert second.wait(SECONDS) == 0
        program.send_signal(signal.SIGINT)
        assert program.wait(SECONDS) == 0
    assert address_in(tmp_path) is None


def shows_the_owners_menu(way_in: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    try:
        with opener.open(way_in) as answer:
            return b"My games" in answer.read()
    except HTTPError:  # this way in is closed
        return False


def test_a_port_can_be_chosen_and_taken(tmp_path: Path) -> None:
    with started(tmp_path / "a", None, "--no-window") as first:
        port = told(first).rsplit(":", 1)[1].partition("/")[0]
        second = subprocess.run(
            [sys.executable, "-m", "taflheim", "--no-window", "--port", port],
            env={**os.environ, "TAFLHEIM_HOME": str(tmp_path / "b")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode == 2
        assert port in second.stderr
        assert second.stderr.startswith("taflheim: ")
        first.send_signal(signal.SIGTERM)
        assert first.wait(SECONDS) == 0


def test_windows_are_looked_for_in_order(tmp_path: Path) -> None:
    first = next(window.browsers(tmp_path))("file:///enter.html")
    assert "--app=file:///enter.html" in first
    assert f"--user-data-dir={tmp_path / 'window'}" in first
