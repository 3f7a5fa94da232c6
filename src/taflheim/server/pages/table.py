"""The page of a table, the story of its game, and another game like it."""

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taflheim.draw import board
from taflheim.games.orientation import starts_above
from taflheim.games.position import Position
from taflheim.games.view import Piece
from taflheim.hall.daily import NoTryLeft
from taflheim.hall.hosts import is_host
from taflheim.server.body import body
from taflheim.server.channels import messages
from taflheim.server.channels.here import around
from taflheim.server.channels.messages import Around
from taflheim.server.channels.people import between_people, told_terms
from taflheim.server.channels.story import table_story, told_facts
from taflheim.server.guests import WELCOME, guest_name
from taflheim.server.identity import TheActor, TheHall, ThePerson, visible_table
from taflheim.server.new_table import open_table
from taflheim.server.pages.boards import Drawn, drawn, piece_names
from taflheim.server.pages.cards import sides
from taflheim.server.pages.new_game import can_swap, same_again
from taflheim.server.pages.render import go_to, page
from taflheim.server.pages.waiting import waiting_page
from taflheim.server.rating_words import changes_at
from taflheim.server.rules_loader import TheRules
from taflheim.server.seated import Known, known_at
from taflheim.table.actor import Actor, Person, account_of
from taflheim.table.assistance import may_have_hints
from taflheim.table.chat import readable
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.wire import VERSION

_PREFIX = "piece-"

router = APIRouter()


@router.get("/tables/{table_id}", response_class=HTMLResponse)
async def table(request: Request, table_id: str, hall: TheHall, actor: TheActor, rules: TheRules) -> Response:
    """A table; as long as a seat is free, the page on which one sits down and waits."""
    found = await visible_table(hall, table_id, actor)
    await rules.ready(found.game.name)
    if found.is_open:
        return await waiting_page(request, hall, found, actor)
    turned = (await hall.preferences.of(actor))["flip"].get(found.game.name, False)
    bots_ready = hall.compiler.progress()[found.game.name].bots
    known = await known_at(hall, found)
    talks = bool(readable(found, actor, host=await is_host(hall.accounts, actor)))
    data = page_data(found, actor, around(hall, found), known, turned=turned, bots_ready=bots_ready, talks=talks)
    welcome = await guest_name(hall, actor) if WELCOME in request.query_params else ""
    return page("table", welcome=welcome, **data)


@router.get("/tables/{table_id}/ratings")
async def rating_changes(table_id: str, hall: TheHall, actor: TheActor) -> Response:
    """What a rated game has changed, side by side; nothing of a game that does not count."""
    found = await visible_table(hall, table_id, actor)
    told = await changes_at(hall, found)
    return Response(messages.encode({"ratings": told}), media_type="application/json")


@router.get("/tables/{table_id}/story")
async def the_story(table_id: str, hall: TheHall, actor: TheActor, rules: TheRules) -> Response:
    """The story of the game at a table up to its event with this `number`."""
    found = await visible_table(hall, table_id, actor)
    await rules.ready(found.game.name)
    # A long game takes some milliseconds to be told; other tables need not wait for it.
    told = await asyncio.to_thread(lambda: messages.encode(table_story(found)))
    return Response(told, media_type="application/json")


@router.post("/tables/{table_id}/again")
async def again(
    table_id: str, request: Request, hall: TheHall, person: ThePerson, actor: TheActor, rules: TheRules
) -> Response:
    """Another table like this one. `sides=swapped`: everybody sits one seat on; `board=same`: from the same start."""
    found = await visible_table(hall, table_id, actor)
    await rules.ready(found.game.name)
    asked = parse_qs((await body(request)).decode("utf-8", "replace"))
    same_board = asked.get("board") == ["same"]
    if same_board and found.terms.counted and found.result is None:
        raise NoTryLeft("finish your try that counts first: then play the board again as often as you like")
    wanted = same_again(found, person.account, moved_on=asked.get("sides") == ["swapped"], same_board=same_board)
    me = Seat.person(person.account, (await hall.accounts.get(person)).name)
    return go_to(f"/tables/{(await open_table(hall, me, wanted)).id}")


def page_data(
    table: Table,
    actor: Actor,
    seen: Around,
    known: Mapping[str, Known],
    *,
    turned: bool = False,
    bots_ready: bool = True,
    talks: bool = False,
) -> dict[str, Any]:
    """Everything the page shows before a script has run, and what the script needs.

    `known`: what is known of the people there, by side. `turned`: whether this person wants the board the other way
    round than it would lie by itself. `talks`: whether there is a chat.
    """
    layout = table.game.layout
    mine, own = table.seats_of(actor), _own_sides(table, actor)
    flipped = is_flipped(table, actor, turned)
    shown = drawn(table.game, _PREFIX)
    cards = sides(table, actor, known, _PREFIX)
    near = next((card for card in cards if card.name in own), cards[0])
    return {
        "table": table,
        "game": table.game,
        "drawn": shown,
        "ground": turned_ground(shown) if flipped else shown.ground,
        "pieces": board.used(layout, _seen(table.record.position, flipped), _PREFIX),
        "flipped": flipped,
        "turned": turned,
        "far": [card for card in cards if card is not near],
        "near": near,
        "pad": layout.pad,
        "moves_made": next(fact["text"] for fact in told_facts(table.record) if fact["code"] == "moves"),
        "words": messages.words(table),
        "may_play": isinstance(actor, Person),
        "timed": table.terms.clock.timed,
        "terms": told_terms(table),
        "others": between_people(table),
        "talks": talks,
        "hints": may_have_hints(table, actor),
        "may_analyse": isinstance(actor, Person) and (table.result is not None or may_have_hints(table, actor)),
        "can_draw": len(mine) < len(table.seats),
        "can_swap": can_swap(table),
        "puzzle": table.game.rulebook.seeded,
        "data": _script_data(table, actor, seen, bots_ready),
    }


# ---- which way the board lies -------------------------------------------------------------------------------------


def is_flipped(table: Table, actor: Actor, turned: bool) -> bool:
    """Whether somebody sees a board turned: one's own pieces begin below, unless it was turned by hand."""
    own = _own_sides(table, actor)
    seats, start = table.game.seats, table.record.start
    return starts_above(table.game.layout, start.pieces, own[0] if own else seats[0], seats) != turned


def _own_sides(table: Table, actor: Actor) -> list[str]:
    """The sides of the actor's own seats, with those that a bot has taken over: the board must not turn then."""
    account = account_of(actor)
    return [side for side, seat in table.seats.items() if account is not None and seat.account == account]


def turned_ground(shown: Drawn) -> str:
    """The ground of a board that is seen from the other side, as its script turns it."""
    x, y, width, height = map(float, shown.view_box.split())
    turn = f'transform="rotate(180 {x + width / 2:g} {y + height / 2:g})"'
    return shown.ground.replace('<g class="field">', f'<g class="field" {turn}>')


def _seen(position: Position, flipped: bool) -> list[Piece]:
    """The pieces where they are seen: on a flipped board on the opposite spots."""
    if not flipped:
        return list(position.pieces)
    layout = position.game.layout
    places = {(spot.x, spot.y, spot.width, spot.height): spot.name for spot in layout.spots}

    def opposite(name: str) -> str:
        spot = layout.by_name[name]
        return places.get((layout.width - 1 - spot.x, layout.height - 1 - spot.y, spot.width, spot.height), name)

    return [piece._replace(spot=opposite(piece.spot)) for piece in position.pieces]


# ---- for the script -----------------------------------------------------------------------------------------------


def _script_data(table: Table, actor: Actor, seen: Around, bots_ready: bool) -> str:
    """JSON that can stand inside a page."""
    parts: Mapping[str, str] = {
        "version": messages.encode(VERSION),
        "game": messages.encode(table.game.name),
        "bots_ready": messages.encode(bots_ready),
        "state": messages.state(table, actor, seen),
        "keys": messages.encode(dict(table.game.layout.keys)),
        "piece_names": messages.encode(piece_names(table.game)),
    }
    text = ",".join(f'"{name}":{part}' for name, part in parts.items())
    return f"{{{text}}}".replace("<", "\\u003c")
