"""Letting friends on the local network join: the owner's button."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from taflheim.server.form import form
from taflheim.server.identity import NotAllowed, TheHall, ThePerson
from taflheim.server.network import Network
from taflheim.server.pages.login import local
from taflheim.server.pages.render import go_to
from taflheim.table.actor import Person

router = APIRouter()


@router.post("/network")
async def share(request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Listen on the local network from now on, or no more; then back to where the button was."""
    if person != Person(hall.accounts.owner.id):
        raise NotAllowed("only the owner of this hall decides who can reach it")
    network: Network = request.app.state.network
    fields = await form(request)
    await (network.share() if fields["share"] == "yes" else network.stop())
    return go_to(local(fields["next"]))
