"""Letting friends on the local network join: the owner's button, and whether they are still there."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from taflheim.hall.hall import Hall
from taflheim.server.form import form
from taflheim.server.identity import NotAllowed, TheHall, ThePerson
from taflheim.server.network import Network
from taflheim.server.pages.login import local
from taflheim.server.pages.render import go_to
from taflheim.table.actor import Person

router = APIRouter()


@router.get("/network")
async def others(hall: TheHall, person: ThePerson) -> dict[str, int]:
    """How many other people are connected: the owner's window asks before it is closed."""
    _only_owner(hall, person)
    return {"others": len(hall.others_here())}


@router.post("/network")
async def share(request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Listen on the local network from now on, or no more; then back to where the button was."""
    fields = await form(request)
    await share_with_network(request, hall, person, share=fields["share"] == "yes")
    return go_to(local(fields["next"]))


async def share_with_network(request: Request, hall: Hall, person: Person, *, share: bool) -> None:
    """Listen on the local network, or no more; raises NotAllowed, NoNetwork."""
    _only_owner(hall, person)
    network: Network | None = getattr(request.app.state, "network", None)
    if network is None:
        raise NotAllowed("this hall is served at an address of its own, and reached there")
    await (network.share() if share else network.stop())


def _only_owner(hall: Hall, person: Person) -> None:
    if person != Person(hall.accounts.owner.id):
        raise NotAllowed("only the owner of this hall decides who can reach it")
