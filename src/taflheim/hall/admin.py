"""What a host does by command: with people, tokens and tables.

Each command is a function of a hall and of what was given by name; it returns lines to be printed. The hall that runs
does it (`server/pages/control.py`), so that sessions and tables in its memory change with the database; where none
runs, one is opened for it.
"""

import secrets
from collections.abc import Awaitable, Callable, Mapping

from taflheim.games.errors import TaflheimError
from taflheim.games.message import counted, quoted
from taflheim.hall.accounts import Accounts
from taflheim.hall.hall import Hall
from taflheim.hall.host_commands import HOST_COMMANDS
from taflheim.table.actor import Person
from taflheim.table.event import WithdrawTable

Given = Mapping[str, str]
Lines = list[str]


class CannotDo(TaflheimError):
    """There is no such command, or it cannot be done."""


async def perform(hall: Hall, name: str, given: Given) -> Lines:
    """Do what a command says; raises CannotDo if there is none such, and what its parts raise."""
    if set(given) != _TAKES.get(name):
        raise CannotDo("the running Taflheim does not know this command: it may be of another version, start it anew")
    return await _DOES[name](hall, given)


# ---- people -------------------------------------------------------------------------------------------------------


async def _list(hall: Hall, _: Given) -> Lines:
    return [
        f"{account.name} {account.kind}{' host' if account.host else ''}{' banned' if account.banned else ''}"
        for account in await hall.accounts.listed()
    ]


async def _create(hall: Hall, given: Given) -> Lines:
    password = given["password"] or new_password()
    account = await hall.logins.add(given["name"], password)
    return [f"{account.name} can log in now.", *_told(given, password)]


async def _reset_password(hall: Hall, given: Given) -> Lines:
    account = await hall.accounts.named(given["name"])
    password = given["password"] or new_password()
    await hall.logins.set_password(Person(account.id), password)
    await hall.accounts.end_everything(Person(account.id))
    return [f"{account.name} has a new password; all sessions and tokens have ended.", *_told(given, password)]


async def _rename(hall: Hall, given: Given) -> Lines:
    account = await hall.accounts.named(given["name"])
    name = await hall.accounts.rename(Person(account.id), given["new_name"], by_host=True)
    return [f"{account.name} is {name} now."]


async def _ban(hall: Hall, given: Given) -> Lines:
    account = await hall.accounts.named(given["name"])
    await hall.bans.ban(account.id)
    return [f"{account.name} is banned; all sessions and tokens have ended."]


async def _unban(hall: Hall, given: Given) -> Lines:
    account = await hall.accounts.named(given["name"])
    await hall.bans.pardon(account.id)
    return [f"{account.name} may come in again."]


def _host(host: bool) -> Callable[[Hall, Given], Awaitable[Lines]]:
    async def do(hall: Hall, given: Given) -> Lines:
        account = await hall.accounts.named(given["name"])
        if account.kind not in ("owner", "registered"):
            raise CannotDo(f"{account.name} is no registered person: only those can be hosts")
        await hall.accounts.set_host(account, host)
        return [f"{account.name} is {'a host now' if host else 'no host any more'}."]

    return do


def new_password() -> str:
    """A password that nobody guesses, to be changed by who gets it."""
    return secrets.token_urlsafe(12)


def _told(given: Given, password: str) -> Lines:
    """A password that was made here has to be told; one that was given is known."""
    return [] if given["password"] else [f"Password: {password}"]


# ---- tokens and tables ----------------------------------------------------------------------------------------------


async def _tokens(hall: Hall, given: Given) -> Lines:
    person = await _person(hall.accounts, given)
    found = await hall.access.listed(person)
    return [f"{token.id[:12]} {' '.join(sorted(token.scopes))}: {token.name}" for token in found]


async def _revoke(hall: Hall, given: Given) -> Lines:
    person = await _person(hall.accounts, given)
    meant = [token for token in await hall.access.listed(person) if token.id.startswith(given["token"])]
    if len(meant) != 1 or not given["token"]:
        raise CannotDo(f"no token {quoted(given['token'])}: `taflheim admin tokens list NAME` names them")
    await hall.access.revoke(person, meant[0].id)
    return [f"The token for {meant[0].name} is revoked."]


async def _ban_address(hall: Hall, given: Given) -> Lines:
    return [f"Nothing is changed from {await hall.bans.ban_address(given['address'])} any more."]


async def _unban_address(hall: Hall, given: Given) -> Lines:
    if not await hall.bans.pardon_address(given["address"]):
        raise CannotDo(
            f"{quoted(given['address'])} is not banned: `taflheim admin addresses list` names those that are"
        )
    return [f"{given['address']} is not banned any more."]


async def _addresses(hall: Hall, _: Given) -> Lines:
    return [f"{ban.address} {ban.reason}".strip() for ban in await hall.bans.listed()]


async def _hide(hall: Hall, given: Given) -> Lines:
    if not given["number"].isascii() or not given["number"].isdigit():
        raise CannotDo(f"{quoted(given['number'])}: expected the number of a line of the chat")
    await hall.chat.hide(given["table"], int(given["number"]))
    return ["The line is hidden."]


async def _close_table(hall: Hall, given: Given) -> Lines:
    await hall.tables.act(given["table"], Person(hall.accounts.owner.id), WithdrawTable())
    return [f"Table {given['table']} is closed."]


async def _recalculate(hall: Hall, _: Given) -> Lines:
    return [f"All ratings were calculated again from {counted(await hall.recalculate(), 'game')}."]


async def _person(accounts: Accounts, given: Given) -> Person:
    return Person((await accounts.named(given["name"])).id)


_DOES: dict[str, Callable[[Hall, Given], Awaitable[Lines]]] = {
    "users list": _list,
    "users create": _create,
    "users reset-password": _reset_password,
    "users rename": _rename,
    "users ban": _ban,
    "users unban": _unban,
    "users give-host": _host(True),
    "users take-host": _host(False),
    "tokens list": _tokens,
    "tokens revoke": _revoke,
    "addresses list": _addresses,
    "addresses ban": _ban_address,
    "addresses unban": _unban_address,
    "chat hide": _hide,
    "tables close": _close_table,
    "recalculate": _recalculate,
}
_TAKES = {command.name: set(command.takes) for command in HOST_COMMANDS}
