"""A game in a list, in words: against whom, how far it is, how it has ended."""

from taflheim.games.message import counted, listed
from taflheim.games.registry import rulebooks
from taflheim.store.games import Line


def own_sides(line: Line, account: str) -> list[str]:
    """The sides that an account plays, in the order of their turns."""
    sides = rulebooks()[line.game].sides
    return [side for side in sides if side in line.seats and line.seats[side].account == account]


def others(line: Line, account: str) -> list[str]:
    """The names of all others at the table, in the order of their turns."""
    sides = rulebooks()[line.game].sides
    seated = (line.seats[side] for side in sides if side in line.seats)
    return list(dict.fromkeys(seat.name for seat in seated if seat.account != account and seat.name))


def company(line: Line, account: str) -> str:
    """With and against whom an account plays; empty in a game for one."""
    mine = own_sides(line, account)
    names = list(dict.fromkeys(line.seats[side].name for side in mine))
    against = others(line, account)
    friends = "with a friend" if len(mine) > 1 else ""
    if len(names) > 1:
        # Those who sit at one screen have names that were typed for them.
        friends = f"{'with' if against else 'between'} {listed(names)}"
    return " ".join(filter(None, (friends, f"against {listed(against)}" if against else "")))


def is_open(line: Line) -> bool:
    """Whether a seat is still free: the game has not begun."""
    return line.reason is None and any(seat.account is None and seat.level is None for seat in line.seats.values())


def is_turn_of(line: Line, account: str) -> bool:
    """Whether a game waits for an account to move. Where a bot holds its seat it does not."""
    if line.reason is not None or line.turn not in own_sides(line, account):
        return False
    return line.seats[line.turn].level is None and not is_open(line)


def going_on(line: Line, account: str) -> str:
    """A game that has not ended, as a line: "Hnefatafl against Nils, move 12"."""
    title = " ".join(filter(None, (rulebooks()[line.game].title, company(line, account))))
    if is_open(line):
        return f"{title}, waiting for somebody"
    return f"{title}, move {line.plies}" if line.plies else title


def result(line: Line, account: str) -> tuple[str, str]:
    """How a game has ended for an account, as a code (for its colour) and in words."""
    mine = own_sides(line, account)
    rulebook = rulebooks()[line.game]
    if line.reason is None:
        if is_open(line):
            return "unfinished", "Waiting for somebody"
        # Several people before one screen know whose turn it is by the board.
        return "unfinished", "Your turn" if is_turn_of(line, account) and len(mine) == 1 else "Going on"
    outcomes = {line.seats[side].outcome for side in mine}
    who = "Drawn" if line.winner is None else f"{rulebook.side_title(line.winner)} won"
    if outcomes == {None}:
        # The result of an imported game counts for no account.
        return ("aborted", "Aborted") if line.reason == "aborted" else ("shared", f"{who} · imported")
    if len(mine) > 1:
        return "shared", who
    outcome = str(outcomes.pop())
    return outcome, {"won": "You won", "lost": "You lost", "drawn": "Drawn"}[outcome]


def moves(line: Line) -> str:
    """How many moves were made, as far as that is known."""
    return counted(line.plies, "move") if line.plies is not None else ""
