"""The log: one line an event, no secret in it, and nothing that could pass for another line."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from taflheim.hall.settings import LogFormat
from taflheim.server import logs

SECRETS = (
    "GET /enter?token=hushhush&next=/",
    "taflheim_hushhushhushhushhushhush",
    "Cookie: __Host-taflheim-01234567=hushhush; theme=dark",
    "taflheim-01234567=hushhush",
    "{'cookie': 'a=hushhush'}",
    "Set-Cookie: a=hushhush",
    "Authorization: Bearer hushhush",
    "authorization: hushhush",
    '{"password": "hushhush"}',
    "password=hushhush",
    "name=anna&password=hushhush&next=/",
    "connection to postgresql://anna:hushhush@db/hall failed",
    "postgresql+psycopg://anna:hus%68hushhush@db:5432/hall",
    "GET /feeds/hushhushhushhushhushhush",
)


@pytest.fixture
def root() -> Iterator[None]:
    """The root logger is as it was afterwards."""
    logger = logging.getLogger()
    before, level = logger.handlers[:], logger.level
    yield
    logger.handlers[:] = before
    logger.setLevel(level)
    logging.captureWarnings(False)


def written(log_format: LogFormat, message: str, error: Exception | None = None) -> str:
    out = io.StringIO()
    logs.set_up(log_format, "info", out)
    logging.getLogger("taflheim.test").info("%s", message, exc_info=error)
    logging.getLogger("taflheim.test").debug("not this")
    return out.getvalue()


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("log_format", ["text", "json"])
def test_no_secret_is_written(root: None, log_format: LogFormat, secret: str) -> None:
    try:
        raise ValueError(secret)
    except ValueError as error:
        line = written(log_format, secret, error)
    assert "hush" not in line.lower(), line
    assert line.count("\n") == 1


@pytest.mark.parametrize("log_format", ["text", "json"])
@pytest.mark.parametrize("hostile", ["Anna\n2026 ERROR", "Anna\r\x1b[31m", "Anna\u202egnp.exe", "a\u2028b", "\x00\x9b"])
def test_nothing_passes_for_another_line(root: None, log_format: LogFormat, hostile: str) -> None:
    line = written(log_format, f"{hostile} has come")
    assert line.endswith("\n") and line[:-1].isprintable()
    if log_format == "json":
        assert json.loads(line)["message"] == f"{hostile} has come"


def test_an_event_says_when_how_grave_and_where(root: None) -> None:
    event = json.loads(written("json", "it rains"))
    assert (event["level"], event["from"], event["message"]) == ("info", "taflheim.test", "it rains")
    assert event["at"].endswith("Z")
    assert " INFO taflheim.test: it rains\n" in written("text", "it rains")


def test_an_exception_stays_on_the_line(root: None) -> None:
    error = ValueError("wrong")
    assert "\\nValueError: wrong" in written("text", "oh", error)
    assert "ValueError: wrong" in json.loads(written("json", "oh", error))["exception"]
