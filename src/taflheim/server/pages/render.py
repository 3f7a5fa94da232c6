"""Pages from templates, by the preferences of the reader."""

from contextvars import ContextVar
from functools import cache
from http import HTTPStatus
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response

from taflheim.hall.preferences import Preferences, defaults
from taflheim.server.identity import TheActor, TheHall
from taflheim.server.static_files import static_files
from taflheim.table.actor import Person

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent.parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)

_reader: ContextVar[Preferences | None] = ContextVar("the preferences of who reads a page", default=None)
_shares: ContextVar[bool] = ContextVar("whether who reads a page lets others on the network join", default=False)


async def for_reader(connection: HTTPConnection, hall: TheHall, actor: TheActor) -> None:
    """Take over the preferences of the account that asks. A dependency of all routes."""
    _reader.set(await hall.preferences.of(actor))
    network = getattr(connection.app.state, "network", None)
    _shares.set(actor == Person(hall.accounts.owner.id) and network is not None and network.address is not None)


def page(name: str, status: int = HTTPStatus.OK, /, **data: object) -> HTMLResponse:
    """The page of a template.

    Every template gets `static`, the address below which the files lie that pages load, `modules`, which gives all that
    a script imports, `preferences`, and `shares`, whether the reader lets others on the network join.
    """
    shared = {
        "static": _static(),
        "modules": _modules,
        "preferences": _reader.get() or defaults(),
        "shares": _shares.get(),
    }
    return HTMLResponse(_templates.get_template(f"{name}.html").render(data | shared), status)


def fragment(name: str, /, **data: object) -> str:
    """A part of a page, as a script that keeps the page up to date gets it."""
    return _templates.get_template(f"{name}.html").render(data)


def go_to(address: str) -> Response:
    """The way to another page of this hall."""
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def _static() -> str:
    return f"/static/{static_files().digest}"


@cache
def _modules(script: str) -> list[str]:
    return static_files().modules(script)
