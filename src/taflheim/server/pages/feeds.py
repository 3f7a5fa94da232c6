"""The private feed of games in which it is one's turn: Atom for readers of feeds, JSON for programs."""

from datetime import UTC, datetime
from http import HTTPStatus
from xml.etree import ElementTree

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.server.game_words import going_on
from taflheim.server.identity import TheHall, ThePerson
from taflheim.server.links import reach
from taflheim.server.pages.render import go_to
from taflheim.store.turns import Turn
from taflheim.table.actor import Person

router = APIRouter()

_ATOM = "http://www.w3.org/2005/Atom"
_PRIVATE = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex"}


@router.get("/feeds/{token}.atom")
async def atom(request: Request, token: str, hall: TheHall) -> Response:
    """The games that wait for one's move, as Atom."""
    person, turns = await _turns(hall, token)
    return Response(
        _atom(hall, reach(request).base, person, turns), media_type="application/atom+xml", headers=_PRIVATE
    )


@router.get("/feeds/{token}.json")
async def json(request: Request, token: str, hall: TheHall) -> Response:
    """The games that wait for one's move, for programs."""
    person, turns = await _turns(hall, token)
    base = reach(request).base
    told = [
        {
            "id": turn.line.id,
            "link": f"{base}/tables/{turn.line.id}",
            "game": turn.line.game,
            "options": dict(turn.line.options),
            "side": turn.line.turn,
            "words": going_on(turn.line, person.account),
            "clock": str(turn.clock),
            "moves": turn.line.plies or 0,
            "since_ms": turn.line.changed_ms,
        }
        for turn in turns
    ]
    return JSONResponse({"your_turn": told}, headers=_PRIVATE)


@router.post("/account/feed/revoke")
async def revoke(hall: TheHall, person: ThePerson) -> Response:
    """Let nobody read one's feed any more."""
    await hall.feeds.revoke(person)
    return go_to("/account")


async def _turns(hall: Hall, token: str) -> tuple[Person, list[Turn]]:
    person = await hall.feeds.reader(token)
    if person is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return person, await hall.feeds.turns(person)


def _atom(hall: Hall, base: str, person: Person, turns: list[Turn]) -> bytes:
    feed = ElementTree.Element("feed", xmlns=_ATOM)
    _add(feed, "title", "Taflheim: your turn")
    _add(feed, "id", f"urn:taflheim:{hall.id}:your-turn")
    _add(feed, "updated", _time(max((turn.line.changed_ms for turn in turns), default=now_ms())))
    ElementTree.SubElement(ElementTree.SubElement(feed, "author"), "name").text = "Taflheim"
    for line, _ in turns:
        entry = ElementTree.SubElement(feed, "entry")
        # With every turn another one: a reader of feeds tells only what it has not seen.
        _add(entry, "id", f"urn:taflheim:{hall.id}:{line.id}:{line.plies or 0}")
        _add(entry, "title", f"Your turn: {going_on(line, person.account)}")
        _add(entry, "updated", _time(line.changed_ms))
        ElementTree.SubElement(entry, "link", href=f"{base}/tables/{line.id}")
    text: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return text


def _add(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, name).text = text


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds")
