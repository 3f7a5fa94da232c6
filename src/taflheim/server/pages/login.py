"""Coming in and going: register, log in, log out, and the way back in with a recovery code."""

from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.hall.attempts import TooOften
from taflheim.hall.hall import Hall
from taflheim.hall.logins import WrongPassword
from taflheim.hall.names import InvalidName
from taflheim.hall.passwords import InvalidPassword
from taflheim.server.form import form
from taflheim.server.guests import guest_name
from taflheim.server.identity import Client, TheActor, TheClient, TheHall, begin_session, forget_session
from taflheim.server.pages.render import go_to, page
from taflheim.store.accounts import Account
from taflheim.store.errors import Conflict
from taflheim.table.actor import Person

router = APIRouter()

_FIELDS: dict[type[TaflheimError], str] = {InvalidName: "name", Conflict: "name", InvalidPassword: "password"}
"""The field beside which an error is said; the others are about the whole form."""


@router.get("/login", response_class=HTMLResponse)
async def login_form(next: str = "") -> Response:
    """The form to log in."""
    return page("login", name="", next=local(next), wrong="")


@router.post("/login")
async def login(request: Request, hall: TheHall, client: TheClient) -> Response:
    """Log in. It begins a new session: one that was known before is of no use to anybody."""
    fields = await form(request)
    try:
        account = await hall.logins.log_in(fields["name"], fields["password"], client.address)
    except (WrongPassword, TooOften) as error:
        return page(
            "login", status_of(error), name=fields["name"], next=local(fields["next"]), wrong=sentence(str(error))
        )
    return await _come_in(hall, account, client, local(fields["next"]))


@router.get("/register", response_class=HTMLResponse)
async def register_form(hall: TheHall, actor: TheActor, next: str = "") -> Response:
    """The form to make an account."""
    return page("register", guest=await guest_name(hall, actor), name="", next=local(next), wrong="", field="")


@router.post("/register")
async def register(request: Request, hall: TheHall, actor: TheActor, client: TheClient) -> Response:
    """Make an account and log in. A guest keeps what was played."""
    fields = await form(request)
    guest = await guest_name(hall, actor)
    try:
        account = await hall.logins.register(
            fields["name"], fields["password"], client.address, actor if guest and isinstance(actor, Person) else None
        )
    except (InvalidName, InvalidPassword, Conflict, TooOften) as error:
        return page(
            "register",
            status_of(error),
            guest=guest,
            name=fields["name"],
            next=local(fields["next"]),
            wrong=sentence(str(error)),
            field=next((name for kind, name in _FIELDS.items() if isinstance(error, kind)), ""),
        )
    return await _come_in(hall, account, client, local(fields["next"]))


@router.get("/recover", response_class=HTMLResponse)
async def recover_form() -> Response:
    """The form for who has forgotten the password."""
    return page("recover", name="", wrong="")


@router.post("/recover")
async def recover(request: Request, hall: TheHall, client: TheClient) -> Response:
    """Choose a new password with a recovery code, and log in."""
    fields = await form(request)
    try:
        account = await hall.logins.recover(fields["name"], fields["code"], fields["password"], client.address)
    except (WrongPassword, InvalidPassword, TooOften) as error:
        return page("recover", status_of(error), name=fields["name"], wrong=sentence(str(error)))
    return await _come_in(hall, account, client, "/account")


@router.post("/logout")
async def logout(hall: TheHall, client: TheClient) -> Response:
    """End this session."""
    if client.session:
        await hall.accounts.end(client.session)
    response = go_to("/")
    forget_session(response, hall)
    return response


def local(address: str) -> str:
    """An address of this hall, to which one may be sent on; the menu in place of any other.

    >>> local("/tables/x?y=1"), local("//elsewhere.example"), local("https://elsewhere.example")
    ('/tables/x?y=1', '/', '/')
    """
    fine = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if fine else "/"


async def _come_in(hall: Hall, account: Account, client: Client, to: str) -> Response:
    if client.session:
        await hall.accounts.end(client.session)
    response = go_to(to)
    begin_session(response, hall, await hall.accounts.begin_session(account.id, client.browser))
    return response


def status_of(error: TaflheimError) -> HTTPStatus:
    """What a form is answered with that was refused."""
    if isinstance(error, TooOften):
        return HTTPStatus.TOO_MANY_REQUESTS
    return HTTPStatus.CONFLICT if isinstance(error, Conflict) else HTTPStatus.BAD_REQUEST
