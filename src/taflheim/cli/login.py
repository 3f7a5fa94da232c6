"""Coming in to a hall somewhere else, and leaving it: `taflheim login`, `taflheim logout`."""

import sys
from argparse import ArgumentParser, Namespace
from getpass import getpass
from typing import Any

from taflheim.cli.command import Command
from taflheim.games.errors import TaflheimError


def _add_server(parser: ArgumentParser) -> None:
    parser.add_argument("--server", metavar="URL", help="where the hall is (default: where you came in last)")


def _login_arguments(parser: ArgumentParser) -> None:
    _add_server(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--register", action="store_true", help="make an account of this name first")
    how.add_argument("--token", action="store_true", help="by an access token, from the page of your account")
    parser.add_argument("name", nargs="?", metavar="NAME", help="who you are there (default: who you were last)")


def _log_in(options: Namespace) -> None:
    import asyncio

    from taflheim.client.credentials import Bearer, Session, from_environment, keep, logins
    from taflheim.client.remote import Remote

    server = _server(options)
    before = logins().get(server)
    if options.token:
        if options.name:
            raise TaflheimError("a token says who you are: leave NAME out")
        remote = Remote(server, Bearer(_secret("Token: ")))
        me: dict[str, Any] = asyncio.run(remote.get("me"))
    else:
        # A guest who registers keeps what was played; whoever else was here is logged out.
        remote = Remote(server, before.credential if before else None)
        come_in = remote.register if options.register else remote.log_in
        name = options.name or (before.name if before and not options.register else _line("Name: "))
        me = asyncio.run(come_in(name, _password(name, server, twice=options.register)))
    assert isinstance(remote.credential, Bearer | Session)
    keep(server, remote.credential, me["name"])
    print(f"You are {me['name']} at {server}; `taflheim logout` ends that.")
    if from_environment():
        print("TAFLHEIM_TOKEN is set and goes before it: unset it.")


def _log_out(options: Namespace) -> None:
    import asyncio

    from taflheim.client.credentials import Bearer, forget, logins
    from taflheim.client.http import Unreachable
    from taflheim.client.remote import Refusal, Remote

    server = _server(options)
    if (login := logins().get(server)) is None:
        raise TaflheimError(f"nobody is logged in at {server} from here")
    told = (
        "A token lives until it is revoked on the page of your account." if isinstance(login.credential, Bearer) else ""
    )
    try:
        asyncio.run(Remote(server, login.credential).log_out())
    except (Unreachable, Refusal) as error:
        told = f"The session lives on there, as it could not be ended ({error})."
    forget(server)
    print(" ".join(filter(None, (f"{login.name} is logged out at {server}.", told))))


def _server(options: Namespace) -> str:
    """The server that was named, or the last one that somebody logged in at."""
    from taflheim.client.credentials import logins
    from taflheim.client.http import Address

    if options.server:
        return Address.parse(options.server).origin
    if not (known := list(logins())):
        raise TaflheimError("which hall? Expected --server URL")
    return known[-1]


def _password(name: str, server: str, *, twice: bool) -> str:
    given = _secret(f"Password of {name} at {server}: ")
    if twice and sys.stdin.isatty() and _secret("Once more: ") != given:
        raise TaflheimError("that was another password: try again")
    return given


def _secret(prompt: str) -> str:
    """Something that is typed unseen, or piped."""
    given = getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    if not given:
        raise TaflheimError("nothing was given: type it, or pipe it in")
    return given


def _line(prompt: str) -> str:
    given = input(prompt).strip() if sys.stdin.isatty() else ""
    if not given:
        raise TaflheimError("who are you? Expected NAME")
    return given


LOGIN = Command(
    "login",
    "Come in to a hall somewhere else, and stay logged in there",
    "login --server https://games.example.org Anna",
    _login_arguments,
    _log_in,
)
LOGOUT = Command("logout", "Leave a hall somewhere else", "logout", _add_server, _log_out)
