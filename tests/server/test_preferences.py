"""Preferences over HTTP: only with a session, partial, and in every page that is made."""

from pathlib import Path

from serving_hall import Served, served_evening
from taflheim.hall.preferences import defaults
from taflheim.server.pages.render import page

HTML = {"Accept": "text/html"}


def test_preferences_are_changed_bit_by_bit(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        answer = await served.owner.post("/preferences", json={"theme": "dark"})
        assert (answer.status_code, answer.json()) == (200, {**defaults(), "theme": "dark"})
        answer = await served.owner.post("/preferences", json={"flip": {"quoridor": True}})
        assert answer.json() == {**defaults(), "theme": "dark", "flip": {"quoridor": True}}
        for content, text in (
            ('{"theme": "\\ud800"}', "expected system, light or dark"),
            ('{"colour": 1}', "No preference 'colour'"),
            ("{", "Expected JSON"),
            ("[" * 9999, "Expected JSON"),
            ("[]", "Expected preferences"),
        ):
            answer = await served.owner.post("/preferences", content=content)
            assert answer.status_code == 400 and text in answer.json()["error"], answer.text
        refused = await served.stranger.post("/preferences", json={"theme": "dark"})
        assert refused.status_code == 403

    served_evening(tmp_path, work)


def test_every_page_knows_who_reads_it(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        await served.owner.post("/preferences", json={"theme": "dark"})
        table = await served.new_table("toy")
        for address in ("/", "/stats", f"/tables/{table}", "/tables/nowhere"):
            assert 'data-theme="dark"' in (await served.owner.get(address, headers=HTML)).text
            assert 'data-theme="system"' in (await served.stranger.get(address, headers=HTML)).text

    served_evening(tmp_path, work)


def test_outside_of_requests_pages_have_the_defaults() -> None:
    assert b'data-theme="system"' in page("error", text="closed", way_in="").body
