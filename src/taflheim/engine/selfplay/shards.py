"""Games of self-play in a folder: shards of Parquet, and a manifest that says what they are.

A shard holds games with certain numbers, in their order, whatever order they ended in: so the same plan gives the same
files however many machines played it. Games that wait for their shard are in a journal, so that a kill loses only those
that were not over. What was begun is gone on with by the same plan and the same version alone.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import filelock
import numpy as np

from taflheim.engine.selfplay.game import Played
from taflheim.engine.selfplay.plan import Plan
from taflheim.games.errors import TaflheimError

if TYPE_CHECKING:
    import pyarrow as pa

MANIFEST = "manifest.json"
_JOURNAL = "journal.jsonl"


class Shards:
    """The folder of a plan. Made by `opened`."""

    def __init__(self, folder: Path, plan: Plan):
        self._folder, self._plan = folder, plan
        self._manifest = _manifest(folder, plan)
        self._waiting: dict[int, Played] = {}
        self._rescue()
        self._journal = (folder / _JOURNAL).open("a", encoding="utf-8")

    @property
    def missing(self) -> list[int]:
        """The numbers of the games that are still to be played."""
        written = {shard["number"] for shard in self._manifest["shards"]}
        return [
            number
            for shard in range(self._plan.shards)
            if shard not in written
            for number in self._plan.numbers(shard)
            if number not in self._waiting
        ]

    @property
    def positions(self) -> int:
        """How many positions have been written."""
        return sum(shard["positions"] for shard in self._manifest["shards"])

    def add(self, played: Played) -> None:
        """Keep one more game. When a shard is full, it is written."""
        print(json.dumps(played._asdict()), file=self._journal, flush=True)
        self._waiting[played.number] = played
        self._write(played.number // self._plan.games_per_shard)

    def close(self) -> None:
        """Let go of the folder; when all is written, no journal is left."""
        self._journal.close()
        if len(self._manifest["shards"]) == self._plan.shards:
            (self._folder / _JOURNAL).unlink(missing_ok=True)

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _rescue(self) -> None:
        """Read what the journal of an interrupted run holds beyond the shards, and write it anew, without the rest."""
        path, written = self._folder / _JOURNAL, {shard["number"] for shard in self._manifest["shards"]}
        lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
        for line in lines:
            if line.endswith("\n"):  # else it was being written when the run ended
                played = Played.from_json(json.loads(line))
                if played.number // self._plan.games_per_shard not in written:
                    self._waiting[played.number] = played
        _replace(path, "".join(json.dumps(played._asdict()) + "\n" for played in self._waiting.values()).encode())
        for shard in {number // self._plan.games_per_shard for number in self._waiting}:
            self._write(shard)

    def _write(self, shard: int) -> None:
        """Write a shard if all its games are there."""
        numbers = self._plan.numbers(shard)
        if not all(number in self._waiting for number in numbers):
            return
        games = [self._waiting[number] for number in numbers]
        positions = sum(len(played.searched) for played in games)
        files = {
            f"games-{shard:05}.parquet": _games(games),
            f"positions-{shard:05}.parquet": _positions(games, self._plan),
        }
        digests = {}
        for name, table in files.items():
            content = _parquet(table)
            _replace(self._folder / name, content)
            digests[name] = hashlib.sha256(content).hexdigest()
        entry = {"number": shard, "games": len(games), "positions": positions, "sha256": digests}
        self._manifest["shards"] = sorted([*self._manifest["shards"], entry], key=lambda one: one["number"])
        _replace(self._folder / MANIFEST, json.dumps(self._manifest, indent=1).encode())
        for number in numbers:
            del self._waiting[number]


@contextmanager
def opened(folder: Path, plan: Plan) -> Iterator[Shards]:
    """The folder of a plan, for one process at a time: begun, or gone on with."""
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise TaflheimError("what writes Parquet is missing: pip install 'taflheim[data]'") from error
    folder.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise TaflheimError(f"{folder}: another process writes there") from None
    try:
        shards = Shards(folder, plan)
        try:
            yield shards
        finally:
            shards.close()
    finally:
        lock.release()


def _manifest(folder: Path, plan: Plan) -> dict[str, Any]:
    """The manifest of the folder, or a new one; refused if the folder belongs to another plan."""
    state: Any = plan.game.start(*_seed(plan)).state
    wanted = {**plan.described(), "sides": list(plan.game.sides), "state": list(state._fields)}
    path = folder / MANIFEST
    if not path.exists():
        if any(folder.glob("*.parquet")):
            raise TaflheimError(f"{folder}: there are other files of Parquet; choose another folder")
        manifest: dict[str, Any] = {**wanted, "shards": []}
        _replace(path, json.dumps(manifest, indent=1).encode())
        return manifest
    manifest = json.loads(path.read_text("utf-8"))
    for name, value in wanted.items():
        if manifest.get(name) != value:
            raise TaflheimError(
                f"{folder}: begun with {name} {json.dumps(manifest.get(name))}, not {json.dumps(value)}; "
                "go on as it was begun, or choose another folder"
            )
    return manifest


def _seed(plan: Plan) -> tuple[str, ...]:
    return ("0",) if plan.game.rulebook.seeded else ()


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    new = path.with_name(f".{path.name}.new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _games(games: list[Played]) -> "pa.Table":
    import pyarrow as pa

    return pa.table(
        {
            "game": pa.array([played.number for played in games], pa.uint32()),
            "start": [played.start for played in games],
            "moves": [" ".join(played.moves) for played in games],
            "opening": pa.array([played.opening for played in games], pa.uint16()),
            "winner": pa.array([played.winner for played in games], pa.string()),
            "ending": [played.ending for played in games],
        }
    )


def _positions(games: list[Played], plan: Plan) -> "pa.Table":
    import pyarrow as pa

    sides = plan.game.sides
    rows = [(played, played.opening + at, each) for played in games for at, each in enumerate(played.searched)]
    states = np.array([each.state for _, _, each in rows], np.uint64)
    results = [played.result(sides[each.turn], len(plan.game.seats)) for played, _, each in rows]
    return pa.table(
        {
            "game": pa.array([played.number for played, _, _ in rows], pa.uint32()),
            "ply": pa.array([ply for _, ply, _ in rows], pa.uint16()),
            "state": pa.FixedSizeListArray.from_arrays(pa.array(states.ravel()), states.shape[1]),
            "turn": pa.array([each.turn for _, _, each in rows], pa.uint8()),
            "score": pa.array([each.score for _, _, each in rows], pa.int32()),
            "result": pa.array(results, pa.float32()),
            "depth": pa.array([each.depth for _, _, each in rows], pa.uint8()),
            "nodes": pa.array([each.nodes for _, _, each in rows], pa.uint64()),
            "quiet": pa.array([each.quiet for _, _, each in rows], pa.bool_()),
        }
    )


def _parquet(table: "pa.Table") -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    buffer = pa.BufferOutputStream()
    parquet.write_table(table, buffer, compression="zstd")
    return bytes(buffer.getvalue())
