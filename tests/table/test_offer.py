"""Offers of draws and takebacks: who must agree, when they lapse, and how often they may come."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflheim.table.event import Event
from taflheim.table.offer import Kind, Offers, bot_wants_draw, plies_back
from taflheim.table.offer_refused import OfferRefused
from taflheim.table.seat import Seat

KINDS: tuple[Kind, Kind] = ("draw", "takeback")


def table(people: str, rated: bool = False) -> Offers:
    """A table whose sides are a, b, c …: of the accounts with these letters, or of bots (a digit each)."""
    return Offers(
        {
            side: Seat.bot(int(who), f"Bot {who}") if who.isdigit() else Seat.person(who, f"Person {who}")
            for side, who in zip("abcd", people, strict=False)
        },
        rated,
    )


def opened(offers: Offers, kind: Kind, side: str, number: int = 1) -> Offers:
    found = offers.offered(kind, side, number)
    assert found.outcome == "open"
    return found.offers


def agree(offers: Offers, kind: Kind, *sides: str, number: int = 1) -> str:
    """What comes of it if these sides agree one after the other."""
    outcome = "none"
    for side in sides:
        outcome, offers = offers.answered(kind, side, number, yes=True)
    return outcome


@contextmanager
def refusal(code: str) -> Iterator[None]:
    with pytest.raises(OfferRefused) as caught:
        yield
    assert caught.value.reason.code == code


# ---- laws -----------------------------------------------------------------------------------------------------------


@given(st.sampled_from(["AB", "ABC", "ABA", "ABCD", "ABAB", "AB1", "A1B2", "A1"]), st.booleans(), st.data())
def test_laws(people: str, rated: bool, data: st.DataObject) -> None:
    """Whatever is done in whatever order, an offer is accepted by all who play, and nobody asks too often."""
    offers = table(people, rated)
    account = dict(zip("abcd", people, strict=False))
    asked: dict[str, tuple[Kind, str, set[str]]] = {}  # by kind: who asked, and who agreed
    moves: dict[str, int] = defaultdict(int)
    draws: dict[str, int] = {}  # how many moves an account had made at its last draw offer
    for number in range(1, data.draw(st.integers(1, 40))):
        side = data.draw(st.sampled_from(sorted(account)))
        who = account[side]
        kind = data.draw(st.sampled_from(KINDS))
        act = data.draw(st.sampled_from(["offer", "yes", "no", "withdraw", "move", "move", "move", "undo", "gone"]))
        there = offers.find(kind)
        outcome: str | None = None
        try:
            if act == "offer":
                outcome, after = offers.offered(kind, side, number, lambda _: True)
            elif act in ("yes", "no"):
                outcome, after = offers.answered(kind, side, there.number if there else 0, act == "yes")
            elif act == "withdraw":
                after = offers.withdrawn(kind, side, there.number if there else 0)
            elif act == "gone":
                if len(account) == 1:
                    continue
                after = offers.gone(side)
                del account[side]
            else:
                after = offers.moved(side) if act == "move" else offers.taken_back()
        except OfferRefused:
            continue
        if act == "offer":
            assert not (kind == "takeback" and rated)
            if there is None:
                asked[kind] = (kind, who, {who} | {one for one in people if one.isdigit()})
                if kind == "draw":
                    assert who not in draws or moves[who] - draws[who] >= 10
                    draws[who] = moves[who]
        if act in ("offer", "yes"):
            assert kind in asked
            asked[kind][2].add(who)
            assert (outcome == "accepted") == (set(account.values()) <= asked[kind][2])
        if outcome == "accepted":
            assert not after.open
        if act == "move":
            moves[who] += 1
            assert all(account[offer.side] == who and offer.kind == "draw" for offer in after.open)
        if act == "gone":
            assert not after.open
            draws = {one: count for one, count in draws.items() if not (there_was(offers, account | {side: who}, one))}
        if act == "undo":
            assert not after.open
        assert len({offer.kind for offer in after.open}) == len(after.open) <= 2
        assert all(offer.side in offer.agreed and offers.waiting(offer) for offer in after.open)
        assert all(count > 0 for count in after.moves_to_wait.values())
        offers = after


def there_was(offers: Offers, account: dict[str, str], who: str) -> bool:
    return any(offer.kind == "draw" and account[offer.side] == who for offer in offers.open)


def test_a_table_is_casual_if_nothing_else_is_said() -> None:
    assert not Offers(table("AB").seats).rated


# ---- agreeing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_all_others_must_agree(kind: Kind) -> None:
    offers = opened(table("ABC"), kind, "b")
    assert offers.waiting(offers.open[0]) == {"a", "c"}
    assert agree(offers, kind, "a") == "open"
    assert agree(offers, kind, "a", "c") == "accepted"
    declined = offers.answered(kind, "a", 1, yes=False)
    assert declined.outcome == "declined"
    assert not declined.offers.open


@pytest.mark.parametrize("kind", KINDS)
def test_several_seats_of_one_account_answer_as_one(kind: Kind) -> None:
    offers = opened(table("ABAB"), kind, "a")
    assert offers.waiting(offers.open[0]) == {"b", "d"}
    assert agree(offers, kind, "d") == "accepted"
    with refusal("own_offer"):
        offers.answered(kind, "c", 1, yes=True)
    with refusal("open_already"):
        offers.offered(kind, "c", 2)
    assert not offers.withdrawn(kind, "c", 1).open


def test_everybody_at_one_screen_has_agreed_at_once() -> None:
    assert table("AA").offered("draw", "a", 1).outcome == "accepted"


def test_to_offer_a_draw_as_well_is_to_agree() -> None:
    offers = opened(table("AB"), "draw", "a")
    assert offers.offered("draw", "b", 2).outcome == "accepted"


def test_a_takeback_is_answered_before_another_is_asked_for() -> None:
    offers = opened(table("AB"), "takeback", "a")
    with refusal("answer_first"):
        offers.offered("takeback", "b", 2)


def test_an_answer_names_its_offer() -> None:
    offers = opened(table("AB"), "takeback", "a", 7)
    for number in (0, 6, 8):
        with refusal("not_open"):
            offers.answered("takeback", "b", number, yes=True)
        with refusal("not_open"):
            offers.withdrawn("takeback", "a", number)
    with refusal("not_open"):
        offers.answered("draw", "b", 7, yes=True)


def test_an_offer_is_not_answered_twice_but_may_be_declined_after_all() -> None:
    offers = opened(table("ABC"), "draw", "a").answered("draw", "b", 1, yes=True).offers
    with refusal("agreed_already"):
        offers.answered("draw", "b", 1, yes=True)
    assert offers.answered("draw", "b", 1, yes=False).outcome == "declined"


def test_only_who_offers_withdraws() -> None:
    offers = opened(table("AB"), "draw", "a")
    with refusal("not_yours"):
        offers.withdrawn("draw", "b", 1)
    with refusal("own_offer"):
        offers.answered("draw", "a", 1, yes=True)


def test_two_kinds_can_be_open_and_a_takeback_ends_both() -> None:
    offers = opened(opened(table("AB"), "draw", "a"), "takeback", "a", 2)
    assert [offer.kind for offer in offers.open] == ["draw", "takeback"]
    assert [offer.kind for offer in offers.withdrawn("takeback", "a", 2).open] == ["draw"]
    assert [offer.kind for offer in offers.withdrawn("draw", "a", 1).open] == ["takeback"]
    accepted = offers.answered("takeback", "b", 2, yes=True)
    assert accepted.outcome == "accepted"
    assert not accepted.offers.open
    assert not offers.taken_back().open


def test_nobody_is_asked_in_a_game_for_one() -> None:
    with refusal("alone"):
        table("A").offered("draw", "a", 1)


def test_only_who_plays_has_a_say() -> None:
    offers = table("ABC").gone("c")
    for side in ("c", "x"):
        with refusal("not_playing"):
            offers.offered("draw", side, 1)
        with refusal("not_playing"):
            offers.answered("draw", side, 1, yes=True)
        with refusal("not_playing"):
            offers.moved(side)
        with refusal("not_playing"):
            offers.gone(side)
        with refusal("not_playing"):
            offers.seated(side, Seat.bot(1, "Bot"))
    assert agree(opened(offers, "draw", "a"), "draw", "b") == "accepted"


# ---- bots -----------------------------------------------------------------------------------------------------------


def test_bots_vote_beside_people() -> None:
    offers = table("A1B2")
    assert offers.offered("draw", "a", 1, lambda side: side in "bd").outcome == "open"
    assert agree(offers.offered("draw", "a", 1, lambda _: True).offers, "draw", "c") == "accepted"
    assert offers.offered("draw", "a", 1, lambda side: side == "b").outcome == "declined"
    assert table("A1").offered("draw", "a", 1, lambda _: True).outcome == "accepted"


def test_bots_may_answer_later() -> None:
    offers = opened(table("A12"), "draw", "a")
    assert agree(offers, "draw", "b") == "open"
    assert agree(offers, "draw", "b", "c") == "accepted"
    assert offers.answered("draw", "c", 1, yes=False).outcome == "declined"


def test_bots_agree_to_a_takeback() -> None:
    assert table("A1").offered("takeback", "a", 1, lambda _: False).outcome == "accepted"
    assert agree(opened(table("A1B"), "takeback", "a"), "takeback", "c") == "accepted"


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_when_a_bot_wants_a_draw(sides: int) -> None:
    for points, wants in ((-5.1, False), (-5, True), (0, True), (5, True), (5.1, False)):
        assert bot_wants_draw(1 / sides + points / 100, sides, 40) is wants
        assert not bot_wants_draw(1 / sides + points / 100, sides, 39)
    assert bot_wants_draw(0.55, 2, 400)


# ---- lapsing, and asking again --------------------------------------------------------------------------------------


def moved(offers: Offers, side: str, times: int) -> Offers:
    for _ in range(times):
        offers = offers.moved(side)
    return offers


def test_a_draw_lapses_when_another_side_moves() -> None:
    offers = opened(table("ABC"), "draw", "b")
    assert offers.moved("b").open == offers.open
    assert not offers.moved("a").open
    assert not offers.moved("c").open
    assert opened(table("ABA"), "draw", "a").moved("c").open  # the same person


def test_a_takeback_lapses_with_every_move() -> None:
    offers = opened(table("ABC"), "takeback", "b")
    for side in "abc":
        assert not offers.moved(side).open


@pytest.mark.parametrize("end", ["declined", "lapsed", "withdrawn", "taken back", "bots"])
def test_no_draw_is_offered_again_for_ten_own_moves(end: str) -> None:
    offers = table("A1B" if end == "bots" else "AB")
    other = "c" if end == "bots" else "b"
    offers = offers.offered("draw", "a", 1, lambda _: end != "bots").offers
    if end == "declined":
        offers = offers.answered("draw", "b", 1, yes=False).offers
    elif end == "withdrawn":
        offers = offers.withdrawn("draw", "a", 1)
    elif end == "taken back":
        offers = offers.taken_back()
    offers = moved(offers, other, 30)
    for own in range(10):
        with pytest.raises(OfferRefused, match=f"make {10 - own} more of your own moves before you ask again"):
            offers.offered("draw", "a", 9)
        opened(offers, "draw", other)  # the other may
        opened(offers, "takeback", "a")  # and this is another thing
        offers = offers.moved("a")
    opened(offers, "draw", "a")


def test_who_waits_may_still_agree() -> None:
    offers = moved(opened(table("AB"), "draw", "a"), "b", 1)
    assert agree(opened(offers, "draw", "b", 5), "draw", "a", number=5) == "accepted"


@pytest.mark.parametrize(("end", "moves"), [("declined", 10), ("lapsed", 10), ("withdrawn", 1), ("own move", 0)])
def test_a_takeback_that_was_refused_is_not_asked_again_for_ten_own_moves(end: str, moves: int) -> None:
    offers = opened(table("AB"), "takeback", "a")
    if end == "declined":
        offers = offers.answered("takeback", "b", 1, yes=False).offers
    elif end == "withdrawn":
        offers = offers.withdrawn("takeback", "a", 1)
    else:
        offers = offers.moved("a" if end == "own move" else "b")
    for _ in range(moves):
        with refusal("too_soon"):
            offers.offered("takeback", "a", 9)
        offers = offers.moved("a")
    opened(offers, "takeback", "a")


def test_an_accepted_takeback_limits_nobody() -> None:
    offers = opened(table("AB"), "takeback", "a").answered("takeback", "b", 1, yes=True).offers
    opened(offers, "takeback", "a")


def test_a_limit_holds_for_all_seats_of_the_account() -> None:
    offers = opened(table("ABAC"), "draw", "a").answered("draw", "b", 1, yes=False).offers
    with refusal("too_soon"):
        offers.offered("draw", "c", 2)
    offers = moved(moved(offers, "a", 5), "c", 5)
    opened(offers, "draw", "a")
    opened(offers, "draw", "c")


def test_nothing_is_taken_back_in_a_rated_game() -> None:
    with refusal("rated"):
        table("AB", rated=True).offered("takeback", "a", 1)
    opened(table("AB", rated=True), "draw", "a")


# ---- changes at the table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", ["a", "b", "c"])
def test_leaving_and_changes_of_seats_end_offers_and_limit_nobody(kind: Kind, side: str) -> None:
    offers = opened(table("ABC", rated=kind == "draw"), kind, "a")
    gone, seated = offers.gone(side), offers.seated(side, Seat.bot(3, "Bot"))
    assert set(gone.seats) == {"a", "b", "c"} - {side}
    assert seated.seats[side].is_bot
    for after in (gone, seated):
        assert not after.open
        assert after.rated == offers.rated
        if side != "a":
            assert after.offered(kind, "a", 2).outcome == "open"


def test_a_limit_from_before_stays() -> None:
    offers = moved(opened(table("ABC"), "draw", "a"), "b", 1).gone("b")
    with refusal("too_soon"):
        offers.offered("draw", "a", 2)


# ---- how far back ---------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(["a", "b", "c", None]), max_size=12), st.sampled_from("abc"))
def test_a_takeback_goes_to_the_last_own_turn(entries: list[str | None], side: str) -> None:
    since_barrier = entries[len(entries) - entries[::-1].index(None) :] if None in entries else entries
    if side in since_barrier:
        count = plies_back(entries, side)
        assert entries[-count] == side
        assert side not in entries[len(entries) - count + 1 :]
    else:
        with refusal("barred" if None in entries else "nothing_to_take_back"):
            plies_back(entries, side)


def test_other_events_leave_offers_as_they_are() -> None:
    offers = opened(table("AB"), "draw", "a")
    assert offers.after(Event(2, "fill", "b", "3 Torben", 0), offers.seats) is offers
    assert offers.after(Event(2, "answer", "b", "9 yes", 0), offers.seats) is offers, "an offer that is not open"
