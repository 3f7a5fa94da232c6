"""My games: all games of an account, with filters, and taking games off the list."""

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple, cast
from urllib.parse import parse_qs, urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from taflheim.draw.emblem import emblem, initial
from taflheim.games.registry import rulebooks
from taflheim.hall.clock import now_ms
from taflheim.server import game_words as words
from taflheim.server.body import body
from taflheim.server.identity import TheHall, ThePerson
from taflheim.server.pages.last_positions import pictures
from taflheim.server.pages.render import go_to, page
from taflheim.server.rating_words import before_after
from taflheim.store.games import Line, Result, Wanted
from taflheim.store.ratings import Change

router = APIRouter()

_LINES = 20
"""On a page."""
_MOST_PAGES = 1_000_000
_WITH = "with."
_ONE_SCREEN = "screen"
RESULTS: dict[str, str] = {
    "unfinished": "Going on",
    "won": "Won",
    "lost": "Lost",
    "drawn": "Drawn",
    "aborted": "Aborted",
}


class Filters(NamedTuple):
    """The filters in the address. An unknown value filters nothing."""

    game: str = ""
    opponent: str = ""
    """`screen`, or `with.` and a name."""
    result: str = ""
    page: int = 1

    @property
    def any(self) -> bool:
        """Whether less than everything is wanted."""
        return any(self[:3])

    @property
    def wanted(self) -> Wanted:
        """The same for the store."""
        return Wanted(
            self.game or None,
            self.opponent.removeprefix(_WITH) if self.opponent.startswith(_WITH) else None,
            self.opponent == _ONE_SCREEN,
            cast(Result, self.result) if self.result else None,
        )

    def address(self, page: int = 1) -> str:
        """Where this can be seen.

        >>> Filters(game="quoridor").address(2), Filters().address()
        ('/games?game=quoridor&page=2', '/games')
        """
        fields = {name: value for name, value in self._replace(page=page)._asdict().items() if value}
        if page == 1:
            del fields["page"]
        return f"/games?{urlencode(fields)}" if fields else "/games"


def read_filters(game: str = "", opponent: str = "", result: str = "", page: str = "") -> Filters:
    """Filters from an address.

    >>> read_filters("chess", "with.Nils", "won", "x")
    Filters(game='', opponent='with.Nils', result='won', page=1)
    """
    number = int(page) if page.isascii() and page.isdigit() and len(page) < len(str(_MOST_PAGES)) else 1
    return Filters(
        game if game in rulebooks() else "",
        opponent if opponent == _ONE_SCREEN or opponent.startswith(_WITH) else "",
        result if result in RESULTS else "",
        max(number, 1),
    )


@router.get("/games", response_class=HTMLResponse)
async def games(request: Request, hall: TheHall, person: ThePerson, done: str = "", table: str = "") -> Response:
    """The games of the person who asks."""
    asked = request.query_params
    filters = read_filters(*(asked.get(name, "") for name in Filters._fields))
    found, count, opponents = await asyncio.gather(
        hall.games.listed(person, filters.wanted, _LINES, (filters.page - 1) * _LINES),
        hall.games.count(person, filters.wanted),
        hall.games.opponents(person),
    )
    if not found and filters.page > 1:
        return go_to(filters.address())
    lines = [line for line in found if line.game in rulebooks()]
    # Some positions are checked by the rules when they are read: while these are being compiled there is no picture.
    progress = hall.compiler.progress()
    drawn = await asyncio.to_thread(pictures, [line for line in lines if progress[line.game].rules])
    changes = await hall.ratings.changes(line.id for line in lines)
    pages = -(-count // _LINES)
    return page(
        "games",
        played=[
            shown(line, person.account, drawn.by_table.get(line.id, ""), changes.get(line.id, {})) for line in lines
        ],
        shared=drawn.shared,
        found=count,
        filters=filters,
        titles=[(book.name, book.title) for book in sorted(rulebooks().values(), key=lambda book: book.order)],
        opponents=[(f"{_WITH}{name}", name) for name in opponents],
        results=list(RESULTS.items()),
        pages=pages,
        newer=filters.address(filters.page - 1) if filters.page > 1 else "",
        older=filters.address(filters.page + 1) if filters.page < pages else "",
        done=done,
        removed=table,
    )


class Played(NamedTuple):
    """A game in the list, as people see it."""

    id: str
    title: str
    company: str
    faces: list[str]
    picture: str
    iso: str
    when: str
    result: str
    """As a code, for its look."""
    told: str
    moves: str
    finished: bool
    has_moves: bool
    shared: bool
    """Whether other people sit there: it can be hidden then, not deleted."""
    change: str
    """Of this person's rating."""


def shown(line: Line, account: str, picture: str, changes: Mapping[str, Change]) -> Played:
    """A game as people see it, with what it has changed of ratings."""
    at = datetime.fromtimestamp(line.changed_ms / 1000).astimezone()
    code, told = words.result(line, account)
    seated = (line.seats[side] for side in rulebooks()[line.game].sides if side in line.seats)
    others = [seat for seat in seated if seat.account != account]
    return Played(
        line.id,
        rulebooks()[line.game].title,
        words.company(line, account),
        [emblem(seat.name) if seat.level is not None else initial(seat.name) for seat in others if seat.name],
        picture,
        at.isoformat(timespec="seconds"),
        when_ms(line.changed_ms),
        code,
        told,
        words.moves(line),
        line.reason is not None,
        bool(line.plies),
        any(seat.account is not None for seat in others),
        next((before_after(one) for one in changes.values() if one.account_id == account), ""),
    )


def when_ms(at_ms: int) -> str:
    """A time as people say it now."""
    return when(*(datetime.fromtimestamp(ms / 1000).astimezone() for ms in (at_ms, now_ms())))


def when(at: datetime, now: datetime) -> str:
    """A time as people say it.

    >>> when(datetime(2026, 11, 16, 9, 5), datetime(2026, 11, 17, 8, 0))
    'Yesterday, 09:05'
    >>> when(datetime(2026, 3, 2, 9, 5), datetime(2026, 11, 17, 8, 0))
    '2 Mar 2026'
    """
    days = {now.date(): "Today", now.date() - timedelta(days=1): "Yesterday"}
    if at.date() in days:
        return f"{days[at.date()]}, {at:%H:%M}"
    return f"{at.day} {at:%b} {at.year}"


@router.post("/tables/{table_id}/delete")
async def delete(table_id: str, request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Take a game off the list: deleted if no other person played, else hidden for this person, who can put it back."""
    done = await hall.games.remove(person, table_id)
    return _back(await body(request), done=done, **({"table": table_id} if done == "hidden" else {}))


@router.post("/tables/{table_id}/put-back")
async def put_back(table_id: str, request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Show a game again that was hidden."""
    await hall.games.put_back(person, table_id)
    return _back(await body(request), done="back")


def _back(sent: bytes, **more: str) -> Response:
    """Back to the list with the filters that the form names."""
    fields = {name: values[0] for name, values in parse_qs(sent.decode("utf-8", "replace")).items()}
    filters = read_filters(*(fields.get(name, "") for name in Filters._fields))
    address = filters.address(filters.page)
    return go_to(f"{address}{'&' if '?' in address else '?'}{urlencode(more)}")
