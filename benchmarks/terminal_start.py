"""How long `taflheim play` takes on a terminal until its menu is seen, in a real pseudo-terminal.

    .venv/bin/python benchmarks/terminal_start.py [--quick]

The figure is the median of ten starts, each with a hall of its own behind it, whose folder is there already.
"""

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from figures import report

from taflheim.hall.folder import address_in, process_in

MOST_MS = 700
STARTS = 10
SECONDS_TO_START = 60
SEEN = b"Quoridor"
"""What the menu shows."""


class Started(NamedTuple):
    """How long it took until the menu was seen, and how much the processor worked for it."""

    seen_ms: float
    worked_ms: float


def start(folder: Path) -> Started:
    """Start the program from its command until the menu is seen, and leave it by Ctrl-Q."""
    began = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        environment = {**os.environ, "TAFLHEIM_HOME": str(folder), "TERM": "xterm-256color"}
        os.execve(sys.executable, [sys.executable, "-m", "taflheim", "play"], environment)  # no shell
    try:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        shown = _until(terminal, SEEN)
        took = Started((time.perf_counter() - began) * 1000, _worked_ms(process))
        if SEEN not in shown:
            raise RuntimeError(f"no menu was seen: {shown[-500:]!r}")
        # The next start must not share the machine with this one's hall.
        _wait(lambda: address_in(folder) is not None)
        hall = process_in(folder)
        os.write(terminal, b"\x11")
        _until(terminal, None)
        _wait(lambda: hall is None or not Path(f"/proc/{hall}").exists())
    except BaseException:
        os.kill(process, signal.SIGKILL)
        raise
    finally:
        os.close(terminal)
        os.waitpid(process, 0)
    return took


def _worked_ms(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def _until(terminal: int, words: bytes | None) -> bytes:
    """What is written until some words are among it; None: until the program has left."""
    shown = b""
    ends = time.monotonic() + SECONDS_TO_START
    while (words is None or words not in shown) and time.monotonic() < ends:
        if not select.select([terminal], [], [], 0.5)[0]:
            continue
        try:
            shown += os.read(terminal, 65536)
        except OSError:  # the other end is closed
            break
    return shown


def _wait(is_so: Callable[[], bool]) -> None:
    ends = time.monotonic() + SECONDS_TO_START
    while not is_so():
        if time.monotonic() > ends:
            raise RuntimeError("the hall has not started, or not ended")
        time.sleep(0.05)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="one start, to see that it works")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        first = start(Path(folder))
        starts = [start(Path(folder)) for _ in range(1 if asked.quick else STARTS)]
    usual = Started(*(statistics.median(column) for column in zip(*starts, strict=True)))
    beside = f"({usual.worked_ms:.0f} ms of them work; in a new folder: {first.seen_ms:.0f} ms)"
    report("until the menu is seen", usual.seen_ms, "ms", MOST_MS, beside)


if __name__ == "__main__":
    main()
