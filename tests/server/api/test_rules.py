"""The rules of games, over the interface for programs."""

from pathlib import Path

import taflheim
from programs import API
from serving_hall import Served, served_evening


def test_everybody_can_read_the_rules_of_every_game(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        for name, rulebook in taflheim.rulebooks().items():
            told = (await served.stranger.get(f"{API}/rules/{name}")).json()
            assert (told["game"], told["title"]) == (name, rulebook.title)
            for section, page in zip(told["sections"], rulebook.rules_page, strict=True):
                assert (section["title"], tuple(section["paragraphs"])) == (page.title, page.paragraphs)
                for shown, diagram in zip(section["diagrams"], page.diagrams, strict=True):
                    position = taflheim.game(name, **shown["options"]).position(shown["position"])
                    assert position == diagram.shown.position and shown["caption"] == diagram.caption
                    assert [tuple(piece) for piece in shown["pieces"]] == [*position.pieces]
                    assert shown["buttons"] == diagram.buttons
                    assert shown["arrows"] == [list(way) for way in diagram.shown.arrows]

    served_evening(tmp_path, work)


def test_what_has_no_rules_is_not_found(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        answer = await served.stranger.get(f"{API}/rules/chess")
        assert answer.status_code == 404 and answer.json()["error"] == "no_such_game"

    served_evening(tmp_path, work)
