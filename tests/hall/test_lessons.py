"""Lessons of a hall: steps that were done stay done; the real game counts when one was won."""

from pathlib import Path

import taflheim
from evenings import evening, me, play, seats
from taflheim.hall.hall import Hall
from taflheim.table.event import Resign

TOY = taflheim.rulebooks()["toy"]


def test_steps_are_kept(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        account = me(hall).account
        assert await hall.lessons.done(account, TOY) == set()
        for _ in range(2):
            await hall.lessons.finish(account, "toy", "sign")
        assert await hall.lessons.done(account, TOY) == {"sign"}
        assert await hall.lessons.done(account, taflheim.rulebooks()["quoridor"]) == set()
        assert await hall.lessons.done("somebody else", TOY) == set()

    evening(tmp_path, work)
    evening(tmp_path, lambda hall: found(hall, {"sign"}))


async def found(hall: Hall, steps: set[str]) -> None:
    assert await hall.lessons.done(me(hall).account, TOY) == steps


def test_the_real_game_is_done_when_one_was_won(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        game = taflheim.game("toy")
        about_to_win = game.position("xx1/oo1/3 x")
        lost = await hall.tables.open(about_to_win, seats(hall, game, "crosses"))
        await hall.tables.act(lost.id, me(hall), Resign("crosses"))
        both = await hall.tables.open(about_to_win, seats(hall, game, "crosses", "noughts"))
        await play(hall, both, "c3")
        await found(hall, set())
        won = await hall.tables.open(about_to_win, seats(hall, game, "crosses"))
        await play(hall, won, "c3")
        await found(hall, {"game"})

    evening(tmp_path, work)


def test_a_board_for_one_counts_as_well(tmp_path: Path) -> None:
    rulebook = taflheim.rulebooks()["hivolts"]
    [sit] = [step for step in rulebook.lessons if step.name == "sit"]

    async def work(hall: Hall) -> None:
        assert sit.shown is not None
        table = await hall.tables.open(sit.shown.position, seats(hall, taflheim.game("hivolts"), "player"))
        assert await hall.lessons.done(me(hall).account, rulebook) == set()
        await play(hall, table, "s")
        assert await hall.lessons.done(me(hall).account, rulebook) == {"game"}

    evening(tmp_path, work)
