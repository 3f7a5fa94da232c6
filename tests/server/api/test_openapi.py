"""The description of the interface is true: whatever is sent, the answer is one that it names, and none is a failure.

Excluded is one check: that whatever fits the description is accepted. Which options and seats a game has, and which
position a move answers, no schema can say.
"""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from taflheim.hall.attempts import Attempts
from taflheim.hall.hall import Hall
from taflheim.server.limits import Limits
from taflheim.server.serve import serving
from taflheim.table.actor import Person

_OFTEN = dict.fromkeys(("account", "address", "person", "all"), "100000/second")
_LIMITS = Limits(_OFTEN, _OFTEN, _OFTEN, burst=100_000, per_second=100_000.0)
_SECONDS = 600


def _asked(folder: Path, *more: str, identity: bool) -> str:
    """What schemathesis says of a hall."""
    command = shutil.which("schemathesis", path=Path(sys.executable).parent)
    assert command is not None

    async def run() -> str:
        hall = await Hall.open(folder)
        hall.logins.attempts = hall.logins.registrations = hall.guests = Attempts(_OFTEN)
        try:
            async with serving(hall, limits=_LIMITS) as served:
                # Some streams never end: the first of what they tell is looked at.
                (folder / "schemathesis.toml").write_text("max-stream-events = 1\n")
                who = await hall.access.add(Person(hall.accounts.owner.id), "schemathesis", ["read", "play"])
                process = await asyncio.create_subprocess_exec(
                    *(command, "run", f"{served.address}/openapi.json", "--seed", "1"),
                    *("--exclude-checks", "positive_data_acceptance"),
                    *(("-H", f"Authorization: Bearer {who}") if identity else ()),
                    *more,
                    cwd=folder,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                )
                said, _ = await asyncio.wait_for(process.communicate(), _SECONDS)
                assert process.returncode == 0, said.decode()
                return said.decode()
        finally:
            await hall.close()

    return asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("identity", [True, False])
def test_every_answer_is_described(tmp_path: Path, identity: bool, caplog: pytest.LogCaptureFixture) -> None:
    said = _asked(tmp_path, "--max-examples", "10", "--phases", "examples,coverage,fuzzing", identity=identity)
    assert "Tested" in said
    assert [record for record in caplog.records if record.exc_info] == []
