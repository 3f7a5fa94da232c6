"""Settings: how a hall is served, kept and limited. One value, made once at the start from flags, environment and file.

A setting is named here once. Its variable is `TAFLHEIM_` and its name in capitals, its flag the name with dashes, its
key in the file the name itself; `hall/settings_sources.py` reads them.
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted

LogFormat = Literal["text", "json"]


class InvalidSetting(TaflheimError):
    """A setting cannot be what it was set to."""


def _setting(default: Any, about: str, *, secret: bool = False) -> Any:
    return field(default=default, metadata={"about": about, "secret": secret})


@dataclass(frozen=True)
class Settings:
    """How a hall is served, kept and limited.

    >>> Settings(Path("/srv/taflheim"), public_url="https://games.example").https
    True
    """

    folder: Path
    """The data folder: `TAFLHEIM_HOME`, or the user's."""
    host: str = _setting("127.0.0.1", "the address to listen on; 0.0.0.0 for all")
    port: int = _setting(0, "the port to listen on; 0 for the one of last time, or any that is free")
    public_url: str = _setting("", "the address that people type, such as https://games.example.org")
    proxy: str = _setting("", "addresses or networks of proxies whose X-Forwarded headers are believed, with commas")
    database_url: str = _setting("", "a PostgreSQL to keep everything in, instead of a file", secret=True)
    redis_url: str = _setting("", "a Redis that carries news between servers that share a PostgreSQL", secret=True)
    workers: int = _setting(1, "processes that serve; more than one need database_url and redis_url")
    ray_address: str = _setting("", "a Ray cluster that thinks for bots, as HOST:PORT; this machine is part of it")
    metrics_port: int = _setting(0, "a port of its own for /metrics, on 127.0.0.1 alone; 0 for none")
    metrics_token: str = _setting("", "the bearer token that /metrics asks for", secret=True)
    log_format: LogFormat = _setting("text", "one line an event as text, or as json")  # noqa: RUF009
    log_level: str = _setting("info", "debug, info, warning or error")
    connections_per_address: int = _setting(100, "connections at a time from one address")
    messages_per_second: int = _setting(40, "messages of a page in the long run; five times as many at once")
    log_in_per_account: str = _setting("5/minute; 20/hour; 60/day", "tries to log in to one account")
    log_in_per_address: str = _setting("20/minute; 100/hour; 500/day", "tries to log in from one address")
    log_in_in_all: str = _setting("300/minute; 5000/hour", "tries to log in, all together")
    register_per_address: str = _setting("5/minute; 20/hour; 60/day", "new accounts from one address")
    register_in_all: str = _setting("100/minute; 2000/hour", "new accounts, all together")
    guest_per_address: str = _setting("120/hour; 600/day", "new guests from one address")
    guest_in_all: str = _setting("3000/hour", "new guests, all together")
    chat_per_account: str = _setting("10/10 second; 60/minute; 600/hour", "lines of chat of one account")
    chat_per_table: str = _setting("300/minute", "lines of chat at one table")

    @property
    def database(self) -> Path | str:
        """Where the database is: at an address, or in a file in the data folder."""
        return self.database_url or self.folder / "taflheim.sqlite"

    @property
    def shared(self) -> bool:
        """Whether other processes may serve the same hall."""
        return bool(self.redis_url)

    @property
    def https(self) -> bool:
        """Whether people reach the hall by HTTPS."""
        return self.public_url.startswith("https://")

    @property
    def log_in_limits(self) -> Mapping[str, str]:
        """How often somebody may try to log in."""
        return {"account": self.log_in_per_account, "address": self.log_in_per_address, "all": self.log_in_in_all}

    @property
    def register_limits(self) -> Mapping[str, str]:
        """How often somebody may register."""
        return {"address": self.register_per_address, "all": self.register_in_all}

    @property
    def guest_limits(self) -> Mapping[str, str]:
        """How often visitors may become guests."""
        return {"address": self.guest_per_address, "all": self.guest_in_all}

    @property
    def chat_limits(self) -> Mapping[str, str]:
        """How much may be said."""
        return {"account": self.chat_per_account, "table": self.chat_per_table}


KNOWN: tuple[Field[Any], ...] = tuple(one for one in fields(Settings) if one.name != "folder")
"""All settings."""


def is_secret(setting: Field[Any]) -> bool:
    """Whether a setting is shown to nobody."""
    return bool(setting.metadata["secret"])


def read(setting: Field[Any], value: object) -> object:
    """A setting's value from what was given for it; raises InvalidSetting.

    >>> settings = {one.name: one for one in KNOWN}
    >>> read(settings["port"], "8000"), read(settings["public_url"], "https://games.example/")
    (8000, 'https://games.example')
    >>> read(settings["port"], "many")
    Traceback (most recent call last):
    taflheim.hall.settings.InvalidSetting: port: expected a number from 0 to 65535
    """
    name = setting.name
    if isinstance(setting.default, int):
        most = 65535 if name.endswith("port") else 1_000_000
        least = 0 if name.endswith("port") else 1
        text = str(value)
        if isinstance(value, bool) or not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise InvalidSetting(f"{name}: expected a number from {least} to {most}")
        return int(text)
    if not isinstance(value, str):
        raise InvalidSetting(f"{name}: expected a text")
    text = value.strip()
    if "/hour" in str(setting.default) or "/minute" in str(setting.default):
        return _limit(name, text)
    return _READERS[name](text) if text and name in _READERS else text


def proxies(text: str) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    """Proxies as networks."""
    try:
        return tuple(ipaddress.ip_network(one.strip()) for one in text.split(",") if one.strip())
    except ValueError:
        raise InvalidSetting(f"proxy {quoted(text)}: expected addresses such as 127.0.0.1, 10.0.0.0/8") from None


def _limit(name: str, text: str) -> str:
    from limits import parse_many  # not for the help of a command

    try:
        parse_many(text)
    except ValueError:
        raise InvalidSetting(f"{name} {quoted(text)}: expected such as 5/minute; 20/hour") from None
    return text


def _proxy(text: str) -> str:
    proxies(text)
    return text


def _public_url(text: str) -> str:
    wrong = InvalidSetting(f"public_url {quoted(text)}: expected such as https://games.example.org, with no path")
    try:
        parts = urlsplit(text.rstrip("/").lower())
        port = parts.port
    except ValueError:
        raise wrong from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query or "@" in parts.netloc:
        raise wrong
    # Browsers leave out the usual port, in Host and in Origin.
    usual = {"http": 80, "https": 443}[parts.scheme]
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port and port != usual else "")


def _database_url(text: str) -> str:
    from sqlalchemy import make_url  # not for the help of a command
    from sqlalchemy.exc import ArgumentError

    try:
        if "://" in text:
            make_url(text)
            return text
    except (ArgumentError, ValueError):
        pass
    # What was given may hold a password: it is not repeated.
    raise InvalidSetting("database_url: expected such as postgresql://user:password@host/name")


def _redis_url(text: str) -> str:
    if not text.startswith(("redis://", "rediss://", "unix://")):
        # What was given may hold a password: it is not repeated.
        raise InvalidSetting("redis_url: expected such as redis://:password@host:6379/0")
    return text


def _one_of(name: str, *expected: str) -> Any:
    def reader(text: str) -> str:
        if text not in expected:
            raise InvalidSetting(f"{name} {quoted(text)}: expected {', '.join(expected)}")
        return text

    return reader


_READERS = {
    "proxy": _proxy,
    "public_url": _public_url,
    "database_url": _database_url,
    "redis_url": _redis_url,
    "log_format": _one_of("log_format", "text", "json"),
    "log_level": _one_of("log_level", "debug", "info", "warning", "error"),
}
