"""The style sheets and scripts of the pages: colours stand in one file, and everything is in a layer."""

import re

import pytest

from node import STATIC
from taflheim.server.static_files import static_files

SHEETS = sorted(path.relative_to(STATIC / "style").as_posix() for path in (STATIC / "style").rglob("*.css"))
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
    outside = [line for line in lines if line and not line.startswith(("/*", "   ", " ", "@layer ", "@import ", "}"))]
    assert outside == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_is_sent_with_what_it_imports(sheet: str) -> None:
    file = static_files().file(f"style/{sheet}")
    assert file and b"@import" not in file.plain


def test_every_sheet_reaches_a_page() -> None:
    """A sheet is named by a template or imported by one that is."""
    templates = "".join(path.read_text() for path in (STATIC.parent / "templates").glob("*.html"))
    for sheet in SHEETS:
        folder, _, name = sheet.rpartition("/")
        if folder:
            assert f'@import "{sheet}";' in (STATIC / "style" / f"{folder}.css").read_text()
        else:
            assert re.search(rf'["/]{name.removesuffix(".css")}(?:"|\.css")', templates), sheet
