"""Stats are made of games that have ended; of the last ones it is known against which bot."""

from pathlib import Path

from stores import NOW, move, owner, with_store
from taflheim.store.stats import Ended as Line
from taflheim.store.stats import ended, last_against_bots
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable, Standing, add, append
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms

WON = Ended("a", "resigned", {"a": "won", "b": "lost", "c": "lost"})
LOST = Ended("b", "resigned", {"a": "lost", "b": "won", "c": "lost"})
DRAWN = Ended(None, "repetition", {"a": "drawn", "b": "drawn", "c": "drawn"})
ABORTED = Ended(None, "aborted", {"a": None, "b": None, "c": None})
NILS, LIV = Seat.bot(1, "Nils"), Seat.bot(2, "Liv")


def test_what_has_ended_comes_oldest_first(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        me = Seat.person(anna.id, "Anna")
        games = [
            ("toy", {"a": me, "b": NILS}, WON),
            ("toy", {"a": NILS, "b": me}, DRAWN),
            ("quoridor", {"a": me, "b": NILS, "c": LIV}, LOST),
            ("quoridor", {"a": me, "b": me}, WON),
            ("quoridor", {"a": NILS, "b": me, "c": me}, LOST),
            ("hivolts", {"a": me}, LOST),
            ("toy", {"a": me, "b": NILS}, ABORTED),
            ("toy", {"a": me, "b": NILS}, None),
            ("toy", {"a": LIV, "b": NILS}, WON),
        ]
        for number, (game, seats, how) in enumerate(games):
            await store.write(add, NewTable(f"t{number}", game, {}, "start", seats, Terms(created_ms=NOW), turn="a"))
            over = how and how._replace(outcomes={side: how.outcomes[side] for side in seats})
            event = move(1)._replace(at_ms=NOW + number)
            await store.write(append, f"t{number}", [event], {}, over, Standing(1, "position", "b", 500))
        assert await store.read(ended, anna.id) == [
            Line("toy", "a", 1, "won", "a", 1, "Nils", NOW, 500),
            Line("toy", "b", 1, "drawn", None, 1, "Nils", NOW + 1, 500),
            Line("quoridor", "a", 1, "lost", "b", None, None, NOW + 2, 500),
            Line("quoridor", "a", 2, "won", "a", None, None, NOW + 3, 500),
            Line("quoridor", "b", 2, "won", "b", None, None, NOW + 4, 500),
            Line("hivolts", "a", 1, "lost", "b", None, None, NOW + 5, 500),
        ]
        assert await store.read(ended, "nobody") == []
        assert await store.read(last_against_bots, anna.id, 99) == [("toy", 1, "drawn"), ("toy", 1, "won")]
        assert await store.read(last_against_bots, anna.id, 2) == []  # the last two were others

    with_store(where, test)


def test_how_long_was_played_may_be_unknown(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        seats = {"a": Seat.person(anna.id, "Anna"), "b": NILS}
        await store.write(add, NewTable("t", "toy", {}, "start", seats, Terms(created_ms=NOW), turn="a"))
        await store.write(append, "t", [move(1)], None, WON._replace(outcomes={"a": "won", "b": "lost"}))
        assert await store.read(ended, anna.id) == [Line("toy", "a", 1, "won", "a", 1, "Nils", NOW + 1, 0)]

    with_store(where, test)
