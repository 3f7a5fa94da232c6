"""Who may do what and when: random histories at tables of one to four players, compared with what PLAY.md says."""

import random
from collections import Counter
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import taflheim
from random_tables import HOUR, MINUTE, PEOPLE, action, actor, circumstances, pause_ms, table
from taflheim.games.errors import InvalidRecord, MoveError, TaflheimError
from taflheim.table.actor import Actor, House, Person, Spectator, account_of
from taflheim.table.circumstances import Account, Circumstances
from taflheim.table.deadline import duty
from taflheim.table.decision import Decision
from taflheim.table.errors import Overtaken, Refused
from taflheim.table.event import (
    Abort,
    Action,
    Answer,
    CallTime,
    Claim,
    CloseAccount,
    Event,
    FillWithBots,
    Kind,
    MakeOffer,
    Move,
    Resign,
    Sit,
    TakeBackSeat,
    Undo,
    WithdrawOffer,
    WithdrawTable,
)
from taflheim.table.presence import Presence
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl


def may(at: Table, wish: Action, who: Actor, around: Circumstances) -> bool:
    """Whether PLAY.md lets somebody do this at all: its last table, line by line. More may be against it."""
    account = account_of(who)
    belongs = [side for side, seat in at.seats.items() if account and seat.account == account]
    plays = [side for side in belongs if at.seats[side].level is None and side not in at.record.gone]
    named = getattr(wish, "side", None)
    playing = at.result is None and all(seat.account or seat.level for seat in at.seats.values())
    is_open = at.result is None and not playing
    turn = at.seats[at.record.turn]
    match wish:
        case Move(number):
            mine = turn.account == account and turn.level is None if account else turn.level is not None
            return playing and mine and number == at.position_number and not isinstance(who, Spectator)
        case Undo(number):
            alone = all(seat.account in (None, account) for seat in at.seats.values())
            return playing and bool(plays) and alone and not at.terms.rated and number == at.position_number
        case Resign():
            return playing and (named in plays if named else bool(plays))
        case MakeOffer("rematch"):
            return at.result is not None and (named in belongs if named else bool(belongs))
        case MakeOffer():
            return playing and (named in plays if named else bool(plays))
        case Answer() if isinstance(who, House):
            return playing and any(seat.level is not None for side, seat in at.seats.items() if side == named)
        case Answer() | WithdrawOffer():
            mine_now = plays if playing else belongs
            return not is_open and (named in mine_now if named else bool(mine_now))
        case Claim(side):
            # Somebody else's turn, at a clock of hours or minutes, or at none.
            against = side == at.record.turn and turn.level is None and turn.account != account
            return playing and bool(plays) and against and at.terms.clock.kind != "days"
        case Abort():
            fresh = [side for side in plays if not at.clock.has_moved(side)]
            return at.result is None and (named in fresh if named else bool(fresh))
        case Sit(side):
            taken = at.terms.rated and bool(belongs)
            return is_open and account is not None and side in at.seats and at.seats[side] == Seat.free() and not taken
        case TakeBackSeat():
            held = [side for side in belongs if at.seats[side].level is not None and side not in at.record.gone]
            return playing and (named in held if named else bool(held))
        case FillWithBots():
            return is_open and account is not None and (account == at.terms.opener or around.host)
        case WithdrawTable():
            opener = is_open and account == at.terms.opener
            return at.result is None and account is not None and (opener or around.host)
        case CallTime() | CloseAccount():
            return isinstance(who, House)


def outcome(
    at: Table, wish: Action, who: Actor, now_ms: int, around: Circumstances
) -> Decision | Overtaken | TaflheimError:
    """What comes of an action. Whatever it is, the table it was decided at stays as it was."""
    before = (at.events, dict(at.seats), at.record, at.clock, at.offers, at.rematch)
    try:
        return at.decide(wish, who, now_ms, around)
    except TaflheimError as refusal:
        return refusal
    finally:
        assert (at.events, at.seats, at.record, at.clock, at.offers, at.rematch) == before


@settings(max_examples=120)
@given(st.integers(1, 4), st.integers(0, 2**32))
def test_random_histories_keep_the_laws(players: int, seed: int) -> None:
    """Nobody acts for another; what is refused has a reason and changes nothing; a replay gives the same table."""
    rng = random.Random(seed)
    at, now_ms = table(rng, players), HOUR
    for _ in range(30):
        now_ms += pause_ms(rng)
        around = circumstances(rng, at, now_ms)
        wish = action(rng, at)
        who = actor(rng, at, wish)
        ready = at.decide(CallTime(), House(), now_ms, around).table
        found = outcome(at, wish, who, now_ms, around)
        if isinstance(found, Overtaken):
            # Only what was due has happened, and that would have happened without the action.
            assert found.decision == (ready.events[at.number :], ready) and ready is not at
            at = ready
            continue
        if isinstance(found, TaflheimError):
            assert isinstance(found, Refused | MoveError)
            assert found.reason.code and str(found) == found.reason.sentence
            # The rules of the game refuse only moves of who may move.
            assert isinstance(found, Refused) or may(ready, wish, who, around)
            continue
        events, after = found
        if after is at:
            assert isinstance(wish, CallTime | CloseAccount) or events[0].request == wish.request is not None
            continue
        laws_of_events(at, ready, after, events, who)
        assert may(ready, wish, who, around)
        if wish.request:
            again = after.decide(wish, who, now_ms, around)
            assert again.table is after and again.events[0].request == wish.request
        assert (due := duty(after, around)) is None or due.at_ms >= now_ms
        at = after
    replayed = Table.replay("t", at.record.start, at.seats, at.events, at.terms, at.clock.outages)
    assert replayed == at


def laws_of_events(at: Table, ready: Table, after: Table, events: tuple[Event, ...], who: Actor) -> None:
    """Numbers without gaps, time that does not run backwards, and the name of who has done it."""
    assert after.events == (*at.events, *events)
    assert [event.number for event in after.events] == list(range(1, after.number + 1))
    times = [event.at_ms for event in after.events]
    assert times == sorted(times)
    assert all(event.account is None for event in ready.events[at.number :])
    assert all(event.account == account_of(who) for event in after.events[ready.number :])
    assert len({event.request for event in events if event.request}) <= 1
    assert after.clock.out == after.record.gone
    assert after.clock.turn == (after.record.turn if after.state == "playing" else None)


@given(st.integers(1, 4), st.integers(0, 2**32))
def test_who_is_to_move_can_move(players: int, seed: int) -> None:
    """Whatever has happened, a running game goes on, and every person still in it can give up."""
    rng = random.Random(seed)
    at, now_ms = table(rng, players), HOUR
    for _ in range(20):
        now_ms += rng.choice([0, 1_000, 20_000])
        around = circumstances(rng, at, now_ms)
        wish = action(rng, at)
        try:
            at = at.decide(wish, actor(rng, at, wish), now_ms, around).table
        except Overtaken as overtaken:
            at = overtaken.decision.table
        except taflheim.TaflheimError:
            continue
    if at.state != "playing" or at.deserted:
        return
    at = at.decide(CallTime(), House(), now_ms).table
    if at.state == "playing" and not at.deserted:
        player = at.seats[at.record.turn].player
        mover = Person(player) if player else House()
        move = rng.choice(at.record.position.moves())
        assert at.decide(Move(at.position_number, move), mover, now_ms).table.events[-1].text
        for account in at.people:
            assert at.decide(Resign(), Person(account), now_ms).events[0].kind == "resign"


def test_random_histories_see_everything() -> None:
    """The histories above bring about every kind of event and every state: else their laws would say little."""
    rng = random.Random(7)
    kinds: Counter[str] = Counter()
    states: Counter[str] = Counter()
    for round_ in range(400):
        at, now_ms = table(rng, 1 + round_ % 4), HOUR
        for _ in range(30):
            now_ms += pause_ms(rng)
            wish = action(rng, at)
            try:
                at = at.decide(wish, actor(rng, at, wish), now_ms, circumstances(rng, at, now_ms)).table
            except Overtaken as overtaken:
                at = overtaken.decision.table
            except taflheim.TaflheimError:
                continue
        kinds.update(event.kind for event in at.events)
        states[at.state] += 1
    assert set(kinds) == {kind for group in get_args(Kind) for kind in get_args(group)}
    assert set(states) == {"open", "playing", "over", "aborted"}


# ---- one by one ---------------------------------------------------------------------------------------------------

ANNA, BO, CY = map(Person, PEOPLE)
LIVE = TimeControl.parse("5+3")
FULL = {side: Seat.person(name, name.title()) for side, name in zip("ab", PEOPLE, strict=False)}


def two(terms: Terms | None = None, **seats: Seat) -> Table:
    return Table.new("t", taflheim.game("quoridor").start(), FULL | seats, terms or Terms(LIVE, opener="anna"))


OPEN = two(b=Seat.free())
PLAYING = two()
RATED = two(Terms(LIVE, rated=True, opener="anna"), b=Seat.free())
OVER = PLAYING.decide(Resign(), ANNA, 0).table
WITHDRAWN = OPEN.decide(WithdrawTable(), ANNA, 0).table


@pytest.mark.parametrize(
    ("at", "wish", "who", "code"),
    [
        (PLAYING, Move(0, "e8"), BO, "turn_of"),
        (PLAYING, Move(1, "e8"), ANNA, "stale"),
        (PLAYING, Move(0, "e8"), CY, "not_seated"),
        (PLAYING, Move(0, "e8"), Spectator(), "not_seated"),
        (PLAYING, Move(0, "e8"), House(), "turn_of"),
        (PLAYING, Undo(0), ANNA, "nothing_to_undo"),
        (PLAYING, Undo(0), House(), "not_seated"),
        (PLAYING, Resign("b"), ANNA, "not_seated"),
        (PLAYING, Resign("z"), ANNA, "not_seated"),
        (PLAYING, Sit("b", "Cy"), CY, "seat_taken"),
        (PLAYING, FillWithBots((("b", 1, "Bot"),)), ANNA, "begun"),
        (PLAYING, WithdrawTable(), ANNA, "begun"),
        (PLAYING, WithdrawTable(), BO, "opener_only"),
        (PLAYING, WithdrawTable(), Spectator(), "opener_only"),
        (PLAYING, WithdrawTable(), House(), "not_seated"),
        (PLAYING, CallTime(), ANNA, "house_only"),
        (PLAYING, CloseAccount("anna"), ANNA, "house_only"),
        (PLAYING, MakeOffer("rematch"), ANNA, "not_over"),
        (PLAYING, MakeOffer("draw"), CY, "not_seated"),
        (PLAYING, MakeOffer("draw", "b"), ANNA, "not_seated"),
        (PLAYING, MakeOffer("draw"), House(), "not_seated"),
        (PLAYING, Answer(1, True), ANNA, "not_open"),
        (PLAYING, Answer(1, True), CY, "not_seated"),
        (PLAYING, Answer(1, True, "b"), House(), "not_seated"),
        (PLAYING, WithdrawOffer(1), ANNA, "not_open"),
        (PLAYING, WithdrawOffer(1), Spectator(), "not_seated"),
        (PLAYING, Claim("b"), ANNA, "not_to_move"),
        (PLAYING, Claim("a"), ANNA, "claim_self"),
        (PLAYING, Claim("a"), CY, "not_seated"),
        (PLAYING, Abort("b"), ANNA, "not_seated"),
        (PLAYING, TakeBackSeat(), ANNA, "nothing_held"),
        (PLAYING, TakeBackSeat(), CY, "not_seated"),
        (PLAYING, TakeBackSeat(), Spectator(), "not_seated"),
        (OPEN, Move(0, "e8"), ANNA, "not_begun"),
        (OPEN, Resign(), ANNA, "not_begun"),
        (OPEN, MakeOffer("draw"), ANNA, "not_begun"),
        (OPEN, Claim("b"), ANNA, "not_begun"),
        (OPEN, Sit("a", "Bo"), BO, "seat_taken"),
        (OPEN, Sit("z", "Bo"), BO, "no_such_seat"),
        (OPEN, Sit("b", "Bo"), Spectator(), "no_account"),
        (OPEN, FillWithBots((("b", 1, "Bot"),)), BO, "opener_only"),
        (OPEN, FillWithBots((("a", 1, "Bot"),)), ANNA, "seat_taken"),
        (OPEN, FillWithBots((("z", 1, "Bot"),)), ANNA, "no_such_seat"),
        (OPEN, FillWithBots(()), ANNA, "no_seat_free"),
        (OPEN, FillWithBots((("b", 1, "Bot"), ("b", 2, "Other"))), ANNA, "no_seat_free"),
        (OPEN, WithdrawTable(), BO, "opener_only"),
        (OPEN, Abort(), BO, "not_seated"),
        (RATED, Sit("b", "Guest"), Person("guest"), "rated_guest"),
        (RATED, FillWithBots((("b", 1, "Bot"),)), ANNA, "rated_guest"),
        (OVER, Move(1, "e8"), BO, "game_over"),
        (OVER, Resign(), BO, "game_over"),
        (OVER, MakeOffer("draw"), BO, "game_over"),
        (OVER, MakeOffer("rematch"), CY, "not_seated"),
        (OVER, MakeOffer("rematch", "b"), ANNA, "not_seated"),
        (OVER, MakeOffer("rematch"), House(), "not_seated"),
        (OVER, Answer(1, True), BO, "not_open"),
        (OVER, Answer(1, True, "b"), House(), "not_seated"),
        (OVER, WithdrawTable(), ANNA, "game_over"),
        (WITHDRAWN, Sit("b", "Bo"), BO, "game_over"),
        (WITHDRAWN, MakeOffer("rematch"), ANNA, "game_over"),
    ],
)
def test_refusals(at: Table, wish: Action, who: Actor, code: str) -> None:
    with pytest.raises(Refused) as caught:
        at.decide(wish, who, 0)
    assert caught.value.reason.code == code


def test_a_host_withdraws_and_fills_tables_of_others() -> None:
    host = Circumstances(host=True)
    assert OPEN.decide(WithdrawTable(), CY, 0, host).table.state == "aborted"
    assert PLAYING.decide(WithdrawTable(), CY, 0, host).table.state == "aborted"
    assert OPEN.decide(FillWithBots((("b", 1, "Bot"),)), CY, 0, host).table.state == "playing"
    with pytest.raises(Refused, match="only who has opened"):
        PLAYING.decide(WithdrawTable(), Spectator(), 0, host)


def test_nobody_sits_down_with_who_is_blocked() -> None:
    for blocked in ("anna", OPEN.terms.opener):
        if blocked is not None:
            with pytest.raises(Refused) as error:
                OPEN.decide(Sit("b", "Bo"), BO, 0, Circumstances(blocked=frozenset({blocked})))
            assert error.value.reason.code == "blocked_seat"
    assert OPEN.decide(Sit("b", "Bo"), BO, 0, Circumstances(blocked=frozenset({"cy"}))).table.seats_of(BO) == ("b",)


def test_a_second_seat_is_for_casual_tables() -> None:
    around = Circumstances(accounts={"anna": Account("registered")})
    assert OPEN.decide(Sit("b", "Anna, too"), ANNA, 0).table.seats_of(ANNA) == ("a", "b")
    with pytest.raises(Refused) as caught:
        RATED.decide(Sit("b", "Anna, too"), ANNA, 0, around)
    assert caught.value.reason.code == "rated_twice"


def test_a_bad_name_is_no_seat() -> None:
    with pytest.raises(InvalidRecord):
        OPEN.decide(Sit("b", "two\nlines"), BO, 0)


# ---- claims -------------------------------------------------------------------------------------------------------


def claim(at: Table, now_ms: int, presence: Presence | None) -> str:
    """What comes of a claim of Anna against Bo, who is to move."""
    around = Circumstances(presence={"bo": presence} if presence else {})
    try:
        return at.decide(Claim("b"), ANNA, now_ms, around).events[0].kind
    except Refused as refusal:
        return refusal.reason.code


@pytest.mark.parametrize(
    ("clock", "away_ms"), [("5+3", MINUTE), ("move 300", MINUTE), ("none", 3 * MINUTE), ("days 1", None)]
)
def test_a_claim_needs_an_absence(clock: str, away_ms: int | None) -> None:
    at = Table.new("t", taflheim.game("quoridor").start(), FULL, Terms(TimeControl.parse(clock)))
    for number, (move, who) in enumerate([("e8", ANNA), ("e2", BO), ("e7", ANNA), ("e3", BO), ("e6", ANNA)]):
        at = at.decide(Move(number, move), who, 10 * number).table
    if away_ms is None:
        assert claim(at, HOUR, Presence(False, 40, 40)) == "claim_days"
        return
    assert claim(at, 40 + away_ms - 1, Presence(False, 1, 1)) == "claim_early"
    assert claim(at, 40 + away_ms, Presence(False, 1, 1)) == "left"
    assert claim(at, 40 + away_ms, Presence(True, 30, 1)) == "claim_connected"
    assert claim(at, 40 + away_ms, Presence(False, 50, 50)) == "claim_early"
    assert claim(at, 40 + away_ms, None) == "left", "nothing was ever seen of them"
    if clock == "none":
        assert claim(at, 40 + 24 * HOUR - 1, Presence(True, 30, 1)) == "claim_connected"
        assert claim(at, 40 + 24 * HOUR, Presence(True, 30, 1)) == "left", "there, but silent for a day"


def test_who_claims_early_is_told_how_long_to_wait() -> None:
    at = Table.new("t", taflheim.game("quoridor").start(), FULL, Terms(TimeControl.parse("5+3")))
    at = at.decide(Move(0, "e8"), ANNA, 10_000).table
    for now_ms, seconds in ((10_000, 60), (10_999, 60), (11_000, 59), (69_999, 1)):
        with pytest.raises(Refused, match=f"you can claim in {seconds} seconds"):
            at.decide(Claim("b"), ANNA, now_ms)


def test_a_rated_table_is_filled_with_measured_bots_alone() -> None:
    terms = Terms(TimeControl.parse("5+3"), rated=True, opener="anna")
    at = Table.new("t", taflheim.game("quoridor").start(), {**FULL, "b": Seat.free()}, terms)
    known = Circumstances(accounts={"anna": Account("registered")})
    with pytest.raises(Refused) as caught:
        at.decide(FillWithBots((("b", 3, "Torben"),)), ANNA, 0, known)
    assert caught.value.reason.code == "rated_ladder"
    assert (
        at.decide(FillWithBots((("b", 3, "Torben"),)), ANNA, 0, known._replace(measured=True)).table.state == "playing"
    )


def test_a_bot_is_not_claimed_against() -> None:
    at = Table.new("t", taflheim.game("quoridor").start(), {"a": Seat.bot(1, "Bot"), "b": Seat.person("bo", "Bo")})
    with pytest.raises(Refused) as caught:
        at.decide(Claim("a"), BO, 10 * HOUR)
    assert caught.value.reason.code == "claim_bot"
