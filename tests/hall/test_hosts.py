"""Who is a host: the owner, and who was given that role."""

from pathlib import Path

import pytest

from chatting import guest
from evenings import evening, me
from taflheim.hall.hall import Hall
from taflheim.hall.hosts import HostsOnly, check_host, is_host
from taflheim.table.actor import House, Spectator


def test_who_is_a_host(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        friend = await guest(hall)
        for actor in (friend, Spectator(), House()):
            assert await is_host(hall.accounts, actor) is False
            with pytest.raises(HostsOnly):
                await check_host(hall.accounts, actor)
        await check_host(hall.accounts, me(hall))
        hall.accounts.changed((await hall.accounts.get(friend))._replace(host=True))
        assert await is_host(hall.accounts, friend)

    evening(tmp_path, work)
