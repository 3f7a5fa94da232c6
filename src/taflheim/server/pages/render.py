"""Pages from templates."""

from http import HTTPStatus
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from taflheim.server.static_files import static_files

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent.parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


def page(name: str, status: int = HTTPStatus.OK, **data: object) -> HTMLResponse:
    """The page of a template. Every template gets `static`: the address below which the files lie that pages load."""
    return HTMLResponse(_templates.get_template(f"{name}.html").render(data, static=_static()), status)


def go_to(address: str) -> Response:
    """The way to another page of this hall."""
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def _static() -> str:
    return f"/static/{static_files().digest}"
