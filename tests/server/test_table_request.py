"""Requests for new tables, read from forms and JSON."""

import pytest

from taflheim.games.errors import InvalidOption
from taflheim.server.table_request import TableRequest, from_form, from_json


def test_what_is_not_said_is_harmless() -> None:
    assert TableRequest() == (None, {}, {}, None, "new", *[None] * 5, "none", *[False] * 3, "out", False, {}, None)


def test_forms() -> None:
    asked = from_form(b"game=quoridor&side=lot&clock=days+3&rated=no&public=yes&watchable=maybe&policy=bot&request=r")
    assert asked == TableRequest(
        "quoridor", side="lot", clock="days 3", public=True, watchable="maybe", policy="bot", request="r"
    )
    assert from_form(b"game=quoridor&side=&request=&option.players=3&seat.a=me&seat.b=") == TableRequest(
        "quoridor", {"players": "3"}, {"a": "me", "b": ""}
    )
    assert from_form(b"from=x&ply=3&board=wild&start=s&rated=yes&programs=yes&seed=7&record=r") == TableRequest(
        source="x", ply="3", board="wild", start="s", rated=True, programs=True, seed="7", record="r"
    )
    own = b"game=quoridor&clock=custom&clock.kind=%s&clock.amount=+7+&clock.plus=%s"
    clocks = [from_form(own % parts).clock for parts in ((b"game", b"2"), (b"game", b""), (b"move", b"2"), (b"", b""))]
    assert clocks == ["7+2", "7+0", "move 7", " 7"]


def test_json() -> None:
    asked = from_json(b'{"game": "quoridor", "seats": {"a": "me", "b": 3}, "clock": "5+3", "rated": true, "more": 1}')
    assert asked == TableRequest("quoridor", seats={"a": "me", "b": "3"}, clock="5+3", rated=True)
    assert from_json(b'{"from": "x", "ply": 3}') == TableRequest(source="x", ply=3)
    assert from_json(b'{"game": "toy", "source": "x", "options": {"size": 3}}') == TableRequest("toy", {"size": 3})
    for text in (b"", b"[1]", b"{}", b'{"game": "toy", "seats": []}', b'{"game": "toy", "options": 3}', b"[" * 9999):
        with pytest.raises(InvalidOption, match="expected JSON"):
            from_json(text)
