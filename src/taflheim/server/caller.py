"""Who asks: a browser by the cookie of its session, or a program by an access token, within the scopes of that."""

from collections.abc import Callable
from typing import NamedTuple

from starlette.requests import HTTPConnection

from taflheim.hall.access import SCOPES
from taflheim.hall.hall import Hall
from taflheim.server.identity import Client, NoIdentity, NotAllowed
from taflheim.table.actor import Actor, Person

_BEARER = "bearer"


class Caller(NamedTuple):
    """Who asks, and what they may do with what they have shown."""

    actor: Actor
    client: Client
    scopes: frozenset[str] = frozenset(SCOPES)
    token: str | None = None
    """Of a program: its access token."""

    @property
    def is_program(self) -> bool:
        """Whether it was an access token."""
        return self.token is not None

    def check(self, scope: str) -> None:
        """Raise NotAllowed if this needs a scope that the token has not."""
        if scope not in self.scopes:
            raise NotAllowed(f"this token has not the scope {scope}: make another on your account's page")


def close_with(hall: Hall, caller: Caller, close: Callable[[], None]) -> Callable[[], None]:
    """Have something closed when the session or token ends by which somebody asks; gives what takes that back."""
    shown = caller.token or caller.client.session
    if shown is None or not isinstance(caller.actor, Person):
        return lambda: None  # what stands for nobody cannot end
    return hall.accounts.close_with(shown, close)


async def find_caller(connection: HTTPConnection, hall: Hall, actor: Actor, client: Client) -> Caller:
    """Who asks; raises NoIdentity for a token that is none of ours."""
    header = connection.headers.get("authorization")
    if header is None:
        return Caller(actor, client)
    scheme, _, token = header.partition(" ")
    access = await hall.access.access(token.strip()) if scheme.lower() == _BEARER else None
    if access is None:
        raise NoIdentity("this access token is not known here, or was revoked: make another on your account's page")
    return Caller(access.person, client, access.scopes, token.strip())
