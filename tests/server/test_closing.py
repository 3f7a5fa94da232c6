"""While others are connected, closing the owner's window asks; going to another page does not."""

from playwright.sync_api import Dialog, expect

from browsing import Strict


def test_closing_asks_while_others_are_connected(strict: Strict, address: str) -> None:
    owner, guest = strict.page(), strict.page(owner=False)
    assert owner.request.post(f"{address}/network", form={"share": "yes"}, headers={"Origin": address}).ok
    try:
        guest.goto(f"{address}/lobby")
        guest.get_by_role("button", name="Find somebody").click()
        expect(guest.get_by_role("status")).to_be_visible()
        asked: list[str] = []

        def answer(dialog: Dialog) -> None:
            asked.append(dialog.type)
            dialog.dismiss()

        owner.on("dialog", answer)
        owner.goto(f"{address}/lobby")
        expect(owner.locator("html")).to_have_attribute("data-others", "1")
        owner.get_by_role("heading", name="Lobby").click()  # browsers ask only who has done something
        owner.get_by_role("link", name="Menu").click()
        expect(owner.get_by_role("heading", name="Taflheim")).to_be_visible()
        assert asked == []
        expect(owner.locator("html")).to_have_attribute("data-others", "1")
        owner.get_by_role("heading", name="Taflheim").click()
        with owner.expect_event("dialog"):
            owner.close(run_before_unload=True)
        assert asked == ["beforeunload"]
        guest.get_by_role("button", name="Stop looking").click()
    finally:
        assert strict.page().request.post(f"{address}/network", form={"share": "no"}, headers={"Origin": address}).ok
