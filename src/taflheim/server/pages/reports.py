"""What people have told the host, and what the host does about it."""

from datetime import UTC, datetime
from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taflheim.games.message import sentence
from taflheim.games.registry import rulebooks
from taflheim.hall.bans import CannotBan
from taflheim.hall.chat import NoSuchLine
from taflheim.hall.hall import Hall
from taflheim.hall.hosts import check_host
from taflheim.server.form import form
from taflheim.server.identity import TheHall, ThePerson
from taflheim.server.pages.render import go_to, page
from taflheim.store.reports import Report

router = APIRouter()


@router.get("/reports", response_class=HTMLResponse)
async def reports(hall: TheHall, person: ThePerson) -> Response:
    """All reports, those that wait first. For hosts."""
    await check_host(hall.accounts, person)
    return await _page(hall)


@router.post("/reports/{report_id}")
async def act(report_id: str, request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Do something about a report: `action` is hide, show, ban, ban_address or handled. For hosts."""
    await check_host(hall.accounts, person)
    action = (await form(request))["action"]
    found = next((one for one in await hall.reports.listed() if one.id == report_id), None)
    if found is None:
        return go_to("/reports")
    try:
        await _act(hall, found, action)
    except (CannotBan, NoSuchLine) as error:
        return await _page(hall, wrong=sentence(str(error)))
    return go_to("/reports")


async def _act(hall: Hall, report: Report, action: str) -> None:
    match action:
        case "hide" | "show" if report.table_id and report.number:
            await hall.chat.hide(report.table_id, report.number, action == "hide")
        case "ban" | "ban_address" if report.about:
            await hall.bans.ban(report.about, address_too=action == "ban_address", reason=report.text)
        case "handled":
            await hall.reports.handle(report.id)


async def _page(hall: Hall, wrong: str = "") -> Response:
    listed = await hall.reports.listed()
    books = rulebooks()
    data = {
        "waiting": [one for one in listed if one.handled_ms is None],
        "handled": [one for one in listed if one.handled_ms is not None],
        "title_of": {name: book.title for name, book in books.items()},
        "day": _day,
        "wrong": wrong,
    }
    return page("reports", HTTPStatus.BAD_REQUEST if wrong else HTTPStatus.OK, **data)


def _day(at_ms: int) -> str:
    """A time as it is read at a glance.

    >>> _day(1_793_491_200_000)
    '1 November 2026, 00:00 UTC'
    """
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return f"{at.day} {at:%B %Y, %H:%M} UTC"
