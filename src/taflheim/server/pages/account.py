"""One's account: name, password, recovery codes, sessions, and tokens for programs."""

from collections.abc import Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from urllib.parse import quote

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taflheim.draw.emblem import initial
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.hall.access import SCOPES, InvalidToken
from taflheim.hall.accounts import hash_of
from taflheim.hall.attempts import TooOften
from taflheim.hall.export import everything
from taflheim.hall.farewell import OwnerStays
from taflheim.hall.hall import Hall
from taflheim.hall.hosts import is_host
from taflheim.hall.logins import WrongPassword
from taflheim.hall.names import InvalidName
from taflheim.hall.passwords import InvalidPassword
from taflheim.server.form import form
from taflheim.server.identity import Client, TheClient, TheHall, ThePerson, begin_session, forget_session
from taflheim.server.links import reach
from taflheim.server.pages.login import status_of
from taflheim.server.pages.render import go_to, page
from taflheim.store.errors import Conflict
from taflheim.table.actor import Person

router = APIRouter()


class NotSure(TaflheimError):
    """What cannot be undone was asked for, but not confirmed."""


_REFUSED = (InvalidName, InvalidPassword, InvalidToken, WrongPassword, Conflict, TooOften)


@router.get("/account", response_class=HTMLResponse)
async def account(hall: TheHall, person: ThePerson, client: TheClient) -> Response:
    """One's account."""
    return await account_page(hall, person, client)


@router.post("/account/name")
async def name(request: Request, hall: TheHall, person: ThePerson, client: TheClient) -> Response:
    """Be called otherwise from now on."""
    wanted = (await form(request))["name"]
    try:
        await hall.accounts.rename(person, wanted)
    except _REFUSED as error:
        return await account_page(hall, person, client, wrong={"name": error}, name=wanted)
    return go_to("/account")


@router.post("/account/password")
async def password(request: Request, hall: TheHall, person: ThePerson, client: TheClient) -> Response:
    """Choose a password. If there was one before, all other sessions end and this one begins anew."""
    fields = await form(request)
    try:
        await hall.logins.check(person, fields["old"], client.address)
        await hall.logins.set_password(person, fields["new"])
    except _REFUSED as error:
        return await account_page(hall, person, client, wrong={"password": error})
    response = go_to("/account")
    if await hall.accounts.actor(client.session) != person:
        begin_session(response, hall, await hall.accounts.begin_session(person.account, client.browser))
    return response


@router.post("/account/codes")
async def codes(request: Request, hall: TheHall, person: ThePerson, client: TheClient) -> Response:
    """New recovery codes, shown this once."""
    try:
        await hall.logins.check(person, (await form(request))["password"], client.address)
    except _REFUSED as error:
        return await account_page(hall, person, client, wrong={"codes": error})
    return await account_page(hall, person, client, codes=await hall.logins.new_codes(person))


@router.post("/account/sessions/end")
async def end_session(request: Request, hall: TheHall, person: ThePerson, client: TheClient) -> Response:
    """End one of one's own sessions, or all others."""
    wanted = (await form(request))["session"]
    if not wanted:
        await hall.accounts.end_others(person, client.session)
    elif wanted in {each.id for each in await hall.accounts.sessions(person)}:
        await hall.accounts.end_listed(wanted)
    return go_to("/account")


@router.post("/account/tokens")
async def add_token(request: Request, hall: TheHall, person: ThePerson, client: TheClient) -> Response:
    """A new token for a program, shown this once."""
    fields = await form(request)
    try:
        await hall.logins.check(person, fields["password"], client.address)
        token = await hall.access.add(person, fields["name"], [scope for scope in SCOPES if fields[scope]])
    except _REFUSED as error:
        return await account_page(hall, person, client, wrong={"tokens": error})
    return await account_page(hall, person, client, token=token)


@router.post("/account/tokens/revoke")
async def revoke_token(request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Revoke a token."""
    await hall.access.revoke(person, (await form(request))["token"])
    return go_to("/account")


@router.post("/account/feed")
async def make_feed(request: Request, hall: TheHall, person: ThePerson, client: TheClient) -> Response:
    """A new address for the feed of games in which it is one's turn, shown this once."""
    feed = f"{reach(request).base}/feeds/{await hall.feeds.make(person)}"
    return await account_page(hall, person, client, feed=feed)


@router.post("/account/export")
async def export(hall: TheHall, person: ThePerson) -> Response:
    """Everything the hall keeps of somebody."""
    await hall.exports.take(account=person.account)
    name = (await hall.accounts.get(person)).name
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''taflheim-{quote(name)}.zip"}
    return Response(await everything(hall, person), media_type="application/zip", headers=headers)


@router.post("/account/delete")
async def delete(request: Request, hall: TheHall, person: ThePerson, client: TheClient) -> Response:
    """Leave for good."""
    fields = await form(request)
    try:
        await hall.logins.check(person, fields["password"], client.address)
        if not fields["sure"]:
            raise NotSure("tick the box if you are sure: this cannot be undone")
        await hall.delete_account(person)
    except (*_REFUSED, NotSure, OwnerStays) as error:
        return await account_page(hall, person, client, wrong={"delete": error})
    response = go_to("/")
    forget_session(response, hall)
    return response


async def account_page(
    hall: Hall,
    person: Person,
    client: Client,
    *,
    wrong: dict[str, TaflheimError] | None = None,
    name: str | None = None,
    codes: Sequence[str] = (),
    token: str = "",
    program: tuple[str, str] | None = None,
    feed: str = "",
) -> Response:
    """The page of somebody's account; with what is shown this once: codes, a token, a program's name and token."""
    account = await hall.accounts.get(person)
    told = {section: sentence(str(error)) for section, error in (wrong or {}).items()}
    return page(
        "account",
        next((status_of(error) for error in (wrong or {}).values()), HTTPStatus.OK),
        account=account,
        face=initial(account.name),
        name=account.name if name is None else name,
        has_password=await hall.logins.has_password(person),
        codes_left=await hall.logins.codes_left(person),
        sessions=[
            {
                "id": each.id,
                "label": browser_name(each.label),
                "used": _day(each.used_ms),
                "this": client.session is not None and each.id == hash_of(client.session),
            }
            for each in await hall.accounts.sessions(person)
        ],
        tokens=[
            {
                "id": each.id,
                "name": each.name,
                "scopes": " and ".join(scope for scope in SCOPES if scope in each.scopes),
                "used": _day(each.used_ms) if each.used_ms else "",
            }
            for each in await hall.access.listed(person)
        ],
        relations=await hall.relations.listed(person),
        is_host=(host := await is_host(hall.accounts, person)),
        reports_waiting=await hall.reports.waiting() if host else 0,
        wrong=told,
        codes=codes,
        token=token,
        programs=await hall.programs.listed(person),
        program=program,
        feed=feed,
        has_feed=await hall.feeds.since(person) is not None,
    )


def browser_name(agent: str) -> str:
    """What people call a browser that calls itself this.

    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
    'Firefox on Linux'
    >>> browser_name("curl/8")
    'another program'
    """
    browsers = {"Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
    systems = {
        "Android": "Android",
        "iPhone": "iPhone",
        "iPad": "iPad",
        "Windows": "Windows",
        "Mac OS": "macOS",
        "Linux": "Linux",
    }
    browser = next((name for mark, name in browsers.items() if mark in agent), None)
    system = next((name for mark, name in systems.items() if mark in agent), None)
    return f"{browser or 'a browser'} on {system}" if system else browser or "another program"


def _day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%-d %b %Y")
