"""The terminal's colours, by what they mean: those of the pages by night, dark wood and firelight."""

from dataclasses import replace

from textual.theme import Theme

GOLD, IRON, GOOD, QUIET = "#e9b949", "#ff9270", "#a3d98f", "#cdb896"

HALL = Theme(
    name="hall",
    primary=GOLD,
    secondary="#8a6541",
    accent=GOLD,
    warning="#ffd9a0",
    error=IRON,
    success=GOOD,
    foreground="#f5e9d4",
    background="#170f0a",
    surface="#241811",
    panel="#38261a",
    boost="#4a3324",
    dark=True,
    variables={
        "quiet": QUIET,
        "line": "#7d5c3d",
        "focus": "#f9d880",
        "on-gold": "#2a1a06",
        "iron": IRON,
        "chosen": "#4a3320",
        "border": "#7d5c3d",
        "border-blurred": "#553b29",
        "scrollbar": "#553b29",
        "scrollbar-background": "#241811",
        "scrollbar-corner-color": "#241811",
        "block-cursor-background": "#f9d880",
        "block-cursor-foreground": "#2a1a06",
        "input-selection-background": "#8a6541 60%",
    },
)

_BLUE = "#0000aa"
FEW = replace(HALL, name="few", boost=_BLUE, variables={**HALL.variables, "chosen": _BLUE})
"""For terminals with sixteen colours. Dark browns would become a grey on which quiet words cannot be read."""
