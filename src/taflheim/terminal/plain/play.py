"""Playing line by line: one game after the other, until the person leaves."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from taflheim.client.arrival import arrive
from taflheim.client.remote import Refusal, Remote
from taflheim.games.message import counted
from taflheim.games.registry import rulebooks
from taflheim.terminal.opening import Request
from taflheim.terminal.plain.commands import GoTo
from taflheim.terminal.plain.console import Console, Leave
from taflheim.terminal.plain.conversation import converse
from taflheim.terminal.plain.daily_text import daily_text
from taflheim.terminal.plain.seated import Seated, at_table
from taflheim.terminal.wish import Wish, find_table

_LOOK_AGAIN_S = 0.2
_WAITS_UNTOLD = 20


async def play(remote: Remote, wish: Wish, console: Console, go_on: str) -> None:
    """Play what somebody wants, and then what they want after that. `go_on` is the command that goes on with it."""
    try:
        if not (wish.game or wish.is_definite):
            wish = replace(wish, game=await choose_game(console))
        table_id = await _first_table(remote, wish, console)
        next_seed = seeds(wish.seed)

        async def open_table(request: Request) -> str:
            return str((await remote.post("tables", **seeded(request, wish, next(next_seed))))["id"])

        while True:
            try:
                async with at_table(remote, table_id, console, open_table) as at:
                    await _played(at, go_on)
            except GoTo as other:
                table_id = other.table_id
    except Leave:
        console.tell("Goodbye.")


async def _first_table(remote: Remote, wish: Wish, console: Console) -> str:
    if wish.game:
        await _until_ready(remote, wish.game, console)
    if wish.table is not None and (await remote.get("tables", wish.table))["state"] == "open":
        await arrive(remote)
    try:
        return await find_table(remote, wish)
    except Refusal as refusal:
        if refusal.code != "no_try_left" or not wish.counts:
            raise
        console.tell(
            daily_text(await remote.get("daily", wish.day or "today")), f"\n{refusal} taflheim daily --again does that."
        )
        raise Leave from refusal


def seeds(first: str | None) -> Iterator[str | None]:
    """The seeds of the games after the first: others, that follow from it.

    >>> following = seeds("7")
    >>> next(following), next(following), next(seeds(None))
    ('7 2', '7 3', None)
    """
    for number in count(2):
        yield first and f"{first} {number}"


def seeded(request: Request, wish: Wish, seed: str | None) -> Request:
    """A request for the next game of somebody, drawn from a seed if the first one was."""
    if seed is None:
        return {**request, **({"board": wish.board} if wish.board and "game" in request else {})}
    return {**request, "seed": seed, **({"board": wish.board or "wild"} if "game" in request else {})}


async def _played(at: Seated, go_on: str) -> None:
    """A game; who leaves in the middle of it is told how it goes on."""
    try:
        await converse(at)
    except (Leave, asyncio.CancelledError):
        if at.live["you"]["seats"] and not at.state.is_over and at.live["ply"]:
            moves = counted(at.live["ply"], "move")
            at.console.tell(f"The game is kept, with {moves} made: {go_on}")
        raise


async def _until_ready(remote: Remote, name: str, console: Console) -> None:
    """Wait until the rules of a game are compiled; a hall that has just been installed does that once."""
    waits = 0
    while not next((one["ready"] for one in (await remote.get("games"))["games"] if one["name"] == name), True):
        # A hall that has just been started does not know yet what is compiled.
        if waits == _WAITS_UNTOLD:
            console.tell("The rules are being compiled. That happens once, and takes a minute or two.")
        waits += 1
        await asyncio.sleep(_LOOK_AGAIN_S)


async def choose_game(console: Console) -> str:
    """Ask which game to play; raises Leave."""
    offered = sorted(rulebooks().values(), key=lambda book: book.order)
    widest = max(len(book.title) for book in offered)
    for number, book in enumerate(offered, 1):
        console.tell(f"  {number}  {book.title:<{widest}}  {book.about}")
    while True:
        answer = (await console.answer("Which game? ")).lower()
        for number, book in enumerate(offered, 1):
            if answer in (str(number), book.name):
                return book.name
        if answer in ("quit", "exit"):
            raise Leave
        console.tell(f"Please type a number from 1 to {len(offered)}, or a name.")
