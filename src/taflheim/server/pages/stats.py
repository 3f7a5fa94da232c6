"""How somebody has fared."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from taflheim.games.registry import rulebooks
from taflheim.server.identity import TheHall, ThePerson
from taflheim.server.pages.render import page
from taflheim.server.pages.sides import side_title
from taflheim.store.stats import Stat

router = APIRouter()


@router.get("/stats", response_class=HTMLResponse)
async def stats(hall: TheHall, person: ThePerson) -> Response:
    """A person's games that were played to their end."""
    return page("stats", games=by_game(await hall.stats(person.account)))


def by_game(stats: list[Stat]) -> list[tuple[str, list[tuple[str, Stat]]]]:
    """For each game that was played, its title and how each side has fared."""
    return [
        (rulebook.title, [(side_title(stat.side), stat) for stat in stats if stat.game == rulebook.name])
        for rulebook in sorted(rulebooks().values(), key=lambda one: one.order)
        if any(stat.game == rulebook.name for stat in stats)
    ]
