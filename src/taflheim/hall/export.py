"""Everything that the hall keeps of somebody, as a zip: JSON for programs, and the records of all games."""

import io
import json
import logging
import zipfile
from collections.abc import AsyncIterator
from typing import Any

from taflheim.games.errors import TaflheimError
from taflheim.games.registry import rulebooks
from taflheim.hall.daily_board import daily_games
from taflheim.hall.games import Games
from taflheim.hall.hall import Hall
from taflheim.hall.records import text_of
from taflheim.store.games import Line, Wanted
from taflheim.table.actor import Person
from taflheim.table.rating import Rating

log = logging.getLogger(__name__)

_AT_A_TIME = 100


async def everything(hall: Hall, person: Person) -> bytes:
    """The zip. A record that cannot be read any more is left out, and said to be."""
    account = await hall.accounts.get(person)
    listed: list[dict[str, Any]] = []
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        async for line in _lines(hall.games, person):
            record = await _record(hall, line.id)
            listed.append(_game(line, person.account, record is not None))
            if record is not None:
                archive.writestr(f"games/{line.id}.txt", record)
        data = {
            "account": {"id": account.id, "name": account.name, "kind": account.kind},
            "preferences": await hall.preferences.of(person),
            "sessions": [each._asdict() for each in await hall.accounts.sessions(person)],
            "tokens": [each._asdict() | {"scopes": sorted(each.scopes)} for each in await hall.access.listed(person)],
            "lessons": {
                book.name: sorted(await hall.lessons.done(person.account, book)) for book in rulebooks().values()
            },
            "games": listed,
            "ratings": await _ratings(hall, person),
            "daily": {name: await hall.daily.days(name, person.account) for name in daily_games()},
            "programs": [program.name for program in await hall.programs.listed(person)],
            "chat": [each._asdict() for each in await hall.chat.of_account(person)],
            "relations": [each._asdict() for each in await hall.relations.listed(person)],
            "reports": [each._asdict() for each in await hall.reports.told_by(person)],
        }
        archive.writestr("account.json", json.dumps(data, ensure_ascii=False, indent=1))
    return file.getvalue()


async def _lines(games: Games, person: Person) -> AsyncIterator[Line]:
    offset = 0
    while lines := await games.listed(person, Wanted(hidden=True), _AT_A_TIME, offset):
        for line in lines:
            yield line
        offset += len(lines)


async def _record(hall: Hall, table_id: str) -> str | None:
    try:
        return await text_of(await hall.tables.get(table_id), hall.ratings)
    except TaflheimError as error:
        log.warning("table %s is not exported: %s", table_id, error)
        return None


async def _ratings(hall: Hall, person: Person) -> list[dict[str, Any]]:
    """All ratings, each with what every game has changed of it."""
    return [
        {
            "category": row.category,
            "rating": str(Rating(row.mu, row.sigma)),
            "games": row.games,
            "history": [
                {
                    "game": change.table_id,
                    "at_ms": change.ended_ms,
                    "rating": str(Rating(change.mu_after, change.sigma_after)),
                }
                for change in await hall.ratings.history(person.account, row.category, row.games)
            ],
        }
        for row in await hall.ratings.all_of(person.account)
    ]


def _game(line: Line, account: str, has_record: bool) -> dict[str, Any]:
    return {
        "id": line.id,
        "game": line.game,
        "options": line.options,
        "seats": {
            side: {"name": seat.name, "level": seat.level, "outcome": seat.outcome, "yours": seat.account == account}
            for side, seat in sorted(line.seats.items())
        },
        "winner": line.winner,
        "reason": line.reason,
        "moves": line.plies,
        "changed_ms": line.changed_ms,
        "record": f"games/{line.id}.txt" if has_record else None,
    }
