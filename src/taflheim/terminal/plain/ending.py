"""After the end of a game: whether there is another one."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from taflheim.terminal.live.matter import rematch_now
from taflheim.terminal.opening import again
from taflheim.terminal.plain.commands import GoTo, obeyed
from taflheim.terminal.plain.console import Leave
from taflheim.terminal.plain.seated import Seated
from taflheim.terminal.wish import can_swap

_YES, _NO = ("y", "yes"), ("n", "no")


async def after_the_end(at: Seated, obey: Callable[[Seated, str], Awaitable[None]]) -> None:
    """Ask once whether to play again. Raises GoTo for another game, Leave; else something may have changed."""
    at.console.ask(_question(at))
    line = await at.line_or_news()
    if line is None:
        return
    word = line.lower()
    if word in _NO:
        raise Leave
    if obeyed(line):
        await obey(at, line)
    elif _is_with_others(at):
        if word in _YES:
            await _rematch(at)
    elif word in _answers(at):
        raise GoTo(await at.open_table(again(at.view, **_answers(at)[word])))


def _question(at: Seated) -> str:
    if not at.live["you"]["seats"]:
        return "Type 'quit' to leave. "
    if _is_with_others(at):
        return "Play again? (Y/N) "
    ways = {"s": "S: sides swapped", "b": "B: this board again"}
    more = "".join(f", {ways[word]}" for word in _answers(at) if word in ways)
    return f"Play again? (Y/N{more}) "


def _answers(at: Seated) -> Mapping[str, dict[str, Any]]:
    """What can be answered, where no other people have to agree, and how the next table is made then."""
    found: dict[str, dict[str, Any]] = {word: {} for word in _YES}
    if can_swap(at.game, at.view):
        found["s"] = {"swapped": True}
    if at.game.rulebook.seeded:
        found["b"] = {"same_board": True}
    return found if at.live["you"]["seats"] else {}


def _is_with_others(at: Seated) -> bool:
    """Whether other people have to agree to another game."""
    people = at.live["people"]
    mine = at.live["you"]["seats"]
    return people is not None and any(
        seat["kind"] == "person" for side, seat in people["seats"].items() if side not in mine
    )


async def _rematch(at: Seated) -> None:
    """Accept the rematch that is offered, or offer one."""
    answers = rematch_now(at.live, at.now_ms).answers
    await at.act(answers["accept"].action if "accept" in answers else {"type": "offer", "kind": "rematch"})
