"""Profiles: what the store finds of somebody's games."""

from dataclasses import replace
from pathlib import Path

from rated_tables import RATED, Played, people, table_of, write
from stores import NOW, move, new_table, with_store
from taflheim.store import games, profiles, tables
from taflheim.store.games import Wanted
from taflheim.store.profiles import Met
from taflheim.store.store import Store
from taflheim.store.tables import Ended
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms


def test_games_with_their_opponents_and_only_public_ones_for_others(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, bo, cy = (await people(store, "anna", "bo", "cy")).values()
        private = replace(RATED, public=False)
        for played in (
            Played("1", [anna, bo], NOW + 1),
            Played("2", [bo, anna], NOW + 2, terms=private),
            Played("3", [anna, cy, bo], NOW + 3, [1, 2]),
            Played("4", [anna, anna], NOW + 4, terms=Terms(public=True)),  # two at one screen
            Played("5", [anna, 3], NOW + 5),
            Played("6", [anna, bo, anna], NOW + 6, [1, 2], terms=Terms(public=True)),
        ):
            await store.write(write, table_of(played))
        own = await store.read(profiles.met, anna, 100, public=False)
        assert [(one.side, one.outcome, [who.name for who in one.opponents]) for one in own] == [
            ("a", "won", ["Bo"]),
            ("b", "lost", ["Bo"]),
            ("a", "won", ["Cy", "Bo"]),
            ("a", "won", ["Torben"]),
        ]
        assert {one.played_ms for one in own} == {60_000} and own[0].opponents[0].account_id == bo
        assert own[3].opponents[0].level == 3 and own[3].opponents[0].account_id is None
        public = await store.read(profiles.met, anna, 100, public=True)
        assert public == [own[0], own[2], own[3]]
        assert await store.read(profiles.met, cy, 1, public=False) == await store.read(profiles.met, cy, 9, public=True)
        listed = await store.read(games.listed, anna, Wanted(public=True), 10)
        assert [line.id for line in listed] == ["6", "5", "4", "3", "1"]

    with_store(where, test)


def test_games_alone_and_of_unknown_length(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna, *_ = (await people(store, "anna", "bo")).values()
        for n in range(3):
            await new_table(store, f"t{n}", {"a": Seat.person(anna, "Anna")})
            ended = Ended("a", "alone", {"a": "won"})
            await store.write(tables.append, f"t{n}", [move(n + 1, anna)], {}, ended)  # nobody knows how it stood
        expected = [Met("quoridor", "a", "won", NOW + n + 1, 0, ()) for n in range(3)]
        assert await store.read(profiles.met, anna, 9, public=False) == expected
        assert await store.read(profiles.met, anna, 2, public=False) == expected[1:]

    with_store(where, test)
