"""Programs of one's own on the page of one's account."""

import re
from pathlib import Path

from serving_hall import Served, served_evening

HTML = {"Accept": "text/html"}


def test_a_program_is_made_shown_once_and_let_go(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        client = served.owner
        taken = await client.post("/account/programs", data={"name": "Odin"}, headers=HTML)
        assert taken.status_code == 400 and "name of the house" in taken.text
        made = await client.post("/account/programs", data={"name": "Loki"}, headers=HTML)
        token = re.search(r"<code>(taflheim_[\w-]+)</code>", made.text)
        assert token and "token of Loki-bot" in made.text
        page = (await client.get("/account", headers=HTML)).text
        listed = re.search(r'name="program" value="([\w-]+)"', page)
        assert listed and "Loki-bot" in page and token[1] not in page
        renewed = await client.post("/account/programs/token", data={"program": listed[1]}, headers=HTML)
        again = re.search(r"<code>(taflheim_[\w-]+)</code>", renewed.text)
        assert again and "token of Loki-bot" in renewed.text
        assert await served.hall.access.access(token[1]) is None
        token = again
        # Only one's own are let go, or get another token.
        await served.stranger.post("/register", data={"name": "Sigrid", "password": "correct horse"})
        for what in ("end", "token"):
            await served.stranger.post(
                f"/account/programs/{what}", data={"program": listed[1], "password": "correct horse"}
            )
        assert await served.hall.access.access(token[1])
        await client.post("/account/programs/end", data={"program": listed[1]})
        assert await served.hall.access.access(token[1]) is None
        assert "Loki-bot" not in (await client.get("/account", headers=HTML)).text

    served_evening(tmp_path, work)
