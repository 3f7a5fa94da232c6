"""The pages: the menu, a table, the stats, and what is said when something is wrong."""

from http import HTTPStatus
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException

from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.hall.hall import Hall, NoSuchTable
from taflheim.server import shown
from taflheim.server.opening import from_form, from_json, open_table

HERE = Path(__file__).parent
MOST_FORM_BYTES = 16_384

_templates = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)

router = APIRouter()


def the_hall(request: Request) -> Hall:
    """The hall that is served."""
    hall: Hall = request.app.state.hall
    return hall


TheHall = Annotated[Hall, Depends(the_hall)]


def _page(name: str, status: int = HTTPStatus.OK, **data: object) -> HTMLResponse:
    return HTMLResponse(_templates.get_template(f"{name}.html").render(data), status)


@router.get("/", response_class=HTMLResponse)
async def menu(hall: TheHall) -> Response:
    """The start menu."""
    tables = await hall.tables(hall.owner.id)
    offered = shown.offers()
    return _page(
        "menu",
        offers=offered,
        chosen=shown.first_chosen(tables, offered),
        unfinished=shown.unfinished(tables, hall.owner.name),
    )


@router.get("/resume")
async def resume(hall: TheHall) -> Response:
    """Back to the last game that has not ended, or to the menu."""
    going_on = shown.unfinished(await hall.tables(hall.owner.id), hall.owner.name)
    return _go_to(f"/tables/{going_on[0].id}" if going_on else "/")


@router.post("/tables")
async def new_table(request: Request, hall: TheHall) -> Response:
    """Open a table; a form is answered with the way there, JSON with its id."""
    body = await _body(request)
    as_json = request.headers.get("content-type", "").startswith("application/json")
    table = await open_table(hall, from_json(body) if as_json else from_form(body))
    if as_json:
        return JSONResponse({"id": table.id}, HTTPStatus.CREATED)
    return _go_to(f"/tables/{table.id}")


@router.get("/tables/{table_id}", response_class=HTMLResponse)
async def table(table_id: str, hall: TheHall) -> Response:
    """A table."""
    found = await hall.table(table_id)
    return _page("table", **shown.table_page(found, hall.owner.id))


@router.get("/stats", response_class=HTMLResponse)
async def stats(hall: TheHall) -> Response:
    """How the person on this machine has fared."""
    return _page("stats", games=shown.stats_by_game(await hall.stats(hall.owner.id)))


@router.post("/opened", status_code=HTTPStatus.NO_CONTENT)
async def opened(request: Request) -> None:
    """A page's script says that it runs: what started the browser then knows that it works."""
    request.app.state.page_opened.set()


@router.get("/health")
async def health() -> dict[str, object]:
    """Whether this is a hall, and alive."""
    return {"ok": True, "name": "taflheim"}


def _go_to(address: str) -> Response:
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


async def _body(request: Request) -> bytes:
    """The body of a request, if it is no longer than any form of ours."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_FORM_BYTES:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is more than any form here holds.")
    return body


# ---- when something is wrong --------------------------------------------------------------------------------------


async def refused(request: Request, error: Exception) -> Response:
    """Somebody asked for what cannot be: say why, and what to do."""
    assert isinstance(error, TaflheimError)
    missing = isinstance(error, NoSuchTable)
    return _wrong(request, HTTPStatus.NOT_FOUND if missing else HTTPStatus.BAD_REQUEST, sentence(str(error)))


async def not_found(request: Request, error: Exception) -> Response:
    """There is no such page, or it cannot be used that way."""
    assert isinstance(error, HTTPException)
    text = "There is no such page here." if error.status_code == HTTPStatus.NOT_FOUND else sentence(error.detail)
    return _wrong(request, error.status_code, text)


def _wrong(request: Request, status: int, text: str) -> Response:
    if "text/html" in request.headers.get("accept", ""):
        return _page("error", status, text=text)
    return JSONResponse({"error": text}, status)
