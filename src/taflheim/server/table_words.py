"""A table's terms in words: its options, its clock."""

from taflheim.games.game import Game
from taflheim.games.message import counted
from taflheim.table.time_control import TimeControl

_MINUTE_MS, _SECOND_MS, _DAY_MS = 60_000, 1_000, 86_400_000


def options_words(game: Game) -> str:
    """The options of a game that are not its usual ones: "3 players", "rules strict"; empty if there are none.

    >>> import taflheim
    >>> options_words(taflheim.game("quoridor", players=3)), options_words(taflheim.game("quoridor"))
    ('3 players', '')
    """
    usual = {option.name: option.values[0] for option in game.rulebook.options}
    told = [
        f"{value} {name}" if isinstance(value, int) else f"{name} {value}"
        for name, value in game.options.items()
        if value != usual.get(name)
    ]
    return ", ".join(told)


def clock_words(clock: TimeControl) -> str:
    """A clock as people say it.

    >>> [clock_words(TimeControl.parse(text)) for text in ("none", "5+3", "10+0", "move 30", "days 1")]
    ['no clock', '5 minutes + 3 seconds', '10 minutes', '30 seconds a move', '1 day a move']
    """
    match clock.kind:
        case "game":
            plus = f" + {counted(clock.increment_ms // _SECOND_MS, 'second')}" if clock.increment_ms else ""
            return f"{counted(clock.base_ms // _MINUTE_MS, 'minute')}{plus}"
        case "move":
            return f"{counted(clock.base_ms // _SECOND_MS, 'second')} a move"
        case "days":
            return f"{counted(clock.base_ms // _DAY_MS, 'day')} a move"
    return "no clock"
