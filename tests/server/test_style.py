"""The style sheets and scripts of the pages: colours stand in one file, and everything is in a layer."""

import re

import pytest

from node import STATIC

SHEETS = sorted(path.name for path in (STATIC / "style").glob("*.css"))
COLOUR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|:\s*(?:white|black|red|gold|green|blue|gray)\b"
)


@pytest.mark.parametrize("sheet", SHEETS)
def test_colours_are_named_in_one_file(sheet: str) -> None:
    text = (STATIC / "style" / sheet).read_text()
    assert bool(COLOUR.search(text)) == (sheet == "colours.css")


def test_colours_are_all_used_and_all_known() -> None:
    sheets = {name: (STATIC / "style" / name).read_text() for name in SHEETS}
    text = "".join(sheets.values())
    stated = set(re.findall(r"^\s*(--[a-z-]+):", text, re.MULTILINE))
    used = set(re.findall(r"var\((--[a-z-]+)", text))
    assert used == stated


def test_scripts_name_no_colours() -> None:
    for script in STATIC.rglob("*.js"):
        assert not re.search(r"#[0-9a-fA-F]{6}\b", script.read_text()), script


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_rule_is_in_a_layer(sheet: str) -> None:
    lines = (STATIC / "style" / sheet).read_text().splitlines()
    outside = [line for line in lines if line and not line.startswith(("/*", "   ", " ", "@layer ", "}"))]
    assert outside == []


def test_all_modules_of_a_table_are_loaded_at_once() -> None:
    """A module that the page does not name is found only when another one has been loaded."""
    template = (STATIC.parent / "templates" / "table.html").read_text()
    named = set(re.findall(r'"((?:board|net|table)/[a-z_]+|dom)"', template))
    there = {path.relative_to(STATIC).with_suffix("").as_posix() for path in STATIC.rglob("*.js")}
    assert named == there - {"menu", "table/page"}
