"""A new game from the menu, or from a program that speaks JSON; another game like one that was played."""

from dataclasses import replace
from http import HTTPStatus

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from taflheim.engine.bots.levels import find_bot
from taflheim.hall.hall import Hall
from taflheim.server.body import body
from taflheim.server.guests import arrive, kind_of
from taflheim.server.identity import TheActor, TheClient, TheHall
from taflheim.server.new_table import ME, NewTable, at_source, checked, open_table
from taflheim.server.pages.render import go_to
from taflheim.server.rules_loader import TheRules
from taflheim.server.table_request import NEW, WILD, from_form, from_json
from taflheim.table.actor import Person
from taflheim.table.seating import told_apart
from taflheim.table.table import Table

router = APIRouter()


@router.post("/tables")
async def new_table(request: Request, hall: TheHall, actor: TheActor, client: TheClient, rules: TheRules) -> Response:
    """Open a table; a form is answered with the way there, JSON with its id."""
    sent = await body(request)
    as_json = request.headers.get("content-type", "").startswith("application/json")
    read = await at_source(hall, actor, from_json(sent) if as_json else from_form(sent))
    asked = checked(read, await kind_of(hall, actor))
    await rules.ready(asked.game.name)
    arrival = await arrive(hall, actor, client)
    table = await open_table(hall, arrival.seat, asked)
    if as_json:
        return arrival.greet(JSONResponse({"id": table.id}, HTTPStatus.CREATED), hall)
    await _remember_bot(hall, arrival.person, table)
    return arrival.greet(go_to(arrival.way_to(table.id)), hall)


async def _remember_bot(hall: Hall, person: Person, table: Table) -> None:
    """Let the next dialog offer the bot and the side that were chosen, where one person plays one bot."""
    mine = [side for side, seat in table.seats.items() if not seat.is_bot]
    levels = [seat.level for seat in table.seats.values() if seat.level is not None]
    if len(mine) == len(levels) == 1:
        await hall.preferences.change(person, {"bot": {table.game.name: {"level": levels[0], "side": mine[0]}}})


def _one_seat_on(table: Table) -> dict[str, str]:
    """Where who gets a side has sat, when everybody sits one seat further on."""
    sides = list(table.seats)
    return dict(zip(sides, [sides[-1], *sides[:-1]], strict=True))


def can_swap(table: Table) -> bool:
    """Whether there is somebody to swap sides with, and every bot plays the side that it would get."""
    levels = {side: table.seats[old].level for side, old in _one_seat_on(table).items()}
    return len(set(table.seats.values())) > 1 and all(
        level is None or find_bot(table.game, level).plays(side) for side, level in levels.items()
    )


def same_again(table: Table, account: str, *, moved_on: bool = False, same_board: bool = False) -> NewTable:
    """Another game like this one for somebody: all people who sat there are they, or are at their screen.

    With `moved_on` everybody sits one seat further on.
    """
    start = table.record.start
    sat = _one_seat_on(table) if moved_on else {side: side for side in table.seats}
    here = {
        old: seat for old, seat in table.seats.items() if told_apart(table.seats, account) and seat.account == account
    }
    # A board that was proven winnable is followed by another such; by chance a wild one may be winnable, too.
    return NewTable(
        table.game,
        {side: ME if (level := table.seats[old].level) is None else str(level) for side, old in sat.items()},
        replace(table.terms, counted=False),
        NEW if table.game.par(start) else WILD,
        str(start) if same_board or not table.game.rulebook.seeded else None,
        {side: here[old].name for side, old in sat.items() if old in here},
    )
