"""What the house's bots were measured at, on the ladder."""

from taflheim.engine.bots.levels import bots, find_bot
from taflheim.engine.bots.ratings import ratings as ladder
from taflheim.games.game import Game
from taflheim.games.registry import game


def measured(chosen: Game) -> bool:
    """Whether the house's bots were measured at this game with these options."""
    known = ladder(chosen)
    # The ladder is played with the usual options.
    if known is None or known.measure != "Elo" or chosen != game(chosen.name):
        return False
    return all(known.of(bot, side) for bot in bots(chosen) for side in chosen.seats if bot.plays(side))


def bot_rating(chosen: Game, level: int, side: str) -> float | None:
    """What a bot of the house was measured at."""
    known = ladder(chosen)
    found = known.of(find_bot(chosen, level), side) if known else None
    return found.value if found else None
