"""The program ends when it is told to, whatever its terminal does."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SECONDS = 60
_FULL_SCREEN = b"\x1b[?1049h"


@contextmanager
def _playing(folder: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The program in a terminal of which nobody has read more than its beginning; gives the terminal's other end."""
    outside, inside = pty.openpty()
    environment = {**os.environ, "TAFLHEIM_HOME": str(folder), "TERM": "xterm-256color"}
    command = [sys.executable, "-m", "taflheim", "play", "quoridor", "--friend"]
    with subprocess.Popen(
        command, stdin=inside, stdout=inside, stderr=inside, env=environment, start_new_session=True
    ) as program:
        os.close(inside)
        try:
            seen = b""
            while _FULL_SCREEN not in seen:
                seen += os.read(outside, 1)
            yield outside, program
        finally:
            program.kill()


def test_a_terminal_that_does_not_read_keeps_nobody(tmp_path: Path) -> None:
    with _playing(tmp_path) as (outside, program):
        program.send_signal(signal.SIGTERM)
        assert program.wait(_SECONDS) == 128 + signal.SIGTERM
        os.close(outside)


def test_a_terminal_that_is_gone_keeps_nobody(tmp_path: Path) -> None:
    with _playing(tmp_path) as (outside, program):
        os.close(outside)
        program.send_signal(signal.SIGHUP)  # by the system, where it is the program's controlling terminal
        assert program.wait(_SECONDS) == 128 + signal.SIGHUP
