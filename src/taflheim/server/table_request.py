"""What somebody asks for who wants a new table, as a form or as JSON, read but not checked (new_table.py does that)."""

import json
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl

from taflheim.games.errors import InvalidOption

OPTION, SEAT, NAME = "option.", "seat.", "name."
"""How the names of such fields begin."""
LOT = "lot"
"""In place of a side: it is drawn by lot who plays which."""
NEW, WILD = BOARDS = ("new", "wild")
_CUSTOM = "custom"
_TRUTHS = {"yes": True, "no": False, "": False}


class TableRequest(NamedTuple):
    """A request for a new table, not checked yet."""

    game: object = None
    options: Mapping[str, object] = {}
    seats: Mapping[str, str] = {}
    """By side: me, here (another person at this screen), open, or a bot by its number or name."""
    side: object = None
    """Which side one plays oneself: one of the game's, or `lot`. Seats that are not named are free then; else all who
    are not named sit at this screen."""
    board: object = NEW
    start: object = None
    record: object = None
    """The text of a game to go on with, its moves included. It tells the game and its options."""
    seed: object = None
    """What the board, the lots of bots and luck are drawn from."""
    source: object = None
    """The id of a table: the game begins with a position of it."""
    ply: object = None
    """Which position of that table, by the number of moves made; None for the last."""
    clock: object = "none"
    rated: object = False
    public: object = False
    watchable: object = False
    policy: object = "out"
    programs: object = False
    names: Mapping[str, str] = {}
    """By side: what somebody at this screen is called."""
    request: object = None
    """An id under which the same opener gets the same table again."""


def from_form(body: bytes) -> TableRequest:
    """A request from a form: `game`, `option.NAME`, `seat.SIDE`, `side`, `clock`, `rated` … as in TableRequest.

    >>> asked = from_form(b"game=quoridor&option.players=2&seat.a=me&seat.b=1&rated=yes&clock=5%2B3")
    >>> asked.seats, asked.rated, asked.clock
    ({'a': 'me', 'b': '1'}, True, '5+3')
    """
    sent = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    fields = dict(sent)
    return TableRequest(
        fields.get("game"),
        _beginning(sent, OPTION),
        _beginning(sent, SEAT),
        fields.get("side") or None,
        fields.get("board", NEW),
        fields.get("start"),
        fields.get("record"),
        fields.get("seed"),
        fields.get("from"),
        fields.get("ply"),
        _clock(fields),
        _truth(fields.get("rated", "")),
        _truth(fields.get("public", "")),
        _truth(fields.get("watchable", "")),
        fields.get("policy", "out"),
        _truth(fields.get("programs", "")),
        {side: name for side, name in _beginning(sent, NAME).items() if name.strip()},
        fields.get("request") or None,
    )


def _beginning(sent: list[tuple[str, str]], prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): value for name, value in sent if name.startswith(prefix)}


def _truth(text: str) -> object:
    return _TRUTHS.get(text, text)


def _clock(fields: Mapping[str, str]) -> str:
    """The text of a clock that was chosen, or put together of its parts.

    >>> _clock({"clock": "custom", "clock.kind": "game", "clock.amount": "7", "clock.plus": "2"})
    '7+2'
    """
    chosen = fields.get("clock", "none")
    if chosen != _CUSTOM:
        return chosen
    kind, amount = fields.get("clock.kind", ""), fields.get("clock.amount", "").strip()
    return f"{amount}+{fields.get('clock.plus', '').strip() or 0}" if kind == "game" else f"{kind} {amount}"


def from_json(body: bytes) -> TableRequest:
    """A request from JSON, as `{"game": "quoridor", "options": {"players": 2}, "seats": {"a": "me", "b": "open"}}`.

    Everything else is named as in TableRequest, but `source`, which is `from`; then game and options need not be said.
    """
    try:
        data = dict(json.loads(body))
        data["source"] = data.pop("from", None)
        data["options"] = dict(data.get("options", {}))
        for part in ("seats", "names"):
            data[part] = {side: str(who) for side, who in data.get(part, {}).items()}
        if data["source"] is None and "game" not in data:
            raise KeyError("game")
        return TableRequest(**{name: data[name] for name in TableRequest._fields if name in data})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InvalidOption('expected JSON as {"game": "quoridor", "options": {}, "seats": {"b": 1}}') from None
