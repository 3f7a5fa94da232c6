"""Programs of one's own: made with a name and a token, and let go."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from taflheim.hall.attempts import TooOften
from taflheim.hall.logins import WrongPassword
from taflheim.hall.names import InvalidName
from taflheim.hall.programs import NoProgram
from taflheim.server.form import form
from taflheim.server.identity import TheClient, TheHall, ThePerson
from taflheim.server.pages.account import account_page
from taflheim.server.pages.render import go_to
from taflheim.store.errors import Conflict
from taflheim.table.actor import Person

router = APIRouter()


@router.post("/account/programs")
async def make(request: Request, hall: TheHall, person: ThePerson, client: TheClient) -> Response:
    """A new program. Its token is shown this once."""
    fields = await form(request)
    try:
        await hall.logins.check(person, fields["password"], client.address)
        made = await hall.programs.add(person, fields["name"])
    except (InvalidName, NoProgram, WrongPassword, Conflict, TooOften) as error:
        return await account_page(hall, person, client, wrong={"programs": error})
    return await account_page(hall, person, client, program=(made.account.name, made.token))


@router.post("/account/programs/token")
async def renew(request: Request, hall: TheHall, person: ThePerson, client: TheClient) -> Response:
    """Another token for a program in place of the one it had. It is shown this once."""
    fields = await form(request)
    try:
        await hall.logins.check(person, fields["password"], client.address)
        made = await hall.programs.renew(person, fields["program"])
    except (NoProgram, WrongPassword, TooOften) as error:
        return await account_page(hall, person, client, wrong={"program-token": error})
    return await account_page(hall, person, client, program=(made.account.name, made.token))


@router.post("/account/programs/end")
async def let_go(request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Let a program go: its games are resigned, and its token is of no use any more."""
    wanted = (await form(request))["program"]
    if wanted in {each.id for each in await hall.programs.listed(person)}:
        await hall.delete_account(Person(wanted))
    return go_to("/account")
