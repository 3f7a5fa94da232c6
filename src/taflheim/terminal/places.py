"""Where one can go in the terminal: screens by name, loaded when first wanted, so that the menu is there at once."""

from importlib import import_module
from typing import Any

from textual.screen import Screen

_SCREENS = "taflheim.terminal.screens"
PLACES = {
    "menu": f"{_SCREENS}.menu:MenuScreen",
    "table": f"{_SCREENS}.table:TableScreen",
    "lobby": f"{_SCREENS}.lobby:LobbyScreen",
    "games": f"{_SCREENS}.games:GamesScreen",
    "stats": f"{_SCREENS}.stats:StatsScreen",
    "daily": f"{_SCREENS}.daily:DailyScreen",
    "rules": f"{_SCREENS}.rules:RulesScreen",
    "lessons": f"{_SCREENS}.lessons:LessonsScreen",
    "review": f"{_SCREENS}.review:ReviewScreen",
    "analysis": f"{_SCREENS}.analysis:AnalysisScreen",
}


def screen(place: str, **wishes: Any) -> Screen[Any]:
    """A new screen for a place."""
    module, _, name = PLACES[place].partition(":")
    found: Screen[Any] = getattr(import_module(module), name)(**wishes)
    return found
