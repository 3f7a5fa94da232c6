"""The names of keys: games name them as browsers do, Textual has names of its own."""

from taflheim.games.view import Layout

_BROWSER_NAMES = {
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "home": "Home",
    "end": "End",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "enter": "Enter",
    "escape": "Escape",
    "backspace": "Backspace",
    "delete": "Delete",
    "insert": "Insert",
    "kp_begin": "Numpad5",
}
_SIGNS = {
    "ArrowUp": "↑",
    "ArrowDown": "↓",
    "ArrowLeft": "←",
    "ArrowRight": "→",
    "PageUp": "PgUp",
    "PageDown": "PgDn",
    "Escape": "Esc",
    " ": "Space",
}
_PAD = "Numpad"


def browser_names(key: str, character: str | None) -> tuple[str, ...]:
    """The names that browsers have for a key of Textual's: the likeliest first, none for a key that they do not have.

    A terminal does not tell the digits of the number pad from the others, so these have two names.

    >>> browser_names("up", None), browser_names("7", "7"), browser_names("Q", "Q")
    (('ArrowUp',), ('7', 'Numpad7'), ('Q', 'q'))
    """
    if key in _BROWSER_NAMES:
        return (_BROWSER_NAMES[key],)
    if character is None or not character.isprintable():
        return ()
    if character.isdecimal() and character.isascii():
        return character, f"{_PAD}{character}"
    return tuple(dict.fromkeys((character, character.lower())))


def own_move(layout: Layout, key: str, character: str | None) -> str | None:
    """The move that a key of Textual's plays in a game, if it is one of the game's own.

    >>> import taflheim
    >>> own_move(taflheim.game("hivolts").layout, "up", None), own_move(taflheim.game("hivolts").layout, "Q", "Q")
    ('w', 'q')
    """
    return next((layout.keys[name] for name in browser_names(key, character) if name in layout.keys), None)


def has_own_arrows(layout: Layout) -> bool:
    """Whether a game uses the arrow keys itself; then they lead from spot to spot with Shift."""
    return any(name.startswith("Arrow") for name in layout.keys)


def shown(name: str) -> str:
    """A browser's name of a key, as it is written on the key.

    >>> shown("ArrowUp"), shown("PageDown"), shown("q"), shown("Numpad7")
    ('↑', 'PgDn', 'Q', '7')
    """
    return _SIGNS.get(name, name.removeprefix(_PAD).upper() if len(name.removeprefix(_PAD)) == 1 else name)
