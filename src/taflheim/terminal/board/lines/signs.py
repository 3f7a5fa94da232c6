"""The signs on a written board: the same in all games, and told apart without colour.

Most are pairs of characters around the middle of a spot. A spot shows one pair: the one that matters most.
"""

from collections.abc import Collection, Iterator

from taflheim.terminal.board.ink import Ink
from taflheim.terminal.board.lines.figures import middle_of
from taflheim.terminal.board.lines.sheet import Sheet
from taflheim.terminal.board.look import BURSTS, CHOSEN, CURSOR, LAST, PREVIEW, REFUSED, SPARK, TARGET, WAYS
from taflheim.terminal.board.marks import Marks
from taflheim.terminal.board.plan import Plan
from taflheim.terminal.board.ways import arrow

# Unicode first, then ASCII.
_PAIRS = {
    "last": (("‹", "›"), ("<", ">")),
    "way": (("{", "}"), ("{", "}")),
    "movable": (("⟨", "⟩"), ("(", ")")),
    "ring": (("(", ")"), ("(", ")")),
    "danger": (("╎", "╎"), (":", ":")),
    "chosen": (("[", "]"), ("[", "]")),
    "cursor": (("▸", "◂"), (">", "<")),
}
_OPENING, _CLOSING = ({pair[form][end] for pair in _PAIRS.values() for form in (0, 1)} for end in (0, 1))
_DOT, _CROSS, _STEP = "•*", "×x", "∘o"
_DASHES = {"level": "╍~", "upright": "┇!"}


def write_signs(sheet: Sheet, plan: Plan, marks: Marks, taken: Collection[str]) -> None:
    """All signs, over pieces that stand on the spots that are taken."""
    plain = plan.form == "ascii"
    for spot in marks.fallen:
        if spot not in taken:
            sheet.write(*middle_of(plan.boxes[spot]), _CROSS[plain], REFUSED)
    for spot in marks.targets:
        match marks.target_sign(spot, taken):
            case "danger" if spot not in taken:
                sheet.write(*middle_of(plan.boxes[spot]), _CROSS[plain], REFUSED, bold=True)
            case "label":
                sheet.write(*middle_of(plan.boxes[spot]), marks.labels[spot], TARGET, bold=True)
            case "dot":
                sheet.write(*middle_of(plan.boxes[spot]), _DOT[plain], TARGET, bold=True)
    _write_ways(sheet, plan, marks)
    _write_preview(sheet, plan, marks)
    for spot, (kind, ink) in dict(_pairs(marks, taken)).items():
        column, row = middle_of(plan.boxes[spot])
        left, right = _PAIRS[kind][plain]
        # On neighbours that touch, one character belongs to both.
        left = "|" if sheet.at(column - 1, row) in _CLOSING else left
        right = "|" if sheet.at(column + 1, row) in _OPENING else right
        sheet.write(column - 1, row, left, ink, bold=True)
        sheet.write(column + 1, row, right, ink, bold=True)
        if kind in ("cursor", "chosen"):
            sheet.invert(column - 1, row, 3)
    for spot, age in marks.flashes.items():
        sheet.write(*middle_of(plan.boxes[spot]), BURSTS[plain][min(age, 2)], SPARK, bold=True)


def _pairs(marks: Marks, taken: Collection[str]) -> Iterator[tuple[str, tuple[str, Ink]]]:
    """The pairs around spots; a later one replaces an earlier one."""
    yield from ((spot, ("last", LAST)) for spot in marks.last)
    yield from ((way.spots[0], ("way", WAYS[way.kind])) for way in marks.ways)
    yield from ((spot, ("movable", CHOSEN)) for spot in marks.movable)
    for spot in marks.targets:
        match marks.target_sign(spot, taken):
            case "danger":
                yield spot, ("danger", REFUSED)
            case "ring":
                yield spot, ("ring", TARGET)
    yield from ((spot, ("chosen", CHOSEN)) for spot in marks.chosen)
    if marks.cursor:
        yield marks.cursor, ("cursor", CURSOR)


def _write_ways(sheet: Sheet, plan: Plan, marks: Marks) -> None:
    plain = plan.form == "ascii"
    for way in marks.ways:
        if len(way.spots) > 1:
            drawn = arrow([middle_of(plan.boxes[spot]) for spot in way.spots], ascii_only=plain)
            for column, row in drawn.dots:
                sheet.write(column, row, _STEP[plain], WAYS[way.kind])
            sheet.write(*drawn.tip, drawn.head, WAYS[way.kind], bold=True)


def _write_preview(sheet: Sheet, plan: Plan, marks: Marks) -> None:
    """Dashes where it would lie, or crosses if it cannot."""
    if marks.preview is None:
        return
    box, plain = plan.boxes[marks.preview.spot], plan.form == "ascii"
    dash = _DASHES["level" if box.width >= box.height else "upright"]
    letter, ink = (dash[plain], PREVIEW) if marks.preview.legal else (_CROSS[plain], REFUSED)
    for row in range(box.y // 2, (box.y + box.height) // 2):
        if box.width >= box.height:
            sheet.write(box.x, row, letter * (box.width + 1), ink, bold=True)
        else:
            sheet.write(box.x + box.width // 2, row, letter, ink, bold=True)
