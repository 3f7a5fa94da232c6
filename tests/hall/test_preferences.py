"""Preferences are checked, kept with the account, and complete whatever was kept."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenings import evening, hall_open, me
from taflheim.hall.hall import Hall
from taflheim.hall.preferences import InvalidPreference, changed, defaults, read
from taflheim.store import preferences as rows
from taflheim.table.actor import House, Spectator

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=8), part, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ([], "expected preferences as"),
        ({"colour": "red"}, "no preference 'colour': expected coordinates, pace"),
        ({"coordinates": 1}, "coordinates a int: expected true or false"),
        ({"pace": "fast"}, "pace 'fast': expected at once, quick, normal or slow"),
        ({"theme": None}, "theme a NoneType: expected system, light or dark"),
        ({"theme": ["dark"]}, "theme a list: expected"),
        ({"flip": True}, "flip a bool: expected values by the names of games"),
        ({"flip": {"chess": True}}, "flip: no game 'chess'"),
        ({"flip": {"quoridor": "yes"}}, "flip 'yes': expected true or false"),
        ({"bot": {"quoridor": 3}}, 'bot: expected {"level": 3, "side": "a"}'),
        ({"bot": {"quoridor": {"level": 3}}}, "bot: expected"),
        ({"bot": {"quoridor": {"level": True, "side": "a"}}}, "expected a whole number"),
        ({"bot": {"quoridor": {"level": 11, "side": "a"}}}, "no level 11"),
        ({"bot": {"quoridor": {"level": 1, "side": "sheep"}}}, "no side 'sheep': expected a, b, c or d"),
        ({"bot": {"quoridor": {"level": 1, "side": ["a"]}}}, "no side a list"),
    ],
)
def test_what_is_wrong_is_refused_with_a_sentence(wanted: object, text: str) -> None:
    with pytest.raises(InvalidPreference) as refused:
        changed(defaults(), wanted)
    assert text in str(refused.value)


def test_who_has_chosen_nothing() -> None:
    assert defaults() == {
        "coordinates": True,
        "pace": "normal",
        "targets": True,
        "confirm": False,
        "sounds": False,
        "notify": False,
        "chat": True,
        "theme": "system",
        "flip": {},
        "bot": {},
    }
    # Each can be chosen.
    other = {"coordinates": False, "targets": False, "confirm": True, "sounds": True, "notify": True, "chat": False}
    assert changed(defaults(), other) == {**defaults(), **other}


def test_what_is_not_named_stays() -> None:
    first = changed(defaults(), {"flip": {"quoridor": True}, "bot": {"toy": {"level": 2, "side": "crosses"}}})
    second = changed(first, {"flip": {"halatafl": True}, "theme": "dark", "pace": "at once"})
    assert second["flip"] == {"quoridor": True, "halatafl": True}
    assert second["bot"] == {"toy": {"level": 2, "side": "crosses"}}
    assert (second["theme"], second["pace"], second["coordinates"]) == ("dark", "at once", True)
    assert first["flip"] == {"quoridor": True} and defaults()["flip"] == {}


def test_what_another_version_has_kept_is_left_out() -> None:
    kept: dict[str, Any] = {
        "theme": "sepia",
        "sounds": True,
        "smells": True,
        "flip": {"chess": True, "quoridor": True},
        "bot": {"quoridor": {"level": 99, "side": "a"}, "toy": {"level": 1, "side": "noughts"}},
    }
    bot = {"toy": {"level": 1, "side": "noughts"}}
    assert read(kept) == {**defaults(), "sounds": True, "flip": {"quoridor": True}, "bot": bot}


@given(JSON, st.dictionaries(st.sampled_from([*defaults(), "other"]), JSON, max_size=3))
def test_whatever_comes_is_answered(anything: object, kept: dict[str, Any]) -> None:
    assert read(kept).keys() == defaults().keys()
    for wanted in (anything, kept):
        with suppress(InvalidPreference):
            assert changed(defaults(), wanted).keys() == defaults().keys()


def test_they_are_kept_with_the_account(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_open(tmp_path) as hall:
            assert await hall.preferences.of(me(hall)) == defaults()
            assert (await hall.preferences.change(me(hall), {"theme": "dark"}))["theme"] == "dark"
            with pytest.raises(InvalidPreference):
                await hall.preferences.change(me(hall), {"theme": "light", "pace": "fast"})
            for other in (Spectator(), House()):
                assert await hall.preferences.of(other) == defaults()
        async with hall_open(tmp_path) as hall:
            assert await hall.preferences.of(me(hall)) == {**defaults(), "theme": "dark"}

    asyncio.run(run())


def test_changes_at_once_do_not_lose_one_another(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        wanted: list[dict[str, object]] = [{"theme": "light"}, {"sounds": True}, {"pace": "slow"}]
        await asyncio.gather(*(hall.preferences.change(me(hall), one) for one in wanted))
        kept = await hall._store.read(rows.get, hall.accounts.owner.id)
        assert kept == await hall.preferences.of(me(hall))
        assert (kept["theme"], kept["sounds"], kept["pace"]) == ("light", True, "slow")

    evening(tmp_path, work)


def test_what_is_remembered_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        await hall.preferences.change(me(hall), {"theme": "dark"})
        hall.preferences._known["another"] = defaults()
        hall.preferences._known.pop(hall.accounts.owner.id)
        assert (await hall.preferences.of(me(hall)))["theme"] == "dark"
        assert list(hall.preferences._known) == [hall.accounts.owner.id]

    monkeypatch.setattr("taflheim.hall.preferences._MOST_KNOWN", 1)
    evening(tmp_path, work)


def test_what_another_process_has_kept_is_found_when_it_is_asked_for_again(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        assert await hall.preferences.of(me(hall)) == defaults()
        await hall._store.write(rows.put, me(hall).account, {"theme": "dark"})
        assert (await hall.preferences.of(me(hall)))["theme"] == "system", "one process asks once"
        hall.preferences.forget()
        assert (await hall.preferences.of(me(hall)))["theme"] == "dark"

    evening(tmp_path, work)
