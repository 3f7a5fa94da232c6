"""Matches with real engine processes: ours, and some that crash, hang, cheat or never start."""

import asyncio
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import taflheim
from taflheim import Game, Record, TaflheimError
from taflheim.engine.contests.engines import EngineRunner, engine_config
from taflheim.engine.contests.match import Plan, opening, play_match
from taflheim.engine.contests.match_report import MatchReport, Played
from taflheim.engine.contests.sprt import Sprt
from taflheim.engine.protocol.client import EngineFailure
from taflheim.engine.search.limits import Limits

FAKE = """
import sys, time
START
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "quit":
        break
    elif word == "go":
        ON_GO
"""
CRASH = "sys.exit(1)"
QUICK = Limits(nodes=1000)


def fake(tmp_path: Path, on_go: str, start: str = "") -> str:
    """The command line of an engine that does this when it should think."""
    script = tmp_path / f"fake engine {len(list(tmp_path.iterdir()))}.py"
    script.write_text(FAKE.replace("ON_GO", on_go).replace("START", start), "utf-8")
    return shlex.join([sys.executable, str(script)])


def plan(game: Game, a: str, b: str, limits: Limits | None = QUICK, **more: object) -> Plan:
    return Plan(game, engine_config(a, game, limits), engine_config(b, game, limits), **more)  # type: ignore[arg-type]


def play(match: Plan) -> MatchReport:
    report, told = MatchReport(match.game.seats, match.sprt, match.a_sides), list[Played]()
    play_match(match, report, told.append)
    assert told == report.games
    return report


def test_the_stronger_level_wins() -> None:
    report = play(plan(taflheim.game("halatafl"), "level:8", "level:1", Limits(nodes=5000), games=6, concurrency=2))
    assert len(report.games) == 6 and len(report.rounds) == 3
    assert report.score >= 5


def test_games_of_a_match_are_whole() -> None:
    report = play(plan(taflheim.game("quoridor"), "level:3", "level:1", games=4, concurrency=2))
    assert all(played.record.result and not played.failures for played in report.games)
    assert all(Record.parse(str(played.record)) == played.record for played in report.games)


def test_pairs_share_an_opening_and_swap_sides() -> None:
    game = taflheim.game("toy")
    first, again = (play(plan(game, "level:1", "level:2", games=4, seed=4)) for _ in range(2))
    # Levels think by nodes: the same seed gives the same games.
    assert [played.record for played in first.games] == [played.record for played in again.games]
    for one, other in zip(first.games[::2], first.games[1::2], strict=True):
        assert one.record.entries[:4] == other.record.entries[:4]
        x, o = game.seats
        assert (one.record.headers[x], one.record.headers[o]) == (other.record.headers[o], other.record.headers[x])
    assert len({played.record.entries[:4] for played in first.games}) == 2


def test_a_may_play_one_side_only() -> None:
    game = taflheim.game("toy")
    match = plan(game, "level:2", "level:1", games=3, sides=("noughts",))
    assert (match.rounds, match.total) == (3, 3)
    report = MatchReport(game.seats, sides=match.sides)
    play_match(match, report, lambda played: None)
    assert [(played.round, played.seat) for played in report.games] == [(0, 1), (1, 1), (2, 1)]
    assert all(played.record.headers["noughts"] == match.a.name for played in report.games)
    assert report.rounds == [played.score for played in report.games]
    said = report.text("One", "Two")
    assert "of 3 as noughts\n" in said and "crosses" not in said and "(from 3 rounds)" in said
    with pytest.raises(TaflheimError, match="no side 'knights': expected crosses or noughts"):
        plan(game, "level:1", "level:2", sides=("knights",))


def test_a_bot_of_one_side_has_only_that_seat() -> None:
    game, fox = taflheim.game("halatafl"), "level:classic fox"
    assert plan(game, fox, "level:1").a_sides == ("foxes",)
    assert plan(game, "level:1", fox).a_sides == ("sheep",)
    with pytest.raises(TaflheimError, match="level:11 classic fox and level:11 classic fox do not play sides"):
        plan(game, fox, fox)
    report = play(plan(game, "level:4", fox, games=2))
    assert [(played.seat, played.failures) for played in report.games] == [(0, ()), (0, ())]


@pytest.mark.parametrize(
    ("on_go", "start", "sentence"),
    [
        (CRASH, "", "has ended by itself"),
        ("time.sleep(600)", "", "has not answered for 2 seconds"),
        ('print("bestmove z9", flush=True)', "", "plays 'z9', which is not legal"),
        ("pass", "sys.exit(0)", "has ended by itself"),
    ],
)
def test_who_fails_loses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_go: str, start: str, sentence: str
) -> None:
    if "sleep" in on_go:
        monkeypatch.setattr("taflheim.engine.protocol.client.MOVE_LIMIT_S", 2.0)
    failing = fake(tmp_path, on_go, start)
    match = plan(taflheim.game("toy"), failing, failing, games=2, opening_plies=1)
    # The other one has its only move ready: it must not be late itself.
    move = opening(match, 0).position.moves()[0]
    match = replace(match, b=engine_config(fake(tmp_path, f'print("bestmove {move}", flush=True)'), match.game, QUICK))
    report = play(match)
    assert [played.score for played in report.games] == [0, 0]
    for played in report.games:
        loser = match.game.seats[played.seat]
        assert played.record.entries[-1] == f"{loser}:resigns"
        assert played.record.headers["Ending"].startswith(f"{loser} has lost: ")
        assert [who for who, _ in played.failures] == ["A"]
        assert sentence in played.failures[0][1]
    assert "failed 2 times, at last so: the engine" in report.text(match.a.name, match.b.name)


def test_who_never_starts_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taflheim.engine.contests.engines.START_LIMIT_S", 0.2)
    game = taflheim.game("toy")

    async def ask() -> None:
        player = EngineRunner(engine_config(fake(tmp_path, "pass", "time.sleep(600)"), game, QUICK))
        for _ in range(2):
            with pytest.raises(EngineFailure, match=r"has not answered for 0\.2 seconds"):
                await player.move(game.record(), 0, "1")
        await player.close()

    asyncio.run(ask())


def test_three_players(tmp_path: Path) -> None:
    game = taflheim.game("quoridor", players=3)
    report = play(plan(game, "level:1", fake(tmp_path, CRASH), games=2))
    # One round, in which A has each seat once, and the others leave one after the other.
    assert [(played.seat, played.score) for played in report.games] == [(0, 1), (1, 1), (2, 1)]
    assert all([who for who, _ in played.failures] == ["B", "B"] for played in report.games)
    said = report.text("One", "Two")
    assert "One scores 3 of 3 against Two (100.0 %, fair share 33.3 %): 3 wins, 0 draws, 0 losses" in said
    assert "(from 1 round)" in said
    lost = play(plan(game, fake(tmp_path, CRASH), "level:1", games=3))
    # The others go on without it until one of them has won.
    assert all(played.score == 0 and played.record.result for played in lost.games)


def test_endless_games_are_drawn() -> None:
    report = play(plan(taflheim.game("quoridor"), "level:1", "level:1", games=2, most_plies=6))
    for played in report.games:
        assert played.score == 0.5
        assert played.record.headers["Ending"] == "adjudicated a draw after 6 moves"
        assert '[Result "*"]' in str(played.record)


def test_sprt_ends_a_match(tmp_path: Path) -> None:
    match = plan(taflheim.game("toy"), "level:1", fake(tmp_path, CRASH), games=200, sprt=Sprt(0, 300), concurrency=2)
    report = play(match)
    assert report.decided and len(report.games) < 50
    assert "SPRT +0 or +300: +300 accepted, LLR" in report.text("One", "Two")


def test_openings_are_unfinished() -> None:
    toy = taflheim.game("toy")
    for number in range(40):
        record = opening(plan(toy, "level:1", "level:1", opening_plies=7), number)
        assert len(record.entries) == 7 and not record.result
    with pytest.raises(TaflheimError, match="is over after 9 random moves: choose shorter openings"):
        opening(plan(toy, "level:1", "level:1", opening_plies=9), 0)


def test_opponents_are_levels_or_commands() -> None:
    game = taflheim.game("halatafl")
    assert engine_config("level:2", game, QUICK).name == engine_config("level:Liv", game).name == "level:2 Liv"
    assert engine_config("level:classic fox", game).level == engine_config("level:11", game).level == 11
    assert engine_config(sys.executable, game, QUICK).limits == QUICK


def test_a_report_of_nothing_and_of_half_a_pair() -> None:
    report = MatchReport(("a", "b"), Sprt(0, 10))
    assert report.text("One", "Two") == "No game was finished."
    report.add(Played(0, 0, 0.5, taflheim.game("toy").record()))
    assert report.text("One", "Two").splitlines() == [
        "One scores 0.5 of 1 against Two (50.0 %): 0 wins, 1 draw, 0 losses",
        "One: 0.5 of 1 as a, 0 of 0 as b",
    ]
    report.add(Played(0, 1, 1, taflheim.game("toy").record()))
    *_, elo, sprt = report.text("One", "Two").splitlines()
    assert elo == "Elo difference +191, 95 % interval -357 to +inf (pentanomial, from 1 pair)"
    assert sprt.startswith("SPRT +0 or +10: not decided yet, LLR 0.0")
