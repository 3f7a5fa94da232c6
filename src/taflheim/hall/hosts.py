"""Who is a host: the owner of the hall, and whom `taflheim admin` has given that role."""

from taflheim.games.errors import TaflheimError
from taflheim.hall.accounts import Accounts
from taflheim.table.actor import Actor, Person


class HostsOnly(TaflheimError):
    """Only a host can do this."""


async def is_host(accounts: Accounts, actor: Actor) -> bool:
    """Whether somebody is a host."""
    if not isinstance(actor, Person):
        return False
    account = await accounts.get(actor)
    return account.kind == "owner" or account.host


async def check_host(accounts: Accounts, actor: Actor) -> None:
    """Raise HostsOnly if somebody is none."""
    if not await is_host(accounts, actor):
        raise HostsOnly("this is for the host of the hall")
