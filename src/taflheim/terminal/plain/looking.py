"""Commands that show something and change nothing."""

from taflheim import wire
from taflheim.terminal.plain import board_text, legal
from taflheim.terminal.plain.seated import Seated


async def moves(at: Seated, _: str) -> None:
    """All legal moves."""
    choices = at.live["you"]["choices"]
    if choices is None:
        at.console.tell("The game is over." if at.state.is_over else "It is not your turn.")
        return
    number = at.live["position_number"]

    async def further(clicked: list[str]) -> wire.Tree:
        tree: wire.Tree = (await at.link.ask({"type": "choices", "position_number": number, "clicked": clicked}))[
            "tree"
        ]
        return tree

    at.console.tell(await legal.moves(choices, further))


async def board(at: Seated, how: str) -> None:
    """The board, or whether it is drawn with every new position."""
    match how.lower():
        case "on" | "off":
            at.draws_boards = how.lower() == "on"
            told = "Boards are drawn again." if at.draws_boards else "Boards are drawn only if you ask for one."
            at.console.tell(told)
        case "":
            at.show_board()
            at.show_facts()
        case _:
            at.console.tell("Type 'board' alone, 'board off' or 'board on'.")


async def pieces(at: Seated, _: str) -> None:
    """What stands where, in words."""
    at.console.tell(board_text.in_words(at.game, at.state.pieces))
    at.show_facts()


async def hint(at: Seated, _: str) -> None:
    """A good move, and why."""
    number = at.live["position_number"]
    found = await at.remote.get("tables", at.id, "hint", position_number=number)
    at.console.tell(f"Try {found['move']}.", *(f"- {reason}" for reason in (found["reason"], *found["more"])))


async def record(at: Seated, _: str) -> None:
    """What was played, as text."""
    at.console.tell((await at.remote.text("tables", at.id, "record")).rstrip())
