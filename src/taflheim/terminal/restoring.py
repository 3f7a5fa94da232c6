"""Leaves the terminal as it was, also where the program is killed and can do nothing itself."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# What a full-screen program switches on: mouse, focus, pasting and keys are told no longer, lines wrap, the cursor is
# seen, and the screen from before is there again. Modes that a terminal does not know it ignores.
_RESET = r"\033[0m" + "".join(rf"\033[?{mode}l" for mode in (1000, 1003, 1015, 1006, 1016, 1004, 2004, 2048))
_RESET += r"\033[?7h\033[<u\033[?1049l\033[?25h"

# A shell that does nothing but wait for the program's end. Its output is the terminal.
_WATCH = """
trap '' HUP INT QUIT TERM TSTP TTIN TTOU
exec 3<&1
modes=$(stty -g <&3)
echo ready >&2
read -r end
[ -n "$end" ] && exit
printf "$1"
stty "$modes" <&3
"""


@contextmanager
def restored() -> Iterator[None]:
    """Watch over what is done within: if it ends without coming to its end, somebody else tidies up."""
    pipe = subprocess.PIPE
    try:
        watch = subprocess.Popen(["/bin/sh", "-c", _WATCH, "sh", _RESET], stdin=pipe, stderr=pipe)
    except OSError:
        yield  # a system without a shell
        return
    assert watch.stdin and watch.stderr
    watch.stderr.readline()  # how the terminal was is known
    try:
        yield
    finally:
        # Whoever gets here has tidied up.
        with suppress(OSError):
            watch.stdin.write(b"end\n")
            watch.stdin.close()
        watch.wait()
        watch.stderr.close()
