"""Which version of the program has thought: its number, and a digest of all that results depend on."""

import hashlib
from functools import cache

from taflheim import __version__
from taflheim.games.code_cache import SOURCES

_SUFFIXES = (".py", ".toml", ".json")


@cache
def made_with() -> str:
    """The version, with a digest of the games and the engine: the same on all machines that play the same.

    >>> made_with().startswith(__version__ + "+")
    True
    """
    digest = hashlib.sha256()
    for room in ("games", "engine"):
        for source in sorted((SOURCES / room).rglob("*")):
            if source.suffix in _SUFFIXES:
                digest.update(f"{source.relative_to(SOURCES)}\n".encode())
                digest.update(source.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:12]}"
