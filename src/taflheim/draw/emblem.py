"""Emblems: a small drawing for each bot, and an initial for a person.

All have one style: a coin with a thin rim, one figure in ivory, a detail in gold. They look the same on light and
dark pages. A game draws the emblems of the bots that only it has (`EMBLEMS` in its view).
"""

from functools import cache
from html import escape

from taflheim.games.registry import rulebooks

IVORY, GOLD = "#f7ecd6", "#f0b53c"

_COIN = '<circle r="31" fill="{ground}"/><circle r="29.5" fill="none" stroke="#fff" stroke-opacity=".28"/>'
_PEOPLE = "#4c5b66"

# By the name of the bot: the colour of the coin, and the figure on it.
_HOUSE = {
    "Nils": (  # a seedling
        "#3f6b3a",
        f'<path d="M-17 21Q0 10 17 21Z" fill="{GOLD}"/><path d="M0 16V-3" stroke="{IVORY}" stroke-width="4"/>'
        f'<path d="M0 3C-3-9-12-14-21-12C-21 0-11 7 0 3ZM0-4C2-17 11-23 21-22C22-10 12-2 0-4Z" fill="{IVORY}"/>',
    ),
    "Liv": (  # a flower
        "#9a3f5c",
        f'<g fill="{IVORY}"><circle cy="-13" r="9"/><circle cx="12.4" cy="-4" r="9"/><circle cx="7.6" cy="10.5" r="9"/>'
        f'<circle cx="-7.6" cy="10.5" r="9"/><circle cx="-12.4" cy="-4" r="9"/></g><circle r="7" fill="{GOLD}"/>',
    ),
    "Torben": (  # a hammer
        "#54617a",
        f'<path d="M-3.5-3H3.5V17H-3.5Z" fill="{GOLD}"/><circle cy="20" r="4.5" fill="none" stroke="{GOLD}"'
        f' stroke-width="3"/><path d="M-19-16-15-20H15L19-16V-5L14 0H-14L-19-5Z" fill="{IVORY}"/>',
    ),
    "Astrid": (  # the north star
        "#2f4a86",
        f'<path d="M13-13 5 0 13 13 0 5-13 13-5 0-13-13 0-5Z" fill="{GOLD}"/>'
        f'<path d="M0-25 5-5 25 0 5 5 0 25-5 5-25 0-5-5Z" fill="{IVORY}"/>',
    ),
    "Leif": (  # a longship
        "#1f6a76",
        f'<path d="M-13-18Q0-13 13-18Q10-8 13 1Q0 6-13 1Q-10-8-13-18Z" fill="{IVORY}"/>'
        f'<path d="M-4-16V3M5-16V3" stroke="{GOLD}" stroke-width="3.5"/>'
        f'<path d="M0 2V9" stroke="{IVORY}" stroke-width="3"/>'
        f'<path d="M-24-4C-25 10-15 19 0 19S25 10 24-4Q20-2 19 4Q10 9 0 9T-19 4Q-20-2-24-4Z" fill="{IVORY}"/>',
    ),
    "Ragna": (  # a round shield
        "#7a3b22",
        f'<circle r="21" fill="{IVORY}"/><path d="M0 0V-21A21 21 0 0 1 21 0ZM0 0V21A21 21 0 0 1-21 0Z" fill="#7a3b22"/>'
        f'<circle r="20" fill="none" stroke="{IVORY}" stroke-width="4"/><circle r="7" fill="{GOLD}"/>',
    ),
    "Sigrun": (  # a winged helmet
        "#5b4a8a",
        f'<path d="M-14 18V-1A14 16 0 0 1 14-1V18H6V8H-6V18Z" fill="{IVORY}"/>'
        f'<path d="M-2.5-6H2.5V18H-2.5Z" fill="{GOLD}"/>'
        f'<path d="M-16 4C-25 1-29-8-27-18C-21-17-16-12-15-5ZM16 4C25 1 29-8 27-18C21-17 16-12 15-5Z" fill="{GOLD}"/>',
    ),
    "Freya": (  # one of the cats before her chariot
        "#35506b",
        f'<path d="M-20-22-7-13H7L20-22Q23-6 19 4Q14 19 0 20T-19 4Q-23-6-20-22Z" fill="{IVORY}"/>'
        f'<path d="M-14-2Q-9-7-4-1Q-9 3-14-2ZM14-2Q9-7 4-1Q9 3 14-2Z" fill="{GOLD}" stroke="#35506b" stroke-width="2"/>'
        '<path d="M-3 7H3L0 10.5Z" fill="#35506b"/><path d="M0 10V13M0 13Q-4 16-7 13M0 13Q4 16 7 13" fill="none"'
        ' stroke="#35506b" stroke-width="2" stroke-linecap="round"/>',
    ),
    "Mimir": (  # the well
        "#23606a",
        f'<path d="M0-26C8-14 13-9 13-1A13 13 0 0 1-13-1C-13-9-8-14 0-26Z" fill="{IVORY}"/>'
        f'<path d="M-6-1A6 6 0 0 0 0 6" fill="none" stroke="#23606a" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="M-15 13C-25 17-14 24 0 24S25 17 15 13" fill="none" stroke="{GOLD}" stroke-width="4"'
        ' stroke-linecap="round"/>',
    ),
    "Odin": (  # a raven before the moon
        "#39415a",
        f'<circle cx="2" cy="-2" r="23" fill="{IVORY}"/>'
        '<path d="M-29-6Q-20-17-10-17Q3-17 6-6Q18-1 28 19Q17 15 11 14Q13 20 12 26Q4 18-4 17Q-17 14-17 0Q-21-6-29-6Z"'
        f' fill="#171a22"/><circle cx="-9" cy="-8" r="3.6" fill="{GOLD}"/>'
        f'<path d="M3-1Q8 7 17 12" fill="none" stroke="{IVORY}" stroke-width="2.2" stroke-linecap="round"/>',
    ),
}


def emblem(name: str) -> str:
    """The emblem of a bot; its initial, if it has no drawing.

    >>> emblem("Odin")[:27], emblem("Odin") == emblem("odin"), emblem("Unknown") == initial("Unknown")
    ('<svg class="emblem" viewBox', True, True)
    """
    ground, figure = _emblems().get(name.lower(), ("", ""))
    return _coin(ground, figure) if figure else initial(name)


def initial(name: str) -> str:
    """The emblem of a person: the first letter of the name."""
    letter = name.strip()[:1].upper() or "?"
    figure = (
        f'<text y="1" text-anchor="middle" dominant-baseline="central" font-family="Georgia,serif" font-size="34"'
        f' font-weight="600" fill="{IVORY}">{escape(letter)}</text>'
    )
    return _coin(_PEOPLE, figure)


def _coin(ground: str, figure: str) -> str:
    return f'<svg class="emblem" viewBox="-32 -32 64 64" aria-hidden="true">{_COIN.format(ground=ground)}{figure}</svg>'


@cache
def _emblems() -> dict[str, tuple[str, str]]:
    """All emblems by the names of the bots, those of single games too."""
    own = (getattr(rulebook.view, "EMBLEMS", {}) for rulebook in rulebooks().values())
    every = {**_HOUSE, **{name: drawn for emblems in own for name, drawn in emblems.items()}}
    return {name.lower(): drawn for name, drawn in every.items()}
