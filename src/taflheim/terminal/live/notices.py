"""The card beside the board when there is something else to do than to move: a table that waits, and the end."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from taflheim.terminal.live.matter import rematch_now
from taflheim.terminal.live.table_state import TableState

View = Mapping[str, Any]
"""A table as GET /tables/ID tells it."""

_OUTCOMES = {"won": "You win!", "lost": "You lose.", "drawn": "A draw!"}


class Way(NamedTuple):
    """Something that can be done."""

    name: str
    label: str
    key: str = ""


class Notice(NamedTuple):
    """A title, some lines, and what can be done: first what one most likely wants."""

    title: str
    lines: tuple[str, ...]
    ways: tuple[Way, ...]


_REVIEW, _MENU = Way("review", "Review"), Way("menu", "Menu", "N")


# ---- the end ------------------------------------------------------------------------------------------------------


def end(
    table: TableState, view: View, now_ms: float, *, puzzle: bool, swaps: bool, ratings: Sequence[str] = ()
) -> Notice | None:
    """How the game has ended, and what now; None if it goes on. `swaps`: whether sides can be swapped."""
    live = table.live
    result, you = live["result"], live["you"]
    if result is None:
        return None
    # A player of one side is told "you win" or "you lose"; everybody else, which side has won.
    title = _OUTCOMES.get(you["outcome"] or "", result["title"])
    count = next((fact["text"] for fact in live["facts"] if fact["code"] == "moves"), "")
    lines = tuple(line for line in (result["text"], count, *ratings) if line)
    if _others(view):
        return _with_people(table, title, lines, now_ms)
    if not you["seats"]:
        return Notice(title, lines, (_REVIEW, _MENU))
    return Notice(title, lines, (*_again(puzzle=puzzle, swaps=swaps), _REVIEW, _MENU))


def _others(view: View) -> bool:
    """Whether other people sit there."""
    return any(seat["who"] in ("person", "guest", "program") and not seat["yours"] for seat in view["seats"].values())


def _again(*, puzzle: bool, swaps: bool) -> tuple[Way, ...]:
    if swaps:
        return Way("swapped", "Play again, sides swapped", "Y"), Way("same", "Play again, same sides")
    if puzzle:
        return Way("new", "Play again, a new board", "Y"), Way("board", "Try this board again")
    return (Way("same", "Play again", "Y"),)


def _with_people(table: TableState, title: str, lines: tuple[str, ...], now_ms: float) -> Notice:
    people = table.live["people"]
    if people and people["next_table"]:
        return Notice(title, lines, (Way("next", "To the next game", "Y"), _REVIEW, _MENU))
    stands = rematch_now(table.live, now_ms)
    said = (*lines, stands.text) if stands.text else lines
    ways = [Way(name, choice.label, "Y" if name == "accept" else "") for name, choice in stands.answers.items()]
    if stands.swapped:
        ways.append(Way("rematch", "Offer a rematch, sides swapped", "" if ways else "Y"))
    if stands.same:
        ways.append(Way("rematch_same", "Offer a rematch, same sides"))
    return Notice(title, said, (*ways, _REVIEW, _MENU))


# ---- before the game ----------------------------------------------------------------------------------------------


class Visitor(NamedTuple):
    """Who looks at a table."""

    owner: bool = False
    """Whether one decides who can reach the hall."""
    known: bool = True
    """Whether one has an account there; who has none becomes a guest by sitting down."""


def waiting(table: TableState, view: View, title_of: Mapping[str, str], whom: str, visitor: Visitor) -> Notice | None:
    """A table at which a seat is free: who comes is asked to sit down, who sits waits; None if all seats are taken.

    `whom` says who can open its link (as GET /network).
    """
    live = table.live
    if not live["people"] or live["people"]["state"] != "open":
        return None
    terms, you = view["terms"], live["you"]
    clock = "no clock" if terms["clock"] == "none" else terms["clock"]
    found = "in the lobby" if terms["public"] else "private"
    told = " · ".join([clock, "rated" if terms["rated"] else "casual", found])
    if you["seats"] or "withdraw_table" in you["may"]:
        lines = (told, "The game begins when every seat is taken.", _LINKS[whom], view["link"])
        return Notice("Waiting for somebody", lines, _while_waiting(you["may"], whom, owner=visitor.owner))
    free = [side for side, seat in view["seats"].items() if seat["who"] == "free" and not terms["rated"]]
    if seats := [
        Way(f"sit:{side}", f"Sit down as {title_of[side]}") for side in (you["sit"] if visitor.known else free)
    ]:
        return Notice("Sit down?", (told,), (*seats, _MENU._replace(key="")))
    why = "People who play here have an account with a name." if terms["rated"] else "There is no seat for you here."
    return Notice("A table that waits", (told, why), (_MENU._replace(key=""),))


_LINKS = {
    "machine": "Only on this machine this link works:",
    "network": "Whoever is on the same network can open this link:",
    "everybody": "Whoever gets this link can open it:",
}


def _while_waiting(may: Sequence[str], whom: str, *, owner: bool) -> tuple[Way, ...]:
    ways = [Way("copy", "Copy the link")]
    if owner and whom != "everybody":
        ways.append(
            Way("share", "Let friends on this network join")
            if whom == "machine"
            else Way("unshare", "Let nobody on this network join")
        )
    if "fill" in may:
        ways.append(Way("fill", "Rather play a bot now"))
    ways.append(Way("withdraw_table", "Withdraw the table") if "withdraw_table" in may else Way("abort", "Get up"))
    return (*ways, Way("menu", "Menu: the table stays open"))
