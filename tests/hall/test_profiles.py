"""Profiles: of people who are here, all of it for themselves and what was public for others."""

from dataclasses import replace
from pathlib import Path

import pytest

from chatting import guest
from evenings import evening
from rated_tables import RATED, Played, people, table_of, write
from stores import NOW
from taflheim.hall.hall import Hall
from taflheim.hall.profiles import NobodyCalledThat
from taflheim.table.actor import Person


def test_who_is_called_so(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bo = await hall.logins.register("Bo_2", "correct horse", "here")
        assert await hall.profiles.called("BO_2") == bo
        await hall.accounts.rename(Person(bo.id), "Rob", by_host=True)
        assert (await hall.profiles.called("bo_2")).name == "Rob", "by an old name, too"
        visitor = await guest(hall)
        assert (await hall.profiles.called((await hall.accounts.get(visitor)).name)).id == visitor.account
        await hall.delete_account(Person(bo.id))
        for name in ("Rob", "Bo_2", "nobody-2"):
            with pytest.raises(NobodyCalledThat):
                await hall.profiles.called(name)

    evening(tmp_path, work)


def test_others_are_shown_what_was_public(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        known = await people(hall._store, "anna", "bo")
        private = replace(RATED, public=False)
        for n, terms in enumerate((RATED, private, RATED)):
            played = Played(f"t{n}", list(known.values()), NOW + n, rounds=2 + n, terms=terms)
            await hall._store.write(write, table_of(played))
        anna = await hall.accounts.get(Person(known["anna"]))
        own = await hall.profiles.get(anna, own=True, lines=10)
        assert [line.id for line in own.lines] == ["t2", "t1", "t0"]
        assert [met.ended_ms for met in own.met] == [NOW, NOW + 1, NOW + 2]
        others = await hall.profiles.get(anna, own=False, lines=10)
        assert [line.id for line in others.lines] == ["t2", "t0"]
        assert [met.ended_ms for met in others.met] == [NOW, NOW + 2]
        assert [line.id for line in (await hall.profiles.get(anna, own=True, lines=1)).lines] == ["t2"]

    evening(tmp_path, work)
