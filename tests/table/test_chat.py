"""Who may speak and read where, over all roles and states of tables; and what a line can be."""

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import random_tables
from seated import ANNA, BO, BOT, CY, seated
from taflheim.games.errors import TaflheimError
from taflheim.table.actor import Actor, House, Person, Spectator, account_of
from taflheim.table.chat import LONGEST_LINE, ROOMS, has_chat, line, readable, room_of, speaking_room
from taflheim.table.errors import CannotTalk, LineRefused
from taflheim.table.event import Resign
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

STRANGER = Person("stranger")


def after_something(rng: random.Random, players: int) -> Table:
    """A table at which anything may have happened, of any kind."""
    table = random_tables.table(rng, players)
    now_ms = random_tables.HOUR
    for _ in range(rng.randrange(12)):
        wish = random_tables.action(rng, table)
        now_ms += random_tables.pause_ms(rng)
        try:
            around = random_tables.circumstances(rng, table, now_ms)
            table = table.decide(wish, random_tables.actor(rng, table, wish), now_ms, around).table
        except TaflheimError:
            continue
    return table


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@given(seed=st.integers(0, 2**32), watchable=st.booleans(), host=st.booleans())
def test_who_speaks_and_reads_where(players: int, seed: int, watchable: bool, host: bool) -> None:
    rng = random.Random(seed)
    table = after_something(rng, players)
    object.__setattr__(table.terms, "watchable", watchable)
    seated_here = {seat.account for seat in table.seats.values()} | {table.terms.opener}
    actors: tuple[Actor, ...] = random_tables.ACTORS
    for actor in actors:
        rooms, own = readable(table, actor, host=host), room_of(table, actor, host=host)
        # Nobody reads what is not said in one of the two rooms, and who belongs nowhere reads nothing.
        assert set(rooms) <= set(ROOMS) and bool(rooms) == (own is not None)
        if isinstance(actor, House) or not has_chat(table):
            assert own is None
            continue
        plays = account_of(actor) in seated_here - {None}
        assert (own == "players") == plays
        if plays and table.result is None:
            assert rooms == ("players",)
        elif plays or watchable or host:
            assert rooms == ROOMS
        else:
            assert own is None
        # Who belongs to a room speaks there, with a name.
        if own is None or isinstance(actor, Spectator):
            with pytest.raises(CannotTalk):
                speaking_room(table, actor, host=host)
        else:
            assert speaking_room(table, actor, host=host) == own


def test_nobody_talks_at_a_table_of_ones_own() -> None:
    alone = seated(b=BOT)
    assert not has_chat(alone) and not readable(alone, ANNA)
    with pytest.raises(CannotTalk, match="nobody else"):
        speaking_room(alone, ANNA)
    assert has_chat(seated(b=BOT, terms=Terms(watchable=True)))
    assert has_chat(seated(b=Seat.free()))
    assert has_chat(seated()) and has_chat(seated(b=BOT, terms=Terms(opener="dee")))
    assert not has_chat(seated(b=Seat.person("anna", "Anna")))


def test_at_the_end_everybody_hears_both_rooms() -> None:
    table = seated(terms=Terms(watchable=True))
    assert [readable(table, who) for who in (ANNA, CY, Spectator())] == [("players",), ROOMS, ROOMS]
    table = table.decide(Resign(), BO, 0).table
    assert [readable(table, who) for who in (ANNA, CY, Spectator())] == [ROOMS, ROOMS, ROOMS]


def test_only_who_may_look_on_talks() -> None:
    table = seated(terms=Terms(opener="dee"))
    assert room_of(table, Person("dee")) == "players"
    assert readable(table, STRANGER) == () and readable(table, STRANGER, host=True) == ROOMS
    assert room_of(table, STRANGER) is None and room_of(table, STRANGER, host=True) == "spectators"
    with pytest.raises(CannotTalk, match="only who plays"):
        speaking_room(table, STRANGER)
    with pytest.raises(CannotTalk, match="needs a name"):
        speaking_room(seated(terms=Terms(watchable=True)), Spectator())


HOSTILE = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "abc\u202etxt.exe": "abctxt.exe",
    "\u2066\u200fhi\u2069": "hi",
    "zero\u200bwidth\ufeff\u2060": "zerowidth",
    "a\x00b\x1b[31mc\x7f\x85d": "ab[31mc d",
    "half \ud83d of one": "half of one",
    "two\u2028lines\u2029here\r\nand\there": "two lines here and here",
    "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}": "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}",
}


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_kept_of_hostile_lines(text: str) -> None:
    assert line(text) == HOSTILE[text]


def test_a_line_is_as_long_as_it_may_be() -> None:
    assert len(line("\N{GRINNING FACE}" * LONGEST_LINE)) == LONGEST_LINE
    for text in ("x" * (LONGEST_LINE + 1), "x" * 1_000_000):
        with pytest.raises(LineRefused, match="at most 300"):
            line(text)
    # Of what is far too long nothing is read, not even that only spaces are too many.
    assert line(" " * (10 * LONGEST_LINE - 1) + "x") == "x"
    with pytest.raises(LineRefused, match="at most 300"):
        line(" " * 10 * LONGEST_LINE + "x")
    for text in ("", " \t\n", "\u202e\u200b", "\N{ZERO WIDTH JOINER}", "\N{COMBINING ACUTE ACCENT}"):
        with pytest.raises(LineRefused, match="nothing to read"):
            line(text)


@given(st.text(st.characters(), max_size=400))
def test_what_is_kept_can_be_shown_anywhere(text: str) -> None:
    try:
        kept = line(text)
    except LineRefused:
        return
    assert 0 < len(kept) <= LONGEST_LINE and kept == line(kept)
    assert kept.encode().decode() == kept and unicodedata.is_normalized("NFC", kept)
    assert not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in kept)
    assert not any(
        unicodedata.bidirectional(sign) in ("RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI") for sign in kept
    )
