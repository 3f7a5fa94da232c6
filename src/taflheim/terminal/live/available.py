"""Which commands can be given at a table now."""

from taflheim.terminal.live.commands import COMMANDS, Command
from taflheim.terminal.live.matter import Matter
from taflheim.terminal.live.table_state import TableState

_ACCEPTS, _DECLINES = {"accept", "claim", "take_back"}, {"decline", "withdraw"}


def available(table: TableState, matter: Matter | None, *, hints: bool, talks: bool) -> tuple[Command, ...]:
    """The commands that do something; `hints` and `talks`: whether there are any here."""
    you, ply = table.live["you"], table.ply
    answers = set(matter.choices) if matter else set()
    known = table.story is not None
    open_ = {
        "back": known and ply > 0,
        "on": table.is_past,
        "first": known and ply > 0,
        "last": table.is_past,
        "hint": hints and table.choices is not None,
        "undo": you["can_undo"] or "takeback" in you["may"],
        "accept": bool(answers & _ACCEPTS),
        "decline": bool(answers & _DECLINES),
        "type": table.choices is not None,
        "talk": talks,
        # No engine helps in a game that people play against each other.
        "analyse": hints or table.is_over,
        "draw": "draw" in you["may"],
        # Before one's first move one leaves without giving up: one takes the place of the other.
        "resign": you["resigns"] is not None and "abort" not in you["may"],
        "abort": "abort" in you["may"],
        "end": table.is_over,
    }
    return tuple(command for command in COMMANDS if open_.get(command.name, True))
