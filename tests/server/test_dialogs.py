"""Buttons of dialogs: the golden one is the last, and there is one at most; what destroys is never golden."""

import re

import pytest

from node import STATIC

TEMPLATES = {path.name: path.read_text() for path in (STATIC.parent / "templates").glob("*.html")}
ROWS = [
    (name, row)
    for name, text in TEMPLATES.items()
    for dialog in re.findall(r"<dialog.*?</dialog>", text, re.DOTALL)
    for row in re.findall(r'<div class="start">.*?</div>', dialog, re.DOTALL)
]


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_the_golden_button_is_the_last_one(name: str, row: str) -> None:
    classes = [set(found.split()) for found in re.findall(r'<(?:button|a)[^>]*? class="([^"]*)"', row)]
    golden = [place for place, one in enumerate(classes) if "main" in one and "second" not in one]
    assert golden in ([], [len(classes) - 1]), name
    assert not any({"main", "danger"} <= one for one in classes), name


def test_every_dialog_of_the_pages_is_seen_here() -> None:
    assert {name for name, _ in ROWS} >= {"menu.html", "games.html", "share.html", "table.html", "analysis.html"}
