"""The commands of a host, by name: what each is for, and what it takes. `admin.py` does them."""

from typing import NamedTuple


class HostCommand(NamedTuple):
    """A command of a host."""

    name: str
    """Its words, as they are typed."""
    about: str
    takes: tuple[str, ...] = ()
    """What has to be given with it. A `password` is asked for, never typed into the command."""


HOST_COMMANDS = (
    HostCommand("users list", "all people: name, kind, whether host or banned"),
    HostCommand("users create", "make an account", ("name", "password")),
    HostCommand("users reset-password", "give somebody a new password", ("name", "password")),
    HostCommand("users rename", "call somebody otherwise", ("name", "new_name")),
    HostCommand("users ban", "keep somebody out, and end what is open", ("name",)),
    HostCommand("users unban", "let somebody in again", ("name",)),
    HostCommand("users give-host", "give somebody the rights of a host", ("name",)),
    HostCommand("users take-host", "take these rights back", ("name",)),
    HostCommand("tokens list", "the tokens of somebody's programs", ("name",)),
    HostCommand("tokens revoke", "revoke one of them", ("name", "token")),
    HostCommand("addresses list", "the addresses that are banned"),
    HostCommand("addresses ban", "keep an address or a network from changing anything", ("address",)),
    HostCommand("addresses unban", "lift such a ban", ("address",)),
    HostCommand("chat hide", "hide a line of a table's chat", ("table", "number")),
    HostCommand("tables close", "end a game without a result, or withdraw an open table", ("table",)),
    HostCommand("recalculate", "calculate all ratings again from the games"),
)
