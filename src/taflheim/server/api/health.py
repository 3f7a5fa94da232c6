"""Whether the hall is alive, for whatever watches it."""

from typing import Literal

from fastapi import APIRouter

from taflheim.server.api.models import Answer

router = APIRouter(tags=["health"])


class Health(Answer):
    """A hall that is alive."""

    ok: Literal[True] = True
    name: Literal["taflheim"] = "taflheim"
    """So that nothing else is taken for a hall."""


@router.get("/health")
async def health() -> Health:
    """Whether this is a hall, and alive."""
    return Health()
