"""The form that opens a table for others: who sits where, the clock, whether it counts, who may come and look."""

from collections.abc import Mapping
from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.hall.attempts import TooOften
from taflheim.hall.hall import Hall
from taflheim.server.body import body
from taflheim.server.form import Fields, fields_of
from taflheim.server.guests import arrive, kind_of
from taflheim.server.identity import TheActor, TheClient, TheHall
from taflheim.server.new_table import FieldRefused, checked, open_table
from taflheim.server.offered import CLOCKS
from taflheim.server.pages.menu import offered
from taflheim.server.pages.offers import Offer
from taflheim.server.pages.render import go_to, page
from taflheim.server.rules_loader import TheRules
from taflheim.server.table_request import OPTION, SEAT, from_form
from taflheim.store.ids import new_id
from taflheim.table.actor import Actor

router = APIRouter()

_USUAL = {"side": "lot", "clock": "none", "rated": "no", "public": "no", "watchable": "yes", "policy": "out"}


@router.get("/tables/new", response_class=HTMLResponse)
async def form(request: Request, hall: TheHall, actor: TheActor) -> Response:
    """The form; what the address says is chosen already."""
    return await _page(hall, actor, request.query_params)


@router.post("/tables/new")
async def open_by_link(
    request: Request, hall: TheHall, actor: TheActor, client: TheClient, rules: TheRules
) -> Response:
    """Open a table for others, and go there."""
    sent = await body(request)
    try:
        asked = checked(from_form(sent), await kind_of(hall, actor))
        await rules.ready(asked.game.name)
        arrival = await arrive(hall, actor, client)
        table = await open_table(hall, arrival.seat, asked)
    except (FieldRefused, TooOften) as error:
        return await _page(hall, actor, fields_of(sent), error)
    return arrival.greet(go_to(f"/tables/{table.id}"), hall)


async def _page(hall: Hall, actor: Actor, sent: Mapping[str, str], error: TaflheimError | None = None) -> Response:
    offers = [offer for offer in await offered(hall) if not offer.alone]
    offer = next((offer for offer in offers if offer.name == sent.get("game")), offers[0])
    fields = Fields(_USUAL | _first(offer) | dict(sent) | {"game": offer.name})
    field = error.field if isinstance(error, FieldRefused) else ""
    return page(
        "open_table",
        HTTPStatus.BAD_REQUEST if error else HTTPStatus.OK,
        offers=offers,
        offer=offer,
        fields=fields,
        players=int(fields["option.players"] or 2),
        clocks=CLOCKS,
        request_id=fields["request"] or new_id(),
        wrong=Fields({field: sentence(str(error))} if error else {}),
        guest=await kind_of(hall, actor) == "guest",
    )


def _first(offer: Offer) -> dict[str, str]:
    """What is chosen of a game's options and seats at first: one sits on the first seat, the others are free."""
    options = {f"{OPTION}{option.name}": str(option.values[0]) for option in offer.options}
    seats = {f"{SEAT}{side}": "me" if number == 0 else "open" for number, (side, _, _) in enumerate(offer.sides)}
    return options | seats
