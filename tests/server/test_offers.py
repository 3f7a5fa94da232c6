"""What the menu offers."""

from dataclasses import replace
from pathlib import Path

import pytest

import taflheim
from taflheim.hall.preferences import defaults
from taflheim.server.offered import offered
from taflheim.server.opponents import bot_choice
from taflheim.server.pages import offers
from taflheim.server.pages.render import page


def menu(offer: offers.Offer) -> str:
    """The menu of a spectator, with one game."""
    progress = {offer.name: {"rules": True, "bots": True, "done": 1, "total": 1}}
    shown = page(
        "menu",
        offers=[offer],
        progress=progress,
        chosen=offer.name,
        going_on=[],
        suggestions={},
        bot_choices={offer.name: bot_choice(taflheim.game(offer.name), defaults())},
        guest="",
        known=False,
    )
    return bytes(shown.body).decode()


def test_ways_to_lessons_and_rules_stand_only_where_there_are_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game is complete without either: its folder has no such files then."""
    (tmp_path / "toy_without_files").mkdir()
    (tmp_path / "toy_without_files" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    toy = taflheim.rulebooks()["toy"]
    taught, bare = (
        menu(offers.pictured(offered(rulebook), False)) for rulebook in (toy, replace(toy, package="toy_without_files"))
    )
    assert 'href="/learn/toy"' in taught and 'href="/rules/toy"' in taught
    assert "Three in a row" in bare
    assert "/learn/" not in bare and "/rules/" not in bare
