"""Talk at a table: in which room somebody speaks, which rooms somebody hears, and what a line can be. Pure.

Who plays does not hear the spectators before the game is over: they could be told what to do.
"""

import re
import unicodedata
from typing import TYPE_CHECKING, Literal, get_args

from taflheim.table.actor import Actor, House, Spectator, account_of
from taflheim.table.errors import refused

if TYPE_CHECKING:
    from taflheim.table.table import Table

Room = Literal["players", "spectators"]
ROOMS: tuple[Room, ...] = get_args(Room)
LONGEST_LINE = 300

_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Invisible, but some scripts and many emoji are not written right without them."""


# ---- who and where -----------------------------------------------------------------------------------------------


def has_chat(table: "Table") -> bool:
    """Whether somebody can be there to talk with: other people, who play, may sit down, or may look."""
    people = {table.terms.opener, *(seat.account for seat in table.seats.values())} - {None}
    return table.watchable or len(people) > 1 or any(seat.is_free for seat in table.seats.values())


def room_of(table: "Table", actor: Actor, *, host: bool = False) -> Room | None:
    """The room to which somebody belongs: who sits here, or has opened the table, to the players'.

    None where nobody talks, and for those who may not look on here. `host`: whether the actor is one.
    """
    if not has_chat(table) or isinstance(actor, House):
        return None
    account = account_of(actor)
    seated = {table.terms.opener, *(seat.account for seat in table.seats.values())}
    if account is not None and account in seated:
        return "players"
    return "spectators" if table.watchable or host else None


def readable(table: "Table", actor: Actor, *, host: bool = False) -> tuple[Room, ...]:
    """The rooms whose lines somebody may read: all, but for players while the game lasts."""
    room = room_of(table, actor, host=host)
    if room is None:
        return ()
    return (room,) if room == "players" and table.result is None else ROOMS


def speaking_room(table: "Table", actor: Actor, *, host: bool = False) -> Room:
    """The room in which somebody speaks; raises CannotTalk if they may not."""
    if not has_chat(table):
        raise refused("nobody_to_talk_with")
    room = room_of(table, actor, host=host)
    if room is None:
        raise refused("players_talk_only")
    if isinstance(actor, Spectator):
        raise refused("talk_needs_name")
    return room


# ---- what --------------------------------------------------------------------------------------------------------


def line(text: str) -> str:
    """A line of chat as it is kept, without what could not be seen or would disturb what is around it.

    >>> line(" so\\tit \\u202eis\\n "), line("cafe\\N{COMBINING ACUTE ACCENT}")
    ('so it is', 'café')
    >>> line(" ")
    Traceback (most recent call last):
    taflheim.table.errors.LineRefused: there is nothing to read in this line: write something
    """
    # What is far too long is not looked at sign by sign.
    if len(text) > 10 * LONGEST_LINE:
        raise refused("line_too_long", most=LONGEST_LINE)
    kept = "".join(sign for sign in re.sub(r"\s", " ", text) if _may_stand(sign))
    kept = unicodedata.normalize("NFC", " ".join(kept.split()))
    if not any(_is_seen(sign) for sign in kept):
        raise refused("line_empty")
    if len(kept) > LONGEST_LINE:
        raise refused("line_too_long", most=LONGEST_LINE)
    return kept


def _may_stand(sign: str) -> bool:
    """No controls, no halves of characters, and of the invisible signs (those that turn text round) only joiners."""
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp") or sign in _JOINERS


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] not in "CMZ"
