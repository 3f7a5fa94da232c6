"""Everything that the hall keeps of somebody, as a zip: JSON for programs, and the records of all games."""

import asyncio
import io
import json
import logging
import zipfile
from collections.abc import AsyncIterator
from typing import Any

from taflheim.games.errors import TaflheimError
from taflheim.games.registry import rulebooks
from taflheim.hall.games import Games
from taflheim.hall.hall import Hall
from taflheim.hall.tables import Tables
from taflheim.store.games import Line, Wanted
from taflheim.table.actor import Person

log = logging.getLogger(__name__)

_AT_A_TIME = 100


async def everything(hall: Hall, person: Person) -> bytes:
    """The zip. A record that cannot be read any more is left out, and said to be."""
    account = await hall.accounts.get(person)
    listed: list[dict[str, Any]] = []
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        async for line in _lines(hall.games, person):
            record = await _record(hall.tables, line.id)
            listed.append(_game(line, record is not None))
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
            "chat": [each._asdict() for each in await hall.chat.of_account(person)],
            "relations": [each._asdict() for each in await hall.relations.listed(person)],
        }
        archive.writestr("account.json", json.dumps(data, ensure_ascii=False, indent=1))
    return file.getvalue()


async def _lines(games: Games, person: Person) -> AsyncIterator[Line]:
    offset = 0
    while lines := await games.listed(person, Wanted(), _AT_A_TIME, offset):
        for line in lines:
            yield line
        offset += len(lines)


async def _record(tables: Tables, table_id: str) -> str | None:
    try:
        table = await tables.get(table_id)
        return await asyncio.to_thread(str, table.record)
    except TaflheimError as error:
        log.warning("table %s is not exported: %s", table_id, error)
        return None


def _game(line: Line, has_record: bool) -> dict[str, Any]:
    return {
        "id": line.id,
        "game": line.game,
        "options": line.options,
        "seats": {side: seated._asdict() for side, seated in sorted(line.seats.items())},
        "winner": line.winner,
        "reason": line.reason,
        "moves": line.plies,
        "changed_ms": line.changed_ms,
        "record": f"games/{line.id}.txt" if has_record else None,
    }
