"""What somebody shows to a hall, and where it is kept: by server, in a file that only its owner can read."""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import platformdirs

from taflheim.client.http import Address, Response
from taflheim.games.errors import TaflheimError

_FILE = "logins.json"


class Bearer(NamedTuple):
    """An access token, made on the page of an account."""

    token: str


class Session(NamedTuple):
    """The cookie of a session, as `name=value`."""

    cookie: str


Credential = Bearer | Session | None
"""Who shows nothing sees what everybody may see."""


class Login(NamedTuple):
    """What is kept of a login."""

    credential: Bearer | Session
    name: str
    """Who one is there."""


def headers(credential: Credential, address: Address) -> dict[str, str]:
    """What a request says of who sends it."""
    match credential:
        case Bearer(token):
            return {"Authorization": f"Bearer {token}"}
        case Session(cookie):
            # With a cookie, a hall wants to know that no page from elsewhere sends the request.
            return {"Cookie": cookie, "Origin": address.origin}
        case None:
            return {}


def session_in(response: Response) -> Session | None:
    """The session that an answer begins."""
    cookies = (cookie.partition(";")[0].strip() for cookie in response.cookies)
    ours = (cookie for cookie in cookies if cookie.removeprefix("__Host-").startswith("taflheim-"))
    return next(map(Session, ours), None)


def from_environment() -> Bearer | None:
    """The token that `TAFLHEIM_TOKEN` holds."""
    token = os.environ.get("TAFLHEIM_TOKEN", "").strip()
    return Bearer(token) if token else None


def credential_for(server: str) -> Credential:
    """What is shown to a server: the token of the environment, or what was kept when somebody logged in there."""
    return from_environment() or kept(server)


def kept(server: str) -> Credential:
    """What was kept for a server."""
    found = logins().get(Address.parse(server).origin)
    return found.credential if found else None


def keep(server: str, credential: Bearer | Session, name: str) -> None:
    """Keep what one has logged in with, and as whom; it takes the place of what was kept for this server."""
    others = _without(server)
    _write({**others, Address.parse(server).origin: Login(credential, name)})


def forget(server: str) -> None:
    """Keep nothing for a server any more."""
    if (others := _without(server)) != logins():
        _write(others)


def logins() -> dict[str, Login]:
    """All that is kept, by the servers' addresses, the latest last; raises TaflheimError if it cannot be read."""
    file = _file()
    try:
        known: Mapping[str, Mapping[str, str]] = json.loads(file.read_text(encoding="utf-8"))
        return {server: Login(_read(login), login["name"]) for server, login in known.items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise TaflheimError(f"{file} cannot be read ({error.strerror}): see whether it is yours") from error
    except (ValueError, KeyError, TypeError, AttributeError):
        raise TaflheimError(f"{file} cannot be read: remove it, and log in again") from None


def _without(server: str) -> dict[str, Login]:
    origin = Address.parse(server).origin
    return {other: login for other, login in logins().items() if other != origin}


def _file() -> Path:
    named = os.environ.get("TAFLHEIM_LOGINS")
    if named:
        return Path(named).expanduser()
    return Path(platformdirs.user_config_dir("taflheim", appauthor=False)) / _FILE


def _read(login: Mapping[str, str]) -> Bearer | Session:
    return Bearer(login["token"]) if "token" in login else Session(login["cookie"])


def _write(known: Mapping[str, Login]) -> None:
    file = _file()
    text = json.dumps({server: dict(_told(login)) for server, login in known.items()}, indent=2)
    # Written beside and moved into place: what was kept is there, or what is kept now, and nothing in between.
    beside = file.with_name(f"{file.name}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside.unlink(missing_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
            opened.write(f"{text}\n")
        beside.replace(file)
    except OSError as error:
        raise TaflheimError(f"{file} cannot be written ({error.strerror}): see whether you may write there") from error


def _told(login: Login) -> Iterable[tuple[str, str]]:
    return (*login.credential._asdict().items(), ("name", login.name))
