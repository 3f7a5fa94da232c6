"""The library's bot."""

import asyncio
import subprocess
import sys

import pytest

import taflheim
from taflheim.engine.protocol.client import EngineClient


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_it_chooses_the_same_legal_move_again(name: str) -> None:
    game = taflheim.game(name)
    position = game.start(3) if game.rulebook.seeded else game.start()
    bot = taflheim.bot(game, level=2, seed=5)
    move = bot.choose(position)
    assert move in position.moves()
    assert bot.choose(game.record(position)) == taflheim.bot(game, level=2, seed=5).choose(position) == move


def test_seeds_differ() -> None:
    game = taflheim.game("hnefatafl")
    assert len({taflheim.bot(game, level=1, seed=seed).choose(game.start()) for seed in range(8)}) > 1


def test_it_is_the_same_player_as_the_engine() -> None:
    game = taflheim.game("halatafl", sheep=18)

    async def asked() -> str:
        client = await EngineClient.start(game)
        try:
            return await client.best_move(game.record(), level=6, seed=11)
        finally:
            await client.close()

    assert taflheim.bot(game, level=6, seed=11).choose(game.record()) == asyncio.run(asked())


def test_what_is_wrong_is_said() -> None:
    toy = taflheim.game("toy")
    with pytest.raises(taflheim.InvalidOption, match="no level 99"):
        taflheim.bot(toy, level=99)
    with pytest.raises(taflheim.InvalidOption, match="expected a game"):
        taflheim.bot("toy", level=1)  # type: ignore[arg-type]
    with pytest.raises(taflheim.InvalidOption, match="a whole number"):
        taflheim.bot(toy, level=1, seed="x")  # type: ignore[arg-type]
    bot = taflheim.bot(toy, level=1)
    with pytest.raises(taflheim.InvalidPosition, match="of that game"):
        bot.choose(taflheim.game("hnefatafl").start())
    with pytest.raises(taflheim.InvalidPosition, match="expected a record or a position"):
        bot.choose("startpos")  # type: ignore[arg-type]
    with pytest.raises(taflheim.TaflheimError, match="the game is over"):
        bot.choose(toy.record().resign())


def test_the_compiler_waits_until_a_bot_is_made() -> None:
    code = "import sys, taflheim; taflheim.bot; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
