"""Leaving for good: an account is deleted, its games stay for those who have played them, the name does not."""

import logging
import secrets

from taflheim.games.errors import TaflheimError
from taflheim.hall.accounts import Accounts
from taflheim.hall.tables import Tables
from taflheim.store import farewell, seeks
from taflheim.store.store import Store
from taflheim.table.actor import House, Person
from taflheim.table.event import CloseAccount

log = logging.getLogger(__name__)


class OwnerStays(TaflheimError):
    """The owner of a hall cannot leave it."""


async def delete_account(store: Store, accounts: Accounts, tables: Tables, person: Person) -> None:
    """Delete an account: its running games end, its sessions and tokens too, and its name is taken from everywhere."""
    account = await accounts.get(person)
    if account.kind == "owner":
        raise OwnerStays("this hall is yours: to be rid of it, delete its data folder")
    await store.write(seeks.remove, person.account)  # nobody is paired with them from here on
    for table_id in await store.read(farewell.unfinished, person.account):
        await tables.act(table_id, House(), CloseAccount(person.account))
    name = f"deleted-{secrets.token_hex(4)}"
    await accounts.end_everything(person)
    await store.write(farewell.leave, person.account, name)
    accounts.changed(account._replace(name=name, kind="deleted"))
    await tables.reload(person.account)
    log.info("account %s was deleted", person.account)
