"""What can be played, over the interface for programs."""

from pathlib import Path

import taflheim
from programs import API, programs
from serving_hall import Served, served_evening
from taflheim.engine.bots.levels import bots, levels


def test_every_game_is_offered_with_all_that_a_menu_needs(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        told = (await served.stranger.get(f"{API}/games")).json()
        games = {game["name"]: game for game in told["games"]}
        assert games.keys() == taflheim.rulebooks().keys()
        assert [game["order"] for game in told["games"]] == sorted(game["order"] for game in told["games"])
        assert told["chosen"] == "hnefatafl" and told["clocks"][0]["value"] == "none"
        for name, game in games.items():
            chosen = taflheim.game(name)
            assert [option["name"] for option in game["options"]] == list(chosen.options)
            assert {option["name"]: option["default"] for option in game["options"]} == chosen.options
            assert game["alone"] == (len(chosen.seats) == 1)
            assert {bot["name"] for bot in game["bots"]} == (set() if game["alone"] else {b.name for b in bots(chosen)})
            assert [bot["number"] for bot in game["bots"] if bot["level"]] == (
                [] if game["alone"] else [bot.number for bot in levels(chosen)]
            )
        quoridor, halatafl, hivolts = (games[name] for name in ("quoridor", "halatafl", "hivolts"))
        assert quoridor["players"] == [2, 3, 4] and [side["name"] for side in quoridor["sides"]] == ["a", "b", "c", "d"]
        assert quoridor["bots"][0]["ratings"].keys() == {""} and quoridor["bots"][0]["about"]
        (fox,) = (bot for bot in halatafl["bots"] if not bot["level"])
        assert (fox["name"], fox["sides"]) == ("classic fox", ["foxes"])
        assert (halatafl["first"], halatafl["side"], halatafl["suggested"]) == (1, "sheep", None)
        assert [board["value"] for board in hivolts["boards"]] == ["new", "wild"] and hivolts["first"] is None
        assert hivolts["puzzles"] and hivolts["daily"] and hivolts["lessons"] and hivolts["rules"]

    served_evening(tmp_path, work)


def test_what_one_has_played_is_offered_again(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,), programs(served, "Mona", scopes=["play"]) as (mute,):
            told = await anna.get("/games")
            (halatafl,) = (game for game in told["games"] if game["name"] == "halatafl")
            assert halatafl["suggested"] == {"number": 1, "name": "Nils", "beaten": ""}
            table = await anna.open("halatafl", seats={"sheep": "me", "foxes": 2})
            assert (await anna.act(table, "resign")).status_code == 200
            assert (await anna.get("/games"))["chosen"] == "halatafl"
            # A cookie does as well as a token.
            chosen = {"bot": {"quoridor": {"level": 4, "side": "b"}}}
            assert (await served.owner.post("/preferences", json=chosen)).is_success
            (quoridor,) = (
                game for game in (await served.owner.get(f"{API}/games")).json()["games"] if game["name"] == "quoridor"
            )
            assert (quoridor["first"], quoridor["side"]) == (4, "b")
            refused = await mute.client.get(f"{API}/games")
            assert refused.status_code == 403 and refused.json()["error"] == "not_allowed"

    served_evening(tmp_path, work)
