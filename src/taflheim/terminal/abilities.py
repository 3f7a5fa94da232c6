"""What the terminal can do that this program runs in."""

import os
import re
import sys
from importlib.util import find_spec

from taflheim.games.diagram import Style

# They show ASCII alone, or have a font of a few hundred signs, whatever the locale says. `vte` is not one of them.
_OLD_TERMINALS = re.compile(r"vt\d|linux|ansi|pcansi|cons25|sun\b|wy(se)?-?\d")
_WITHOUT_COLOURS = re.compile(r"vt\d|sun\b|wy(se)?-?\d|.*-m(ono)?$")


def has_screen() -> bool:
    """Whether a program can paint on this terminal, and one that does is installed: it is an extra."""
    is_plain = sys.platform != "win32" and os.environ.get("TERM", "dumb") == "dumb"
    return sys.stdin.isatty() and sys.stdout.isatty() and not is_plain and find_spec("textual") is not None


def style_for(stream: object) -> Style:
    """Which characters a stream can show: those of its encoding, but on an old terminal only ASCII."""
    is_terminal = getattr(stream, "isatty", bool)()
    if is_terminal and _OLD_TERMINALS.match(os.environ.get("TERM", "")):
        return "ascii"
    try:
        "♔·│".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "ascii"
    return "unicode"


def has_colours() -> bool:
    """Whether this terminal has colours."""
    return _WITHOUT_COLOURS.match(os.environ.get("TERM", "")) is None
