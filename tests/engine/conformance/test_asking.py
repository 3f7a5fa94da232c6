"""Asking engines what the rules say: ours agrees; those that lie, die, hang or talk nonsense are found out."""

import asyncio
import dataclasses
import sys

import pytest

import taflheim
from taflheim.engine.conformance.asking import Asking
from taflheim.engine.conformance.kit import Kit, kit_of
from taflheim.engine.conformance.report import Tally, report


def sample(name: str, every: int) -> Kit:
    """A part of a kit that has something of everything."""
    kit = kit_of(name)
    assert kit
    return dataclasses.replace(kit, vectors=kit.vectors[::every])


def asked(kit: Kit, *command: str, patience_s: float = 60) -> Tally:
    async def ask() -> Tally:
        asking, tally = Asking(kit, command, patience_s), Tally(kit)
        async for outcome in asking.outcomes():
            tally.add(outcome)
        tally.left_out, tally.given_up = asking.left_out, asking.given_up
        return tally

    return asyncio.run(ask())


def lying(lie: str, every: int = 12, patience_s: float = 60) -> str:
    """The report on an engine of Halatafl that lies so; it must not pass."""
    command = (sys.executable, "-m", "lying_engine", "halatafl", lie)
    tally = asked(sample("halatafl", every), *command, patience_s=patience_s)
    assert not tally.conforms
    return report(tally)


@pytest.mark.parametrize("name", [name for name in taflheim.rulebooks() if name != "toy"])
def test_ours_agrees(name: str) -> None:
    tally = asked(sample(name, 12))
    assert tally.conforms, report(tally)
    assert tally.asked.total() > 300
    assert report(tally).endswith(f"all of {tally.asked.total()} checks passed.")


def test_a_move_too_many_and_one_too_few() -> None:
    text = lying("another_move")
    assert "    not legal h9-h1: " in text
    assert "    missing   a5xc5" in text
    assert "**Sheep** move one sheep one step forward (to the next higher rank) or sideways" in text
    assert "  moves: 3/3/FS4S/4F2/S3S1S/SSS/2S f  (sheep=20)" in text


def test_a_wrong_position_after_a_move() -> None:
    text = lying("same_side_again")
    assert "successors: " in text and "**Trapped foxes.** When the foxes' turn begins" in text
    place, question, expected, got = text[text.index("  successors: ") :].splitlines()[:4]
    assert " moves " in place and question == "    query position"
    assert expected.endswith(" f") and got[14:] == expected[14:-1] + "s"


def test_perft_that_is_wrong() -> None:
    assert "query perft 1" in (text := lying("one_too_many", every=40))
    assert "**Perft(n)** is the number of move sequences" in text


def test_an_end_that_is_not_seen() -> None:
    text = lying("nobody_wins")
    assert "    query result\n    expected  foxes\n    got       none" in text
    assert "fewer than 9 sheep — the foxes win" in text


def test_everything_is_taken() -> None:
    text = lying("everything_goes")
    assert "    position\n    expected  refused\n    got       taken for possible\n    note      " in text


def test_options_that_an_engine_does_not_have_are_left_out() -> None:
    tally = asked(sample("halatafl", 12), sys.executable, "-m", "lying_engine", "halatafl", "no_options")
    assert tally.conforms
    assert "  not asked: sheep=17 (the engine has no option sheep)" in report(tally)


def test_an_engine_that_dies() -> None:
    text = lying("dies")
    assert "got       the engine for Halatafl has ended by itself" in text
    assert "the engine has failed 3 times: no more was asked" in text


def test_an_engine_that_hangs() -> None:
    text = lying("hangs", patience_s=0.5)
    assert "got       the engine for Halatafl has not answered for 0.5 seconds" in text


def test_an_engine_that_talks_nonsense() -> None:
    text = lying("nonsense", every=40)
    assert "�[31m????" in text and "\x1b" not in text
    assert "… (5005 characters)" in text


def test_an_engine_that_knows_no_queries() -> None:
    assert "got       an error: query is not known" in lying("knows_no_query", every=40)


def test_an_engine_that_does_not_start() -> None:
    tally = asked(sample("halatafl", 40), sys.executable, "-c", "pass")
    assert not tally.conforms
    assert "the engine for Halatafl has ended by itself" in report(tally)
