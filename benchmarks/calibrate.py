"""Calibrate the win probability that a search score means, for `taflheim.engine.insight.win_probability`.

    .venv/bin/python benchmarks/calibrate.py GAME [--players N] [--games N] [--nodes N] [--opening PLIES] [--seed N]
        [--processes N | --ray ADDRESS]

Our search plays against itself from random openings; each score is kept with the result of its game, and logistic
curves are fitted; where games of two are drawn, one for the wins of each side: what is left are draws. They are
written into the game's win_probability.json, and a table into docs/analysis.md: how often what was forecast came true.
The curves of that table were fitted on one half of the games and are tried on the other.
"""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from logistic import Array, fit
from selfplay import Played, add_places, place_of, selfplay, variants, watched

import taflheim
from taflheim.engine.insight.win_probability import FILE, Curve
from taflheim.engine.places.version import made_with
from taflheim.engine.search.score import SURE
from taflheim.games.errors import TaflheimError

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src/taflheim/games"
DOCS = ROOT / "docs/analysis.md"
DRAWN = 0.5
"""The result of a draw between two."""
NOTHING = 1e-6
"""A slope that is none."""
FEWEST = 20
"""With fewer positions a row of the table says nothing."""


def main(arguments: list[str] | None = None) -> None:
    """Play, fit, and write what came of it."""
    given = _arguments(arguments)
    players = taflheim.rulebooks()[given.game].players
    for number in [given.players] if given.players else [each for each in players if each > 1]:
        chosen = variants(given.game, number)
        place = place_of(given)
        played = selfplay(chosen, given.games, given.nodes, given.opening, given.seed, place)
        games = [samples(each) for each in watched(played, f"{given.game}, {number} players", given.games, place)]
        table = tested(curve(games[::2]), games[1::2])
        write_curve(GAMES / given.game / FILE, number, curve(games))
        how = f"{given.games} games of {given.nodes} nodes a move"
        write_table(DOCS, f"{chosen[0].title}, {number} players", how, table)
        print(f"Made with {made_with()}.\n\n{curve(games)}\n\n{table}\n")


def samples(played: Played) -> Array:
    """The scores of a game that proved nothing, each with the sign that the offset has for its side, and what it got.

    With more than two sides the offset is everybody's; with two it is the first one's, and none where they are alike.
    """
    game = played.record.game
    sign = dict.fromkeys(game.sides, 1) if len(game.sides) > 2 else dict(zip(game.sides, (1, -1), strict=True))
    if len(game.sides) == 2 and game.rulebook.alike:
        sign = dict.fromkeys(game.sides, 0)
    rows = [
        (score, sign[position.turn], played.result(position.turn))
        for position, score in zip(played.record.positions, played.scores, strict=False)
        if score is not None and abs(score) < SURE
    ]
    return np.array(rows, float).reshape(len(rows), 3)


def curve(games: Iterable[Array]) -> Curve:
    """The curve that forecasts the results of these games best; where games of two were drawn, one for each side."""
    score, first, won = np.concatenate(list(games)).T
    size = score.std() or 1.0
    # The slightest pull to nothing, so that there is an answer where all games of a few went alike.
    if DRAWN not in won or not first.any():
        steepness, offset = fit(np.stack([score / size, first], axis=1), won, np.zeros(2), np.full(2, 0.1))
        return Curve(*_rounded(size, steepness, offset))
    one, other = (
        fit(np.stack([side * first * score / size, first**2], axis=1), 1.0 * got, np.zeros(2), np.full(2, 0.1))
        for side, got in ((1, won == (1 + first) / 2), (-1, won == (1 - first) / 2))
    )
    return Curve(*_rounded(size, *one), second=_rounded(size, *other))


def _rounded(size: float, steepness: float, offset: float) -> tuple[int, float]:
    if steepness <= NOTHING:
        raise TaflheimError("in these games a better score was no better result: play more of them, with more nodes")
    return round(float(size / steepness)), round(float(offset), 2)


def tested(curve: Curve, games: Iterable[Array]) -> str:
    """A table: in these games, how often forecasts came true."""
    score, first, won = np.concatenate(list(games)).T
    told = [curve.chances(int(each), first=side >= 0) for each, side in zip(score, first, strict=True)]
    forecast, draws = np.array([each.expected for each in told]), np.array([each.draw for each in told])
    lines = ["| forecast | won | positions |", "| --- | --- | --- |"]
    if curve.second:
        lines = ["| forecast | won | draws forecast | drawn | positions |", "| --- | --- | --- | --- | --- |"]
    for tenth in range(10):
        among = (forecast >= tenth / 10) & (forecast < (tenth + 1) / 10)
        shown = [won[among], draws[among], won[among] == DRAWN] if curve.second else [won[among]]
        shares = [f"{each.mean():.0%}".replace("%", " %") if among.sum() >= FEWEST else "–" for each in shown]
        lines.append(f"| {tenth * 10}–{tenth * 10 + 10} % | {' | '.join(shares)} | {among.sum()} |")
    return "\n".join(lines)


def write_curve(path: Path, players: int, found: Curve) -> None:
    """Keep a curve beside those for other numbers of players."""
    curves = json.loads(path.read_text("utf-8")) if path.exists() else {}
    curves[str(players)] = {name: value for name, value in found._asdict().items() if value is not None}
    path.write_text(json.dumps(curves, indent=2) + "\n", "utf-8")


def write_table(path: Path, title: str, how: str, table: str) -> None:
    """Put a table where the one with this title was, or at the end."""
    begin, end = f"<!-- calibration: {title} -->", "<!-- end of calibration -->"
    section = f"{begin}\n**{title}** ({how}):\n\n{table}\n{end}"
    text = path.read_text("utf-8") if path.exists() else ""
    before, found, after = text.partition(begin)
    if found:
        after = after.partition(end)[2]
    else:
        before, after = f"{before}\n", "\n"
    path.write_text(f"{before}{section}{after}", "utf-8")


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="only with so many")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=10_000, help="how long each move is thought about")
    parser.add_argument("--opening", type=int, default=10, metavar="PLIES", help="the most random moves at the start")
    parser.add_argument("--seed", type=int, default=0)
    add_places(parser)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
