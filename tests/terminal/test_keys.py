"""Keys by the names of browsers and of Textual."""

import pytest
from textual.keys import Keys

import taflheim
from sample_boards import boards
from taflheim import Game
from taflheim.terminal.keys import browser_names, has_own_arrows, own_move, shown


def test_diagonals_and_number_pad() -> None:
    layout = taflheim.game("hivolts").layout
    keys = ("home", "up", "pageup", "left", "kp_begin", "right", "end", "down", "pagedown")
    assert [own_move(layout, key, None) for key in keys] == list("qweasdzxc")
    assert [own_move(layout, digit, digit) for digit in "7894561230"] == list("qweasdzxcj")
    assert [own_move(layout, key, key) for key in "QWEASDZXCJ"] == list("qweasdzxcj")


def test_keys_with_others_held_down_are_no_keys_of_a_game() -> None:
    layout = taflheim.game("hivolts").layout
    assert [own_move(layout, key, None) for key in ("ctrl+q", "shift+up", "ctrl+x", "escape", "f1")] == [None] * 5
    assert own_move(layout, "ctrl+q", "\x11") is None


@pytest.mark.parametrize("game", boards(), ids=repr)
def test_every_key_of_every_game_can_be_pressed_at_a_terminal(game: Game) -> None:
    named = {name: key.value for key in Keys for name in browser_names(key.value, None)}
    for name, move in game.layout.keys.items():
        character = name.removeprefix("Numpad") if len(name.removeprefix("Numpad")) == 1 else None
        assert own_move(game.layout, character or named[name], character) is not None, move
        assert shown(name)


def test_who_uses_the_arrows() -> None:
    own = [game.name for game in boards() if has_own_arrows(game.layout)]
    assert {*own} == {"hivolts"}
