"""What is to be said or answered between the players now: one matter at a time; and at the end, a rematch."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from taflheim import wire
from taflheim.terminal.live.table_state import TableState, Told

Answer = Literal["accept", "decline", "withdraw", "claim", "take_back"]


class Choice(NamedTuple):
    """Something that can be done about it."""

    label: str
    action: wire.Action


@dataclass(frozen=True)
class Matter:
    """What is said, and what can be done about it."""

    text: str
    choices: dict[Answer, Choice] = field(default_factory=dict)


def matter_now(table: TableState, now_ms: float) -> Matter | None:
    """The matter between the players; `now_ms` is the server's time."""
    live, here = table.live, table.here
    people, you = live["people"], live["you"]
    if people is None or table.is_over:
        return None
    if "take_back" in you["may"]:
        return Matter("A bot plays for you.", {"take_back": Choice("Take my seat back", {"type": "take_back"})})
    for asked in people["offers"]:
        if asked["number"] in you["answers"]:
            return Matter(asked["text"], _answers(asked["number"]))
    claim = people["claim"]
    if claim and "claim" in you["may"] and here and here["claim_ms"] is not None and here["claim_ms"] <= now_ms:
        wanted: wire.ClaimAction = {"type": "claim", "side": claim["side"]}
        return Matter(claim["text"], {"claim": Choice(claim["button"], wanted)})
    for own in people["offers"]:
        if own["number"] in you["withdraws"]:
            return Matter(own["own"], _withdrawal(own["number"]))
    return None


def _answers(number: int) -> dict[Answer, Choice]:
    return {
        "accept": Choice("Accept", {"type": "answer", "offer": number, "yes": True}),
        "decline": Choice("Decline", {"type": "answer", "offer": number, "yes": False}),
    }


def _withdrawal(number: int) -> dict[Answer, Choice]:
    return {"withdraw": Choice("Withdraw", {"type": "withdraw", "offer": number})}


class Rematch(NamedTuple):
    """What is said of a rematch, and what can be done."""

    text: str
    swapped: bool
    """Whether one may propose other sides."""
    same: bool
    """Whether one may propose the same sides."""
    answers: dict[Answer, Choice]


def rematch_now(live: Told, now_ms: float) -> Rematch:
    """How a rematch stands."""
    people, you = live["people"], live["you"]
    offered = people["rematch"] if people else None
    if offered and offered["ends_ms"] < now_ms:
        offered = None
    own = offered is not None and offered["number"] in you["withdraws"]
    may = "rematch" in you["may"] and not own
    if offered is None:
        return Rematch("", may, may, {})
    asked = offered["number"] in you["answers"]
    answers = _answers(offered["number"]) if asked else _withdrawal(offered["number"]) if own else {}
    return Rematch(
        offered["own"] if own else offered["text"], may and offered["same"], may and not offered["same"], answers
    )
