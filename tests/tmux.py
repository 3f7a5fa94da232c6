"""A real pseudo-terminal: a program in tmux, with keys to press and a screen to read."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from parts import in_ci

_SECONDS = 120
_POLL_S = 0.05


class Terminal:
    """A shell in a terminal of its own."""

    def __init__(self, socket: Path, columns: int, rows: int, environment: Mapping[str, str]):
        self._tmux = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        self._environment = {**os.environ, "PS1": "$ ", "TERM": "xterm-256color", **environment}
        self._do("new-session", "-d", "-x", str(columns), "-y", str(rows), "sh")

    def run(self, command: str) -> None:
        """Type a command into the shell."""
        self.type(command)
        self.press("Enter")

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names of them."""
        self._do("send-keys", *keys)

    def type(self, text: str) -> None:
        """Press the keys of a text."""
        self._do("send-keys", "-l", text)

    def click(self, column: int, row: int) -> None:
        """Click with the mouse, counted from 0."""
        place = f"0;{column + 1};{row + 1}"
        self.type(f"\x1b[<{place}M\x1b[<{place}m")

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self._do("resize-window", "-x", str(columns), "-y", str(rows))

    def screen(self) -> str:
        """What is to be read, without the brackets around the move that is shown."""
        return self._do("capture-pane", "-p").replace("[", "").replace("]", "")

    def record(self, file: Path) -> None:
        """Keep from now on what is sent to the terminal."""
        file.touch()
        self._do("pipe-pane", "-O", f"cat >> {file}")

    def shows(self, *words: str) -> str:
        """Wait until all these words are to be read, and give the screen."""
        return self.until(lambda screen: all(word in screen for word in words), f"{words}")

    def until(self, is_so: Callable[[str], bool], what: str) -> str:
        """Wait until the screen is so, and give it."""
        end = time.monotonic() + _SECONDS
        while not is_so(seen := self.screen()):
            assert time.monotonic() < end, f"{what}: not to be read in\n{seen}"
            time.sleep(_POLL_S)
        return seen

    @property
    def is_taken(self) -> bool:
        """Whether a program has the screen for itself, is told of the mouse, hides the cursor, or reads single keys."""
        asked = "#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{pane_tty}"
        *flags, device = self._do("display-message", "-p", asked).split()
        modes = subprocess.run(["stty", "-F", device, "-a"], capture_output=True, text=True, check=True).stdout
        return flags != ["0", "0", "1"] or "-icrnl" in modes

    def signal(self, number: int) -> None:
        """Send a signal to what the shell has started."""
        shell = self._do("display-message", "-p", "#{pane_pid}").strip()
        subprocess.run(["pkill", f"-{int(number)}", "--parent", shell], check=True)

    def end(self) -> None:
        """End the terminal and what runs in it."""
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, check=False)

    def _do(self, *words: str) -> str:
        done = subprocess.run([*self._tmux, *words], env=self._environment, capture_output=True, text=True, check=True)
        return done.stdout


@contextmanager
def terminal(folder: Path, columns: int = 80, rows: int = 24, **environment: str) -> Iterator[Terminal]:
    """A terminal; its socket is in the folder."""
    if shutil.which("tmux") is None and not in_ci():
        pytest.skip("tmux is not installed")
    opened = Terminal(folder / "tmux", columns, rows, environment)
    try:
        yield opened
    finally:
        opened.end()
