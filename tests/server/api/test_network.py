"""Who can reach a hall, over the interface for programs."""

from pathlib import Path

from programs import API, programs
from serving_hall import Served, served_evening


def test_the_owner_lets_friends_on_the_network_join(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        where = f"{API}/network"
        assert (await served.stranger.get(where)).json() == {"address": served.address, "whom": "machine"}
        table = await served.new_table("quoridor", seats={"a": "me", "b": "open"})
        shared = (await served.owner.put(where, json={"share": True})).json()
        assert shared["whom"] == "network" and shared["address"].startswith("http://127.0.0.2:")
        link = (await served.owner.get(f"{API}/tables/{table}")).json()["link"]
        assert link == f"{shared['address']}/tables/{table}"
        assert (await served.owner.put(where, json={"share": False})).json()["whom"] == "machine"
        async with programs(served, "Anna") as (anna,):
            refused = await anna.client.put(where, json={"share": True})
            assert (refused.status_code, refused.json()["error"]) == (403, "not_allowed")
        assert (await served.stranger.put(where, json={"share": True})).status_code == 401

    served_evening(tmp_path, work)


def test_a_machine_in_no_network(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        refused = await served.owner.put(f"{API}/network", json={"share": True})
        assert (refused.status_code, refused.json()["error"]) == (409, "no_network")
        assert refused.json()["message"] == "This machine is in no network: connect it to one and try again."

    served_evening(tmp_path, work, network=None)
