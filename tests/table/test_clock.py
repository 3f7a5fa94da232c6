"""Clocks: compared with a model that lives second by second, and the cases that PLAY.md names one by one."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from taflheim.table.actor import Person
from taflheim.table.clock import Clock
from taflheim.table.errors import NothingToUndo, NotYourTurn
from taflheim.table.event import Action, Move, Resign, Undo
from taflheim.table.outage import Outage
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.time_control import TimeControl

S = 1_000
BLITZ = TimeControl.parse("5+3")


class Happened(NamedTuple):
    """An event, as far as clocks care."""

    kind: str
    side: str | None
    text: str
    at_ms: int
    lag_ms: int = 0


def blitz(*moves: int, sides: str = "ab", control: TimeControl = BLITZ) -> Clock:
    """Clocks after moves that were received at these seconds."""
    clock = Clock.start(control, sides, sides[0], 0)
    for at in moves:
        assert clock.turn is not None
        clock = clock.moved(clock.turn, at * S)
    return clock


def shown(clock: Clock, at: int) -> list[float]:
    return [(clock.shown_ms(side, at * S) or 0) / S for side in clock.sides]


# ---- against a model ------------------------------------------------------------------------------------------------


@dataclass
class Model:
    """Clocks that look every second whose time it is, and take a second away."""

    control: TimeControl
    sides: list[str]
    lost: set[int]
    """Seconds that are not charged."""
    now: int = 0
    turn: str | None = "a"
    left: dict[str, int] = field(default_factory=dict)
    began: dict[str, int] = field(default_factory=dict)
    """What each had when the turn began: lag is given back up to there."""
    history: list[tuple[str, str, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = dict.fromkeys(self.sides, self.control.base_ms // S)
        self.began = dict(self.left)

    def live_until(self, at: int) -> None:
        """Let the time pass."""
        for second in range(self.now, at):
            has_moved = any(side == self.turn and not out for _, side, out in self.history)
            if self.turn and has_moved and second not in self.lost and self.control.kind != "none":
                self.left[self.turn] -= 1
        self.now = at

    @property
    def alive(self) -> list[str]:
        return [side for side in self.sides if side not in {s for _, s, out in self.history if out}]

    def after(self, event: Happened) -> None:
        self.live_until(event.at_ms // S)
        increment = self.control.increment_ms // S
        if event.kind == "move":
            side = str(event.side)
            self.left[side] = max(0, min(self.began[side], self.left[side] + event.lag_ms // S)) + increment
            self.history.append((str(self.turn), side, False))
            self.next_turn(side)
        elif event.kind == "resign":
            side = str(event.side)
            self.history.append((str(self.turn), side, True))
            if len(self.alive) == 1:
                self.turn = None
            elif side == self.turn:
                self.next_turn(side)
        elif event.kind == "undo":
            for _ in range(int(event.text)):
                self.turn, side, out = self.history.pop()
                showed = max(0, self.left[side])
                if not out and showed > 10:
                    self.left[side] = max(10, showed - increment)
            self.begin()
        elif event.kind == "aborted":
            self.turn = None

    def next_turn(self, side: str) -> None:
        here = self.sides.index(side)
        order = self.sides[here + 1 :] + self.sides[: here + 1]
        self.turn = next(one for one in order if one in self.alive)
        self.begin()

    def begin(self) -> None:
        self.left = {side: max(0, ms) for side, ms in self.left.items()}
        if self.control.kind in ("move", "days"):
            self.left = dict.fromkeys(self.sides, self.control.base_ms // S)
        self.began = dict(self.left)


CONTROLS = st.sampled_from(
    [
        TimeControl("game", 40 * S, 3 * S),
        TimeControl("game", 12 * S, 5 * S),
        TimeControl("game", 60 * S, 0),
        TimeControl("move", 15 * S),
        TimeControl("days", 20 * S),
        TimeControl(),
    ]
)


@st.composite
def games(draw: st.DrawFn) -> tuple[TimeControl, str, list[Happened], list[Outage]]:
    """A log with outages, as a table would allow it, made while the model says whose turn it is."""
    control, sides = draw(CONTROLS), draw(st.sampled_from(["ab", "abc", "abcd"]))
    lengths = draw(st.lists(st.tuples(st.integers(0, 120), st.integers(1, 25)), max_size=3))
    outages = [Outage(begin * S, (begin + length) * S) for begin, length in lengths]
    model, events, at = Model(control, list(sides), set()), [], 0
    for _ in range(draw(st.integers(0, 25))):
        if model.turn is None:
            break
        at += draw(st.integers(0, 12))
        kind = draw(st.sampled_from(["move"] * 6 + ["undo", "resign", "sit", "aborted"]))
        if kind == "undo" and not model.history:
            continue
        side = draw(st.sampled_from(model.alive)) if kind == "resign" else model.turn
        text = str(draw(st.integers(1, min(4, len(model.history))))) if kind == "undo" else ""
        lag = draw(st.integers(0, 3)) if kind == "move" else 0
        event = Happened(kind, side, text, at * S, lag * S)
        events.append(event)
        model.after(event)
    return control, sides, events, outages


@given(games(), st.integers(0, 60))
def test_clocks_do_what_the_model_does(game: tuple[TimeControl, str, list[Happened], list[Outage]], later: int) -> None:
    control, sides, events, outages = game
    lost = {second for begin, end in outages for second in range(begin // S, end // S)}
    model = Model(control, list(sides), lost)
    clock = Clock.start(control, sides, "a", 0, outages)
    for event in events:
        model.after(event)
        clock = clock.after(event)
        assert clock.turn == model.turn
        assert set(clock.sides) - clock.out == set(model.alive)
    now = model.now + later
    deadline = clock.deadline_ms()
    model.live_until(now)
    if control.timed:
        assert {side: clock.shown_ms(side, now * S) for side in sides} == {
            side: max(0, left) * S for side, left in model.left.items()
        }
    assert clock.expired(now * S) == (model.turn is not None and model.left[model.turn] < 0)
    assert clock.expired(now * S) == (deadline is not None and now * S > deadline)


@given(games())
def test_outages_can_be_told_as_they_come(game: tuple[TimeControl, str, list[Happened], list[Outage]]) -> None:
    control, sides, events, outages = game
    outages = [outage for outage in outages if not any(outage.from_ms < event.at_ms < outage.to_ms for event in events)]
    whole, piecewise = Clock.start(control, sides, "a", 0, outages), Clock.start(control, sides, "a", 0)
    for event in events:
        for outage in outages:
            if outage.from_ms < event.at_ms:
                piecewise = piecewise.without(outage)
        whole, piecewise = whole.after(event), piecewise.after(event)
    assert replace(piecewise, outages=()) == replace(whole, outages=())


@given(st.integers(0, 500), st.integers(0, 400))
def test_who_is_in_time_with_the_allowance_has_time_left_after_the_move(allowance: int, early: int) -> None:
    clock = blitz(1, 2)
    deadline = clock.deadline_ms(allowance)
    assert deadline == 305 * S + allowance
    at = deadline - early
    assert not clock.expired(at, allowance)
    lag = clock.lag_ms(at, allowance)
    after = clock.moved("a", at, lag)
    assert after.shown_ms("a", at) == 3 * S + min(303 * S, early)
    assert clock.expired(deadline + 1, allowance)


# ---- case by case ---------------------------------------------------------------------------------------------------


def test_nobody_is_timed_without_a_clock() -> None:
    clock = blitz(1, 2, control=TimeControl())
    assert clock.shown_ms("a", 99) is None
    assert clock.deadline_ms() is None
    assert not clock.expired(10**15)
    assert clock.lag_ms(50 * S, 500) == 0


def test_each_clock_first_runs_after_the_first_move_of_its_side() -> None:
    clock = blitz(sides="abc")
    for at in (100, 200, 300):
        assert clock.deadline_ms() is None
        assert not clock.expired(10**15)
        assert shown(clock, at) == [303 if i < len(clock.entries) else 300 for i in range(3)]
        clock = clock.moved(str(clock.turn), at * S)
    assert clock.turn == "a"
    assert clock.deadline_ms() == (300 + 303) * S
    assert shown(clock, 310) == [293, 303, 303]


def test_an_increment_follows_each_move() -> None:
    assert shown(blitz(0, 0, 10, 30, 31), 31) == [300 + 9 - 10 - 1, 300 + 6 - 20]


def test_each_move_has_its_own_time() -> None:
    clock = blitz(0, 0, 29, control=TimeControl.parse("move 30"))
    assert shown(clock, 39) == [30, 20]
    assert clock.deadline_ms() == 59 * S
    assert shown(clock.moved("b", 40 * S), 41) == [29, 30]


def test_a_move_at_the_last_instant_stands() -> None:
    clock = blitz(0, 0)
    assert clock.deadline_ms() == 303 * S
    assert not clock.expired(303 * S)
    assert clock.expired(303 * S + 1)
    assert shown(clock.moved("a", 303 * S), 303) == [3, 303]


def test_a_clock_never_shows_less_than_nothing() -> None:
    assert shown(blitz(0, 0), 999) == [0, 303]
    assert shown(blitz(0, 0).gone("a", 303 * S + 400), 999) == [0, 303]


def test_lag_is_not_charged_but_gives_nothing() -> None:
    clock = blitz(0, 0)
    assert clock.lag_ms(10 * S, 400) == 400
    assert clock.lag_ms(100, 400) == 100
    assert clock.moved("a", 10 * S, 400).shown_ms("a", 10 * S) == 296_400
    assert clock.moved("a", 100, 400).shown_ms("a", 100) == 306_000
    assert blitz().lag_ms(10 * S, 400) == 0  # nothing is charged for a first move


def test_an_outage_is_not_charged() -> None:
    clock = blitz(0, 0).without(Outage(100 * S, 160 * S))
    assert clock.deadline_ms() == 363 * S
    assert shown(clock, 130) == [203, 303]
    assert shown(clock, 170) == [193, 303]


def test_a_clock_that_would_end_as_an_outage_begins_ends_after_it() -> None:
    clock = blitz(0, 0).without(Outage(303 * S, 400 * S))
    assert not clock.expired(400 * S)
    assert clock.expired(400 * S + 1)


def test_the_next_turn_never_begins_before_this_one() -> None:
    clock = blitz(10, 20).moved("a", 15 * S)
    assert clock.since_ms == 20 * S
    assert shown(clock, 20) == [306, 303]


def test_a_side_that_has_left_is_skipped() -> None:
    clock = blitz(0, 0, 0, 0, sides="abcd").gone("c", 5 * S)
    assert clock.turn == "a"
    assert shown(clock, 10) == [293, 303, 303, 303]  # the clock of a runs on
    clock = clock.moved("a", 10 * S).moved("b", 20 * S)
    assert clock.turn == "d"
    clock = clock.gone("d", 25 * S)
    assert clock.turn == "a"
    assert shown(clock, 25) == [296, 296, 303, 298]
    assert shown(clock, 26)[0] == 295


def test_clocks_stop_when_one_side_is_left() -> None:
    clock = blitz(0, 0, 0, sides="abc").gone("b", S).gone("a", 4 * S)
    assert clock.turn is None
    assert clock.deadline_ms() is None
    assert shown(clock, 999) == [299, 303, 303]
    with pytest.raises(NotYourTurn):
        clock.moved("c", 5 * S)


@pytest.mark.parametrize("kind", ["resign", "time", "left", "agreed", "aborted"])
def test_clocks_stop_at_the_end(kind: str) -> None:
    clock = blitz(0, 0).after(Happened(kind, "a", "", 7 * S))
    assert clock.turn is None
    assert not clock.expired(10**15)
    assert shown(clock, 999) == [296, 303]


def test_only_the_side_to_move_moves() -> None:
    for side in ("b", "x"):
        with pytest.raises(NotYourTurn):
            blitz().moved(side, S)
    three = blitz(sides="abc").gone("b", S)
    with pytest.raises(NotYourTurn):
        three.gone("b", S)
    assert three.moved("a", S).turn == "c"


def test_other_events_leave_clocks_alone() -> None:
    clock = blitz(0, 0)
    assert clock.after(Happened("sit", "a", "", 7 * S)) == clock


def test_clocks_follow_from_the_log_of_a_table() -> None:
    start = taflheim.game("quoridor", players=3).start()
    table = Table.new("t", start, {side: Seat.person("anna", "Anna") for side in "abc"})
    clock = Clock.start(BLITZ, "abc", "a", 0)
    for at, what in enumerate(["e8", "e2", "b5", "e7", "resign c", "e3", "undo", "undo", "undo", "a4h", "e3"], 1):
        number = table.position_number
        actions: dict[str, Action] = {"undo": Undo(number), "resign c": Resign("c")}
        events, table = table.decide(actions.get(what, Move(number, what)), Person("anna"), at * 10 * S)
        for event in events:
            clock = clock.after(event)
        assert clock.turn == table.record.turn
        assert clock.out == table.record.gone
        assert len(clock.entries) == len(table.record.entries)
    assert shown(clock, 110) == [276, 256, 303]


# ---- takebacks ------------------------------------------------------------------------------------------------------


def test_a_takeback_keeps_what_is_shown_less_the_increments() -> None:
    clock = blitz(0, 0, 10, 20)
    assert shown(clock, 30) == [286, 296]
    back = clock.undone(2, 30 * S)
    assert back.turn == "a"
    assert shown(back, 30) == [283, 293]
    assert shown(back, 31) == [282, 293]
    assert shown(clock.undone(3, 30 * S), 30) == [283, 290]


def test_a_clock_low_on_time_keeps_ten_seconds_or_what_it_showed() -> None:
    clock = blitz(0, 0)
    assert shown(clock.moved("a", 295 * S).undone(1, 295 * S), 295) == [10, 303]  # 11 shown, 8 without the increment
    assert shown(clock.moved("a", 299 * S).undone(1, 299 * S), 299) == [7, 303]  # 7 shown: nothing is taken
    assert shown(clock.moved("a", 290 * S).undone(1, 290 * S), 290) == [13, 303]


def test_after_a_takeback_the_mover_has_full_time_for_the_move() -> None:
    clock = blitz(0, 0, 5, 20, control=TimeControl.parse("move 30"))
    back = clock.undone(1, 29 * S)
    assert back.turn == "b"
    assert back.deadline_ms() == 59 * S
    assert shown(back, 29) == [30, 30]


def test_a_first_move_that_was_taken_back_is_again_free_of_charge() -> None:
    back = blitz(5).undone(1, 9 * S)
    assert back.deadline_ms() is None
    assert shown(back, 99) == [300, 300]


def test_an_undo_brings_a_side_back() -> None:
    clock = blitz(0, 0, 0, sides="abc").gone("a", 2 * S)
    assert clock.turn == "b"
    back = clock.undone(1, 3 * S)
    assert (back.turn, back.out) == ("a", frozenset())
    assert shown(back, 3) == [301, 302, 303]


@pytest.mark.parametrize("count", [0, -1, 3])
def test_no_more_is_taken_back_than_there_is(count: int) -> None:
    with pytest.raises(NothingToUndo, match=f"{count} of 2 entries"):
        blitz(0, 0).undone(count, S)


def test_equal_entries_are_kept_once() -> None:
    # A hall keeps the clocks of many long games in memory.
    clock = Clock.start(BLITZ, ("a", "b"), "a", at_ms=0)
    for at in range(1, 21):
        clock = clock.moved("ba"[at % 2], at_ms=at * S)
    assert len(clock.entries) == 20
    assert len({id(entry) for entry in clock.entries}) == 2
