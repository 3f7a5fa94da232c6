"""Recorded sessions of line mode: scripts that are typed, and all that is told then.

The first line of a script is the command, the others are typed. `python tests/plain_sessions.py` records them anew:
look at what has changed before you keep it.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SESSIONS = Path(__file__).parent / "terminal" / "plain" / "sessions"


def names() -> list[str]:
    """The sessions that are kept."""
    return sorted(file.stem for file in SESSIONS.glob("*.script"))


def play(home: Path, command: str, typed: str, folder: Path | None = None, **environment: str) -> "Played":
    """Run a command in the hall of a folder, with this typed."""
    return Played(
        subprocess.run(
            [sys.executable, "-m", "taflheim", *command.split()],
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=600,
            check=False,
            cwd=folder,
            env={**os.environ, "TAFLHEIM_HOME": str(home), "PYTHONIOENCODING": "utf-8", **environment},
        )
    )


class Played:
    """What came of a command."""

    def __init__(self, done: "subprocess.CompletedProcess[str]"):
        self.status, self.said, self.errors = done.returncode, done.stdout, done.stderr


def replayed(home: Path, name: str, folder: Path) -> Played:
    """Type a script again."""
    command, _, typed = (SESSIONS / f"{name}.script").read_text("utf-8").partition("\n")
    return play(home, command, typed, folder)


def kept(name: str) -> str:
    """What was told when the script was recorded."""
    return (SESSIONS / f"{name}.transcript").read_text("utf-8")


def main() -> None:
    """Record all sessions, or those that are named."""
    import conftest  # noqa: F401  # as tests do: the toy game, and the cache
    from serving_process import serve, wait_until_ready

    with tempfile.TemporaryDirectory() as temporary, serve(Path(temporary) / "hall", "--port", "0") as server:
        wait_until_ready(server.address)
        for name in sys.argv[1:] or names():
            folder = Path(temporary) / name
            folder.mkdir()
            done = replayed(Path(temporary) / "hall", name, folder)
            assert done.status == 0 and not done.errors, done.errors
            (SESSIONS / f"{name}.transcript").write_text(done.said, "utf-8")
            print(name)


if __name__ == "__main__":
    main()
