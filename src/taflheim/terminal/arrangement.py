"""Where the board and what is beside it stand on a screen: whichever way gives the larger board. Pure."""

from typing import NamedTuple

from taflheim.games.view import Layout
from taflheim.terminal.board.look import Form
from taflheim.terminal.board.plan import Plan, best_scale, needed

_NARROWEST, _WIDEST = 29, 56
_LOWEST = 14
"""Rows that the panel needs."""


class Arrangement(NamedTuple):
    """Columns and rows of the parts."""

    below: bool
    """Whether the panel lies below the board, not beside it."""
    board: tuple[int, int]
    panel: tuple[int, int]
    needs: tuple[int, int]
    """Columns and rows below which there is no room for it."""


def arrangement(layout: Layout, columns: int, rows: int, form: Form) -> Arrangement:
    """How a screen of this size is shared."""
    least = needed(layout, form)
    needs = least[0] + _NARROWEST, max(least[1], _LOWEST)
    beside, over = (
        best_scale(layout, columns - _NARROWEST, rows, form),
        best_scale(layout, columns, rows - _LOWEST, form),
    )
    if over and (beside is None or over.cell > beside.cell):
        height = Plan(layout, form, over).rows
        return Arrangement(
            True,
            (columns, height),
            (columns, rows - height),
            (max(least[0], _NARROWEST), least[1] + _LOWEST),
        )
    wide = Plan(layout, form, beside).columns if beside else least[0]
    # What the board does not need is shared: the panel gets wider, but not without end.
    panel = max(_NARROWEST, min(_WIDEST, columns - wide))
    return Arrangement(False, (columns - panel, rows), (panel, rows), needs)
