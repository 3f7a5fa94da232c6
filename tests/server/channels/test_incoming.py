"""What pages send, and what is made of it."""

import json
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflheim import wire
from taflheim.server.channels.incoming import (
    BadMessage,
    Choices,
    Explain,
    Fill,
    Hello,
    Incoming,
    Keys,
    Listen,
    Say,
    SitDown,
    Time,
    Typed,
    Unreadable,
    read,
)
from taflheim.table.event import (
    Abort,
    Answer,
    Claim,
    MakeOffer,
    Move,
    Resign,
    TakeBackSeat,
    Undo,
    WithdrawOffer,
    WithdrawTable,
)


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"type": "hello", "version": 1, "have": 17}, Hello(1, 17)),
        ({"type": "hello", "version": 2, "what": "else"}, Hello(0, 0)),
        ({"type": "hello", "have": 17}, Hello(0, 0)),
        ({"type": "hello", "version": "1", "have": 17}, Hello(0, 0)),
        ({"type": "move", "position_number": 3, "move": "e2", "request": "r"}, Move(3, "e2", "r")),
        ({"type": "undo", "position_number": 3, "request": "r"}, Undo(3, "r")),
        ({"type": "resign", "request": "r"}, Resign(None, "r")),
        ({"type": "resign", "side": None, "request": "r"}, Resign(None, "r")),
        ({"type": "resign", "side": "b", "request": "r"}, Resign("b", "r")),
        ({"type": "sit", "side": "b", "request": "r"}, SitDown("b", "r")),
        ({"type": "offer", "kind": "draw", "request": "r"}, MakeOffer("draw", None, (), "r")),
        ({"type": "offer", "kind": "takeback", "side": "b", "request": "r"}, MakeOffer("takeback", "b", (), "r")),
        (
            {"type": "offer", "kind": "rematch", "plays": {"b": "a", "a": "b"}, "request": "r"},
            MakeOffer("rematch", None, (("a", "b"), ("b", "a")), "r"),
        ),
        ({"type": "answer", "offer": 7, "yes": False, "request": "r"}, Answer(7, False, None, "r")),
        ({"type": "withdraw", "offer": 7, "request": "r"}, WithdrawOffer(7, "r")),
        ({"type": "claim", "side": "b", "request": "r"}, Claim("b", "r")),
        ({"type": "abort", "request": "r"}, Abort(None, "r")),
        ({"type": "take_back", "side": "b", "request": "r"}, TakeBackSeat("b", "r")),
        ({"type": "fill", "bots": {"c": 2, "b": 3}, "request": "r"}, Fill((("b", 3), ("c", 2)), "r")),
        (
            {"type": "fill", "bots": {str(n): n for n in range(8)}, "request": "r"},
            Fill(tuple((str(n), n) for n in range(8)), "r"),
        ),
        ({"type": "withdraw_table", "request": "r"}, WithdrawTable("r")),
        ({"type": "listen", "have": 3, "rooms": ["spectators", "cellar"]}, Listen(3, ("spectators",))),
        ({"type": "say", "text": "x" * 4000, "request": "r"}, Say("x" * 4000, "r")),
        ({"type": "typed", "position_number": 3, "line": "e 8"}, Typed(3, "e 8")),
        ({"type": "keys", "position_number": 3}, Keys(3)),
        ({"type": "time"}, Time()),
        ({"type": "choices", "position_number": 0, "clicked": ["d4"]}, Choices(0, ("d4",))),
        ({"type": "explain", "position_number": 0, "clicked": []}, Explain(0, ())),
        ({"type": "move", "position_number": 0, "move": "ö😀", "request": "r"}, Move(0, "ö😀", "r")),
        (
            {"type": "move", "position_number": 0, "move": "x" * 200, "request": "r" * 200},
            Move(0, "x" * 200, "r" * 200),
        ),
        ({"type": "choices", "position_number": 0, "clicked": ["d4"] * 40}, Choices(0, ("d4",) * 40)),
        ({"type": "hello", "version": 1, "have": 2**31 - 1}, Hello(1, 2**31 - 1)),
    ],
)
def test_messages(sent: dict[str, object], message: Incoming) -> None:
    assert read(json.dumps(sent)) == message
    assert read(json.dumps(sent, ensure_ascii=False)) == message


def test_every_kind_of_message_is_known() -> None:
    """What the protocol lists is read, or refused because of what is missing in it."""
    for listed in (*get_args(wire.Action), *get_args(wire.Question), wire.Hello):
        for kind in get_args(get_type_hints(listed)["type"]):
            problem = ""
            try:
                read(json.dumps({"type": kind}))
            except BadMessage as error:
                problem = str(error)
            assert "no messages of type" not in problem


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "5",
        "null",
        '"hello"',
        "[" * 4000,
        '{"a":' * 800,
        '{"type": "hello", "x": ' + "[" * 1200 + "]" * 1200 + "}",
        '{"type": "move", "position_number": 0, "move": "\\ud800", "request": "r"}',
        '{"type": "sing\\udfff"}',
        '{"\\ud800": 1}',
        '{"type": "hello", "version": 1, "have": 1' + "0" * 4000 + "}",
    ],
)
def test_what_is_no_message(text: str) -> None:
    with pytest.raises((Unreadable, BadMessage)) as refused:
        read(text)
    assert isinstance(refused.value, Unreadable) or "0000" in text


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"type": "sing"},
        {"type": ["hello"]},
        {"type": "hello", "version": 1},
        {"type": "hello", "version": 1, "have": -1},
        {"type": "hello", "version": 1, "have": 2**31},
        {"type": "move", "position_number": 0, "move": 5, "request": "r"},
        {"type": "move", "position_number": True, "move": "d4-d5", "request": "r"},
        {"type": "move", "position_number": 0, "move": "d4-d5"},
        {"type": "move", "position_number": 0, "move": "x" * 201, "request": "r"},
        {"type": "undo", "position_number": 0, "request": ""},
        {"type": "undo", "position_number": 1.0, "request": "r"},
        {"type": "resign", "side": 5, "request": "r"},
        {"type": "offer", "kind": "tea", "request": "r"},
        {"type": "offer", "kind": "rematch", "plays": {"a": 1}, "request": "r"},
        {"type": "offer", "kind": "draw"},
        {"type": "answer", "offer": 7, "yes": 1, "request": "r"},
        {"type": "answer", "offer": "7", "yes": True, "request": "r"},
        {"type": "fill", "bots": {"a": True}, "request": "r"},
        {"type": "fill", "bots": {str(n): n for n in range(9)}, "request": "r"},
        {"type": "fill", "bots": {"a": 1, "b": "2"}, "request": "r"},
        {"type": "say", "text": "x" * 4001, "request": "r"},
        {"type": "typed", "position_number": 3},
        {"type": "keys"},
        {"type": "claim", "request": "r"},
        {"type": "call_time", "request": "r"},
        {"type": "explain", "position_number": 0, "clicked": "d4"},
        {"type": "explain", "position_number": 0, "clicked": [4]},
        {"type": "choices", "position_number": 0, "clicked": ["d4"] * 41},
    ],
)
def test_what_does_not_fit(sent: dict[str, object]) -> None:
    with pytest.raises(BadMessage) as refused:
        read(json.dumps(sent))
    assert str(refused.value)
    assert refused.value.request == (sent.get("request") or (None if "request" not in sent else ""))


def test_a_refusal_names_the_request_only_if_it_is_one() -> None:
    for request in (7, "x" * 201, None):
        with pytest.raises(BadMessage) as refused:
            read(json.dumps({"type": "sing", "request": request}))
        assert refused.value.request is None
    with pytest.raises(BadMessage) as refused:
        read(json.dumps({"type": "sing", "request": "x" * 200}))
    assert refused.value.request == "x" * 200


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.text() | st.builds(json.dumps, _JSON | st.dictionaries(st.sampled_from(["type", "have", "move"]), _JSON)))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read(text)
    except (Unreadable, BadMessage) as error:
        str(error).encode()
