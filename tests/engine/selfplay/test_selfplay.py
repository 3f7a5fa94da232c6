"""Self-play: games that can be played again, shards that do not depend on who played them, runs that go on."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import taflheim
from taflheim import Record, TaflheimError
from taflheim.engine.places.local import LocalPlace
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.score import SURE
from taflheim.engine.search.search import search
from taflheim.engine.selfplay.game import MOST_PLIES, Played, play, play_all
from taflheim.engine.selfplay.plan import Plan
from taflheim.engine.selfplay.positions import manifest, read_positions
from taflheim.engine.selfplay.shards import opened

PLAN = Plan(taflheim.game("halatafl"), 7, Limits(nodes=200), seed=3, games_per_shard=3)


def keep(folder: Path, plan: Plan, games: Iterable[Played]) -> list[int]:
    """Add games to a folder; tells which are missing then."""
    with opened(folder, plan) as shards:
        for played in games:
            shards.add(played)
        return shards.missing


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".lock"}


@pytest.fixture(scope="module")
def games() -> list[Played]:
    return [play(PLAN, number) for number in range(PLAN.games)]


def test_the_same_seed_gives_the_same_games_whoever_plays_them(games: list[Played]) -> None:
    assert sorted(play_all(PLAN, LocalPlace(2))) == games
    assert len({played.moves for played in games}) == len(games)
    assert play(replace(PLAN, seed=4), 0).moves != games[0].moves


def test_games_are_whole(games: list[Played]) -> None:
    for played in games:
        record = Record(PLAN.game.position(played.start), {}, played.moves)
        assert len(played.searched) - (played.ending == "proven") == len(played.moves) - played.opening
        if played.ending == "rules":
            assert record.result and record.result.winner == played.winner
        if played.ending == "proven":
            assert not record.result and record.turn == played.winner and played.searched[-1].score >= SURE
        for searched, position in zip(played.searched, record.positions[played.opening :], strict=False):
            state: Any = position.state
            assert searched.state == tuple(map(int, state))
            assert PLAN.game.sides[searched.turn] == position.turn


@pytest.mark.parametrize("name", ["hnefatafl", "quoridor", "hivolts", "toy"])
def test_every_game_plays_itself(name: str, tmp_path: Path) -> None:
    plan = Plan(taflheim.game(name), 2, Limits(depth=1), random_plies=2)
    assert keep(tmp_path, plan, play_all(plan, LocalPlace(1))) == []
    positions = read_positions(tmp_path)
    assert set(positions.result.tolist()) <= {0.0, 0.5, 1.0}
    assert positions.ply.max() < MOST_PLIES and positions.state.dtype == np.uint64


def test_three_players_share_a_draw() -> None:
    played = Played(0, "", (), 0, None, "long", ())
    assert played.result("a", 3) == pytest.approx(1 / 3)


def test_shards_do_not_depend_on_the_order_of_games(games: list[Played], tmp_path: Path) -> None:
    assert keep(tmp_path / "a", PLAN, games) == []
    assert keep(tmp_path / "b", PLAN, reversed(games)) == []
    kept = files(tmp_path / "a")
    assert kept == files(tmp_path / "b")
    assert sorted(kept) == [
        *(f"games-0000{shard}.parquet" for shard in range(3)),
        "manifest.json",
        *(f"positions-0000{shard}.parquet" for shard in range(3)),
    ]


def test_what_was_begun_is_gone_on_with(games: list[Played], tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    keep(whole, PLAN, games)
    assert keep(parts, PLAN, [games[6], games[1], games[4], games[0]]) == [2, 3, 5]
    # As a kill leaves it: the last line is half written.
    with (parts / "journal.jsonl").open("a") as journal:
        journal.write(json.dumps(games[3]._asdict())[:50])
    assert keep(parts, PLAN, [games[2]]) == [3, 5]
    assert read_positions(parts).game.tolist() == [
        *[0] * len(games[0].searched),
        *[1] * len(games[1].searched),
        *[2] * len(games[2].searched),
        *[6] * len(games[6].searched),
    ]
    assert keep(parts, PLAN, [games[3], games[5]]) == []
    assert files(parts) == files(whole)


def test_positions_are_read_back(games: list[Played], tmp_path: Path) -> None:
    keep(tmp_path, PLAN, games)
    told, read = manifest(tmp_path), read_positions(tmp_path)
    rows = [(played, at, each) for played in games for at, each in enumerate(played.searched)]
    assert read.state.tolist() == [list(each.state) for _, _, each in rows]
    assert read.score.tolist() == [each.score for _, _, each in rows]
    assert read.ply.tolist() == [played.opening + at for played, at, _ in rows]
    assert read.result.tolist() == [played.result(told["sides"][each.turn], 2) for played, _, each in rows]
    assert read.state[:, told["state"].index("turn")].tolist() == read.turn.tolist()
    assert told["version"].startswith(f"{taflheim.__version__}+") and told["limits"]["foxes"] == {"nodes": 200}
    assert sum(shard["positions"] for shard in told["shards"]) == len(read.score)


def test_a_folder_belongs_to_one_plan(games: list[Played], tmp_path: Path) -> None:
    keep(tmp_path, PLAN, games[:1])
    before = files(tmp_path)
    with pytest.raises(TaflheimError, match="begun with seed 3, not 4; go on as it was begun, or choose another"):
        keep(tmp_path, replace(PLAN, seed=4), ())
    with opened(tmp_path, PLAN), pytest.raises(TaflheimError, match="another process writes there"):
        keep(tmp_path, PLAN, ())
    assert files(tmp_path) == before
    with pytest.raises(TaflheimError, match=re.escape("no shard is written yet")):
        read_positions(tmp_path)
    with pytest.raises(TaflheimError, match="expected a folder of `taflheim selfplay`"):
        read_positions(tmp_path / "elsewhere")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.parquet").touch()
    with pytest.raises(TaflheimError, match="other files of Parquet"):
        keep(tmp_path / "other", PLAN, ())


def test_one_side_may_look_at_more() -> None:
    played = play(replace(PLAN, nodes_for={"foxes": 2000}), 0)
    foxes = PLAN.game.sides.index("foxes")
    most = {turn: max(each.nodes for each in played.searched if each.turn == turn) for turn in (0, 1)}
    assert most[foxes] > 1500 and most[1 - foxes] <= 400


def test_openings_are_balanced() -> None:
    plan = Plan(taflheim.game("quoridor"), 4, Limits(nodes=100), balanced=30)
    for number in range(plan.games):
        played = play(plan, number)
        opening = Record(plan.game.position(played.start), {}, played.moves[: played.opening])
        assert abs(search(opening, Limits(nodes=2000)).score) < 100
    with pytest.raises(TaflheimError, match="none of 200 openings is balanced within 0: choose more"):
        play(replace(PLAN, balanced=0), 0)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "games: expected a whole number from 1"),
        ({"random_plies": 201}, "random plies: expected"),
        ({"games_per_shard": 0}, "games per shard: expected"),
        ({"limits": Limits()}, "how long to think"),
        ({"nodes_for": {"wolves": 5}}, "no side 'wolves': expected sheep or foxes"),
        ({"nodes_for": {"foxes": 0}}, "nodes: expected a whole number from 1"),
        ({"limits": Limits(depth=1), "nodes_for": {"foxes": 9}}, "expected a number of nodes for the others, too"),
    ],
)
def test_plans_that_cannot_be(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(TaflheimError, match=sentence):
        replace(PLAN, **wrong)  # type: ignore[arg-type]
