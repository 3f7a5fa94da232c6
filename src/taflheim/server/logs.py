"""The log: one line an event, as text or as JSON, without secrets and without anything that could pass for a line.

Names and messages of people come into lines. Control and bidirectional characters in them are written as escapes.
"""

import json
import logging
import re
import sys
import time
from typing import TextIO

from taflheim.hall.settings import LogFormat

HIDDEN = "***"

# What a secret looks like, wherever it stands. The first group, if there is one, is kept.
_SECRETS = re.compile(
    r"(\b\w+://[^\s:/@]*:)[^\s@]+(?=@)"  # the password in an address
    r"|(\btoken=)[^\s&\"']+"
    r"|(\b(?:taflheim_)(?=[\w-]{20}))[\w-]+"  # access tokens
    r"|(\b(?:__Host-)?taflheim-[0-9a-f]{8}=)[^\s;,\"']+"  # cookies of sessions
    r"|(\b(?:set-)?cookie[\"']?\s*[=:]\s*[\"']?)[^\r\n\"']+"
    r"|(\bauthorization[\"']?\s*[=:]\s*[\"']?(?:bearer |basic )?)[^\s\"',]+"
    r"|(\b(?:password|passwd|secret)\"?'?\s*[=:]\s*\"?'?)[^\s&\"',}]+"
    r"|(/feeds?/)[\w-]{16,}",
    re.IGNORECASE,
)


def without_secrets(text: str) -> str:
    """A text in which nothing stands that lets anybody in.

    >>> without_secrets("GET /enter?token=c2VjcmV0 by postgresql://anna:secret@db/hall")
    'GET /enter?token=*** by postgresql://anna:***@db/hall'
    """
    return _SECRETS.sub(lambda found: "".join(kept for kept in found.groups() if kept) + HIDDEN, text)


def on_one_line(text: str) -> str:
    r"""A text whose every character is seen as what it is.

    >>> on_one_line("Anna\n2026 ERROR \u202e")
    'Anna\\n2026 ERROR \\u202e'
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


class Lines(logging.Formatter):
    """Events as lines of text."""

    def format(self, record: logging.LogRecord) -> str:
        """One event."""
        line = f"{_when(record)} {record.levelname} {record.name}: {_message(record)}"
        return on_one_line(without_secrets(line))


class JsonLines(logging.Formatter):
    """Events as objects, one a line."""

    def format(self, record: logging.LogRecord) -> str:
        """One event."""
        event = {
            "at": _when(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            event["exception"] = without_secrets(logging.Formatter().formatException(record.exc_info))
        return json.dumps(event)


def _when(record: logging.LogRecord) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03}Z"


def _message(record: logging.LogRecord) -> str:
    if not record.exc_info:
        return record.getMessage()
    return f"{record.getMessage()}\n{logging.Formatter().formatException(record.exc_info)}"


def set_up(log_format: LogFormat = "text", level: str = "info", to: TextIO | None = None) -> None:
    """Write all events of this level and above to standard error."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # What others' libraries say in passing is not about the hall.
    for name in ("alembic", "asyncio", "uvicorn", "websockets"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    logging.captureWarnings(True)
