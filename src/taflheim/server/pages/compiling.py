"""How far the games are compiled, for pages that wait for it."""

from fastapi import APIRouter

from taflheim.server.identity import TheActor, TheHall
from taflheim.table.actor import Person

router = APIRouter()


@router.get("/compiling")
async def compiling(hall: TheHall, actor: TheActor, game: str = "") -> dict[str, dict[str, int | bool]]:
    """How far all games are; the one that a person has chosen comes first from now on."""
    progress = hall.compiler.progress()
    if isinstance(actor, Person) and game in progress:
        hall.compiler.want(game)
    return {name: one._asdict() for name, one in progress.items()}
