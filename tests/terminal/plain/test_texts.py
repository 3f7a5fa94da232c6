"""What line mode says, from what it was told: all of it pure."""

import asyncio
from typing import Any, cast

import taflheim
from taflheim import wire
from taflheim.games.view import Piece
from taflheim.terminal.live import table_state
from taflheim.terminal.live.story import Ply, Stand, Story
from taflheim.terminal.live.table_state import Told
from taflheim.terminal.plain import board_text, legal
from taflheim.terminal.plain.news import news, presence, since_own

QUORIDOR = taflheim.game("quoridor")
SEATS = {"a": {"name": "Anna", "kind": "person"}, "b": {"name": "Bo", "kind": "person"}}


def told(ply: int = 0, people: dict[str, Any] | None = None, **more: Any) -> Told:
    """What a hall tells of a table, as far as it matters here."""
    you = {"seats": ["a"], "answers": [], "withdraws": [], "may": [], "choices": None} | more.pop("you", {})
    around = None
    if people is not None:
        around = {"state": "playing", "seats": SEATS, "offers": [], "rematch": None, "clock": None} | people
    state = {
        "type": "state",
        "number": 1,
        "ply": ply,
        "words": f"Ply {ply}.",
        "result": None,
        "pieces": [],
        "effects": [],
        "here": None,
        "queue": None,
        "you": you,
        "people": around,
        "entry": None,
    }
    return cast(Told, {**state, **more})


def said(before: Told, after: Told) -> list[str]:
    return news(QUORIDOR, table_state.begin(cast(wire.State, before)), after)


def offer(kind: str, number: int = 5) -> dict[str, Any]:
    return {"number": number, "kind": kind, "by": "b", "text": f"Bo offers a {kind}.", "own": f"You offer a {kind}."}


def test_moves_and_what_is_taken_back() -> None:
    assert said(told(1), told(2)) == ["Ply 2."]
    assert said(told(3), told(2)) == ["1 move was taken back."]
    assert said(told(4), told(2)) == ["2 moves were taken back."]
    assert said(told(1), told(1)) == []


def test_offers() -> None:
    quiet, offered = told(people={}), {"offers": [offer("draw")]}
    assert said(quiet, told(people=offered, you={"answers": [5]})) == ["Bo offers a draw. Type 'accept' or 'decline'."]
    assert said(quiet, told(people=offered, you={"withdraws": [5]})) == ["You offer a draw."]
    assert said(quiet, told(people=offered)) == ["Bo offers a draw."]
    standing = told(people=offered)
    assert said(standing, told(people=offered)) == []
    assert said(standing, quiet) == ["The offer of a draw was not accepted."]
    # Against bots there is nothing else to tell of people.
    assert said(standing, told()) == ["The offer of a draw was not accepted."]
    over = {"winner": None, "reason": "agreed", "title": "A draw!", "text": "Everybody has agreed to it."}
    assert said(standing, told(people={}, result=over)) == []
    rematch = {"number": 7, "text": "Bo offers a rematch.", "own": "You offer a rematch."}
    assert said(quiet, told(people={"rematch": rematch})) == ["Bo offers a rematch."]
    assert said(quiet, told(people={"rematch": rematch}, you={"withdraws": [7]})) == ["You offer a rematch."]


def test_seats() -> None:
    def seated(kind: str, name: str = "Bo", state: str = "playing") -> Told:
        return told(people={"state": state, "seats": {**SEATS, "b": {"name": name, "kind": kind}}})

    free = seated("free", "", "open")
    assert said(free, seated("person")) == ["Bo plays Green (b).", "The game begins."]
    assert said(free, told()) == ["The game begins."]
    assert said(seated("person", state="open"), free) == ["Green (b) is free again."]
    assert said(seated("person"), seated("held")) == ["A bot plays on for Bo."]
    assert said(seated("held"), seated("person")) == ["Bo is back."]


def test_who_is_there() -> None:
    people = cast(wire.People, {"seats": SEATS})
    here = cast(wire.Here, {"away": {}, "watching": 0, "claim_ms": None})
    away = cast(wire.Here, {**here, "away": {"b": 1, "a": 1}})
    assert presence(QUORIDOR, ["a"], here, away, people) == ["Bo is away."]
    assert presence(QUORIDOR, ["a"], away, here, people) == ["Bo is here again."]
    assert presence(QUORIDOR, ["a"], None, away, people) == [] == presence(QUORIDOR, ["a"], here, away, None)


def test_what_others_have_done_since_ones_own_move() -> None:
    def ply(side: str) -> Ply:
        return Ply(side, "", None, (), Stand(frozenset(), (), f"{side} moves.", (), ""))

    story = Story(("a", "b", "c"), Stand(frozenset(), (), "", (), "a"), (ply("a"), ply("b"), ply("c")))
    assert since_own(story, ["a"]) == ["b moves.", "c moves."]
    assert since_own(story, ["c"]) == ["c moves."]
    assert since_own(story, ["d"]) == ["a moves.", "b moves.", "c moves."]
    assert since_own(story, []) == ["c moves."]


def test_all_moves_also_those_that_go_on_further() -> None:
    asked: list[list[str]] = []

    async def further(clicked: list[str]) -> wire.Tree:
        asked.append(clicked)
        return {"e1": "a1xc1xe1", "a3": None} if len(clicked) == 2 else {"c3": "a1xc1xa3xc3"}

    tree: wire.Tree = {"a1": {"a2": "a1-a2", "c1": None}, "pass": "pass"}
    assert asyncio.run(legal.moves(tree, further)) == "a1-a2 a1xc1xe1 a1xc1xa3xc3 pass"
    assert asked == [["a1", "c1"], ["a1", "c1", "a3"]]
    many: wire.Tree = {str(number): f"m{number}" for number in range(legal.MOST_SHOWN + 5)}
    assert asyncio.run(legal.moves(many, further)).endswith(f"m{legal.MOST_SHOWN - 1} … and more")


def test_boards_and_what_stands_beside_them() -> None:
    key = cast(wire.Key, {"key": "0", "spot": "f9", "moves": {"": "f9"}, "question": "", "spots": {}})
    drawn = board_text.board(QUORIDOR.layout, QUORIDOR.start().pieces, "ascii", [key])
    assert drawn.startswith("\n9   | | | |a|0| | |\n") and drawn.endswith("\n")
    clock = cast(wire.Clock, {"kind": "game", "left_ms": {"a": 60_000, "b": 5_000}, "running": "a", "at_ms": 0})
    facts = cast(list[wire.Fact], [{"code": "walls_left", "side": "a", "value": 3, "text": "3 walls left"}])
    assert board_text.beside(QUORIDOR, facts, clock, 30_000) == (
        "White (a): 3 walls left, 0:30 on the clock. Green (b): 0:05 on the clock."
    )
    pieces = [*QUORIDOR.start().pieces, Piece("wall.horizontal", "", "e3h")]
    assert board_text.in_words(QUORIDOR, pieces).splitlines()[-1] == "Horizontal wall: e3h."


def test_who_sits_where() -> None:
    def seat(who: str, name: str = "", *, yours: bool = False) -> dict[str, object]:
        return {"who": who, "name": name, "yours": yours}

    me = seat("person", "Anna", yours=True)
    assert board_text.seating(QUORIDOR, {"a": me, "b": me}) == "Everybody plays at this screen."
    assert board_text.seating(QUORIDOR, {"a": me, "b": seat("free")}) == "White (a): you. Green (b): nobody yet."
    others = {"a": seat("guest", "Bo"), "b": seat("program", "loki-bot")}
    assert board_text.seating(QUORIDOR, others) == "White (a): Bo. Green (b): loki-bot, a program."
    assert board_text.seating(taflheim.game("hivolts"), {"player": me}) == ""
