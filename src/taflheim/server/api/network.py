"""Who can reach this hall, and the owner's word on whether friends on the local network may."""

from typing import Literal

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request

from taflheim.server.api.caller import ThePlayer, TheReader
from taflheim.server.api.models import Answer, Body, refusals
from taflheim.server.identity import TheHall
from taflheim.server.links import reach
from taflheim.server.pages.network import share_with_network

router = APIRouter(tags=["network"])


class ReachView(Answer):
    """Under which address others find this hall."""

    address: str = Field(description="What links begin with.")
    whom: Literal["machine", "network", "everybody"] = Field(
        description="Who can open them: programs on this machine, people on the same network, whoever knows them."
    )


class Sharing(Body):
    """Whether friends on the local network may come."""

    share: bool


@router.get("/network", responses=refusals(403))
async def reached(caller: TheReader, request: Request) -> ReachView:
    """Who can open links to this hall."""
    return _told(request)


@router.put("/network", responses=refusals(403, 409))
async def share(sent: Sharing, person: ThePlayer, request: Request, hall: TheHall) -> ReachView:
    """Listen on the local network from now on, or no more: the owner of a hall on their own machine decides that."""
    await share_with_network(request, hall, person, share=sent.share)
    return _told(request)


def _told(request: Request) -> ReachView:
    found = reach(request)
    return ReachView(address=found.base, whom=found.whom)
