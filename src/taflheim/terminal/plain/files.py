"""Files that people name."""

from pathlib import Path

from taflheim.games.errors import InvalidRecord


def read_text(name: str | Path) -> str:
    """The text of a file; raises InvalidRecord if it is none, and OSError."""
    try:
        return Path(name).expanduser().read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidRecord(f"{name} is not a text file") from None
