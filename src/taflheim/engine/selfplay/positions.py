"""The positions of self-play as NumPy arrays, to learn from."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from taflheim.engine.selfplay.shards import MANIFEST
from taflheim.games.errors import TaflheimError

Array = np.ndarray[Any, Any]


class Positions(NamedTuple):
    """Positions in the order of their games and plies: a row of each array for each of them."""

    state: Array
    """uint64, a column for each word of the game's `State`; the manifest names them."""
    turn: Array
    """uint8: the side to move, as a number of the manifest's `sides`."""
    score: Array
    """int32: what the search thought, for the side to move; beyond `search.score.SURE` it is proven."""
    result: Array
    """float32: what the side to move got in the end: 1, 0, or its share of a draw."""
    ply: Array
    game: Array
    depth: Array
    nodes: Array
    quiet: Array
    """bool: whether the evaluation can be trusted, and the move captured nothing."""


def manifest(folder: Path | str) -> dict[str, Any]:
    """What a folder of self-play says of itself."""
    try:
        told: dict[str, Any] = json.loads((Path(folder) / MANIFEST).read_text("utf-8"))
    except FileNotFoundError:
        raise TaflheimError(f"{folder}: no {MANIFEST} there; expected a folder of `taflheim selfplay`") from None
    return told


def read_positions(folder: Path | str) -> Positions:
    """All positions in a folder of self-play, also of a run that is not over: as far as shards are written.

    >>> import tempfile, taflheim
    >>> from taflheim.engine.places.local import LocalPlace
    >>> from taflheim.engine.search.limits import Limits
    >>> from taflheim.engine.selfplay.game import play_all
    >>> from taflheim.engine.selfplay.plan import Plan
    >>> from taflheim.engine.selfplay.shards import opened
    >>> folder = tempfile.mkdtemp()
    >>> plan = Plan(taflheim.game("halatafl"), 2, Limits(depth=1))
    >>> with opened(Path(folder), plan) as shards:
    ...     for played in play_all(plan, LocalPlace(1)):
    ...         shards.add(played)
    >>> positions = read_positions(folder)
    >>> positions.state.shape == (len(positions.score), len(manifest(folder)["state"]))
    True
    """
    from pyarrow import parquet

    files = [
        Path(folder) / name
        for shard in manifest(folder)["shards"]
        for name in shard["sha256"]
        if name.startswith("positions-")
    ]
    if not files:
        raise TaflheimError(f"{folder}: no shard is written yet")
    table = parquet.read_table(files)
    states = table.column("state").combine_chunks()
    columns = {name: table.column(name).to_numpy() for name in Positions._fields if name != "state"}
    return Positions(state=states.flatten().to_numpy().reshape(len(states), -1), **columns)
