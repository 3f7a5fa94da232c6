"""What can be typed at a table beside moves: each command with its words for help, and what it does."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from taflheim.engine.bots.levels import find_bot, usual_bot
from taflheim.games.errors import TaflheimError
from taflheim.terminal.live.matter import matter_now, rematch_now
from taflheim.terminal.plain import looking
from taflheim.terminal.plain.console import Leave
from taflheim.terminal.plain.files import read_text
from taflheim.terminal.plain.helping import help_text
from taflheim.terminal.plain.seated import Seated
from taflheim.terminal.wish import go_on_with


class GoTo(Exception):
    """The person goes to another table."""

    def __init__(self, table_id: str):
        super().__init__()
        self.table_id = table_id


class Command(NamedTuple):
    """Something that can be typed."""

    name: str
    argument: str
    about: str
    do: Callable[[Seated, str], Awaitable[None]]
    is_open: Callable[[Seated], bool] = lambda _: True
    """Whether help names it now."""


def obeyed(line: str) -> tuple[Command, str] | None:
    """The command that a line gives, and what stands behind it; None if it is none.

    >>> command, rest = obeyed("save  my game.txt") or (None, "")
    >>> command and command.name, rest, obeyed("e8")
    ('save', 'my game.txt', None)
    """
    word, _, rest = line.partition(" ")
    command = _BY_NAME.get(word.lower())
    # Moves may begin with any word, but no command that takes nothing has something behind it.
    return (command, rest.strip()) if command and (command.argument or not rest.strip()) else None


async def _help(at: Seated, _: str) -> None:
    usable = [command for command in COMMANDS if command.is_open(at)]
    at.console.tell(help_text(at, [(f"{one.name} {one.argument}".strip(), one.about) for one in usable]))


# ---- playing ------------------------------------------------------------------------------------------------------


async def _undo(at: Seated, _: str) -> None:
    if "takeback" in at.live["you"]["may"] and not at.live["you"]["can_undo"]:
        await at.act({"type": "offer", "kind": "takeback"})
    else:
        await at.act({"type": "undo", "position_number": at.live["position_number"]})


async def _resign(at: Seated, _: str) -> None:
    await at.act({"type": "resign"})


async def _draw(at: Seated, _: str) -> None:
    await at.act({"type": "offer", "kind": "draw"})
    while _is_for_bots(at):  # they answer before anything else is asked for
        await at.news()


def _is_for_bots(at: Seated) -> bool:
    """Whether an own offer waits for bots, and for nobody else."""
    people = at.live["people"]
    own = [offer for offer in (people["offers"] if people else ()) if offer["number"] in at.live["you"]["withdraws"]]
    return people is not None and any(
        all(people["seats"][side]["kind"] == "bot" for side in offer["waiting"]) for offer in own
    )


def _answer_by(name: str, nothing: str) -> Callable[[Seated, str], Awaitable[None]]:
    async def answer(at: Seated, _: str) -> None:
        choices = _choices(at)
        if name in choices:
            await at.act(choices[name])
        else:
            at.console.tell(nothing)

    return answer


def _choices(at: Seated) -> dict[str, Any]:
    """What can be answered to what was offered, or done about who is away."""
    matter = matter_now(at.state, at.now_ms)
    found = dict(matter.choices) if matter else {}
    if at.state.is_over:
        found |= rematch_now(at.live, at.now_ms).answers
    return {str(name): choice.action for name, choice in found.items()}


async def _abort(at: Seated, _: str) -> None:
    waiting = "withdraw_table" in at.live["you"]["may"]
    await at.act({"type": "withdraw_table"} if waiting else {"type": "abort"})


async def _fill(at: Seated, level: str) -> None:
    people = at.live["people"]
    free = [side for side, seat in (people["seats"] if people else {}).items() if seat["kind"] == "free"]
    bots = {side: find_bot(at.game, level).at(side) if level else usual_bot(at.game, side) for side in free}
    await at.act({"type": "fill", "bots": {side: bot.number for side, bot in bots.items()}})


async def _sit(at: Seated, side: str) -> None:
    open_seats = at.live["you"]["sit"]
    await at.act({"type": "sit", "side": side or (open_seats[0] if open_seats else at.game.seats[0])})


async def _say(at: Seated, text: str) -> None:
    await at.link.say(text)


# ---- files, and going ---------------------------------------------------------------------------------------------


async def _save(at: Seated, name: str) -> None:
    if not name:
        raise TaflheimError("save needs the name of a file, as in: save friday.txt")
    Path(name).expanduser().write_text(await at.remote.text("tables", at.id, "record"), encoding="utf-8")
    at.console.tell(f"Saved to {name}.")


async def _load(at: Seated, name: str) -> None:
    if not name:
        raise TaflheimError("load needs the name of a file, as in: load friday.txt")
    raise GoTo(await at.open_table(go_on_with(read_text(name), at.view)))


async def _quit(_: Seated, __: str) -> None:
    raise Leave


# ---- all of them --------------------------------------------------------------------------------------------------


def _plays(at: Seated) -> bool:
    return bool(at.live["you"]["seats"]) and not at.state.is_over


def _may(*what: str) -> Callable[[Seated], bool]:
    return lambda at: any(one in at.live["you"]["may"] for one in what)


COMMANDS: tuple[Command, ...] = (
    Command("moves", "", "all legal moves", looking.moves, lambda at: at.is_my_turn),
    Command("hint", "", "a good move, and why", looking.hint, lambda at: at.is_my_turn),
    Command("board", "[off|on]", "the board again; 'off': only when you ask for it", looking.board),
    Command("pieces", "", "what stands where, in words", looking.pieces),
    Command("undo", "", "take your last move back, or ask for it", _undo, _plays),
    Command("draw", "", "offer a draw", _draw, _may("draw")),
    Command(
        "accept",
        "",
        "say yes to what is offered",
        _answer_by("accept", "Nothing is offered to you."),
        lambda at: "accept" in _choices(at),
    ),
    Command(
        "decline",
        "",
        "say no to it",
        _answer_by("decline", "Nothing is offered to you."),
        lambda at: "decline" in _choices(at),
    ),
    Command(
        "withdraw",
        "",
        "take your offer back",
        _answer_by("withdraw", "You have offered nothing."),
        lambda at: "withdraw" in _choices(at),
    ),
    Command(
        "claim",
        "",
        "claim that who is to move has left",
        _answer_by("claim", "Who is to move is there, or has not been away for long."),
        lambda at: "claim" in _choices(at),
    ),
    Command(
        "return",
        "",
        "take your seat back from the bot",
        _answer_by("take_back", "No bot plays for you."),
        lambda at: "take_back" in _choices(at),
    ),
    Command("resign", "", "give up", _resign, lambda at: at.live["you"]["resigns"] is not None),
    Command("abort", "", "no game after all", _abort, _may("abort", "withdraw_table")),
    Command("fill", "[LEVEL]", "have bots take the free seats", _fill, _may("fill")),
    Command("sit", "[SIDE]", "sit down on a free seat", _sit, lambda at: bool(at.live["you"]["sit"])),
    Command("say", "TEXT", "say something to the others", _say, lambda at: at.live["people"] is not None),
    Command("record", "", "what was played, as text", looking.record),
    Command("save", "FILE", "write the game to a file", _save),
    Command("load", "FILE", "go on with a game from a file", _load, lambda at: bool(at.live["you"]["seats"])),
    Command("help", "", "this text", _help),
    Command("quit", "", "leave; the game is kept (so do end of input and Ctrl-C)", _quit),
)

_BY_NAME = {command.name: command for command in COMMANDS} | {
    "?": next(command for command in COMMANDS if command.name == "help"),
    "exit": next(command for command in COMMANDS if command.name == "quit"),
}
