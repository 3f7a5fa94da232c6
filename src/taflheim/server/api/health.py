"""Whether the hall is alive, for whatever watches it."""

from typing import Literal

from fastapi import APIRouter
from starlette.requests import Request

from taflheim.server.api.models import Answer
from taflheim.server.identity import TheHall
from taflheim.server.pages.health import is_ready

router = APIRouter(tags=["health"])


class Health(Answer):
    """A hall that is alive."""

    ok: Literal[True] = True
    name: Literal["taflheim"] = "taflheim"
    """So that nothing else is taken for a hall."""
    live: Literal[True] = True
    ready: bool
    """Whether people can play now."""


@router.get("/health")
async def health(request: Request, hall: TheHall) -> Health:
    """Whether this is a hall and alive (it is, if it answers), and whether it is ready."""
    return Health(ready=await is_ready(request, hall))
