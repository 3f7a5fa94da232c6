"""The rules over HTTP: a page, its contents alone, for people with and without a session."""

import re
from pathlib import Path

import pytest

import taflheim
from serving_hall import Served, served_evening

GAMES = list(taflheim.rulebooks())


def test_every_game_has_a_page_with_all_its_diagrams(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        for name in GAMES:
            answer = await served.owner.get(f"/rules/{name}")
            assert answer.status_code == 200, name
            sections = taflheim.rulebooks()[name].rules_page
            assert answer.text.count('<figure class="diagram">') == sum(len(one.diagrams) for one in sections)
            assert all(f"<h2>{one.title}</h2>" in answer.text for one in sections)
            assert 'data-playable="true"' in answer.text

    served_evening(tmp_path, work)


def test_the_contents_alone_for_a_panel(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        fragment = (await served.owner.get("/rules/quoridor", params={"fragment": "1"})).text
        whole = (await served.owner.get("/rules/quoridor")).text
        assert "<html" not in fragment and "<main" not in fragment and "<h1" not in fragment
        assert fragment.strip().startswith('<div class="rulebook"') and fragment.strip() in whole

    served_evening(tmp_path, work)


def test_symbols_of_several_boards_are_kept_apart(tmp_path: Path) -> None:
    """Also from those of a table, into whose panel the rules are put."""

    async def work(served: Served) -> None:
        text = (await served.owner.get("/rules/hivolts")).text
        ids = re.findall(r' id="([^"]+)"', text)
        assert all(one.startswith("rules-") for one in ids if "mho" in one)
        assert len(set(re.findall(r'<template data-spots="([^"]+)"', text))) == 2  # fierce and gentle

    served_evening(tmp_path, work)


def test_who_has_no_session_looks(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        text = (await served.stranger.get("/rules/halatafl")).text
        assert 'data-playable="false"' in text and "yours to play with" not in text

    served_evening(tmp_path, work)


@pytest.mark.parametrize("path", ["/rules/chess", "/learn/chess", "/learn/toy/nowhere", "/learn/toy/nowhere/hint"])
def test_there_is_no_such_page(tmp_path: Path, path: str) -> None:
    async def work(served: Served) -> None:
        answer = await served.owner.get(path)
        assert (answer.status_code, answer.json()) == (404, {"error": "There is no such page here."})

    served_evening(tmp_path, work)


def test_a_game_without_the_files_has_no_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As if its folder had no such files.
    monkeypatch.setitem(vars(taflheim.rulebooks()["toy"]), "rules_page", ())
    monkeypatch.setitem(vars(taflheim.rulebooks()["toy"]), "lessons", ())

    async def work(served: Served) -> None:
        from taflheim.server.pages import rules

        rules.shown_sections.cache_clear()
        assert (await served.owner.get("/rules/toy")).status_code == 404
        assert (await served.owner.get("/learn/toy")).status_code == 404
        rules.shown_sections.cache_clear()

    served_evening(tmp_path, work)
