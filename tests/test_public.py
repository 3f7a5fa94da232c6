"""The public names of the library: what is on this list stays, or goes only after a warning (docs/library.md)."""

import asyncio
import inspect
from pathlib import Path

import pytest

import taflheim

PUBLIC = """
ATTACKER DEFENDER EMPTY KING
Batch EngineClient Game Message Position Record Result Tree
IllegalMove InvalidMove InvalidOption InvalidPosition InvalidRecord MoveError TaflheimError
analyse bot game hint open_records perft review rulebooks
""".split()


def test_the_public_names_are_these() -> None:
    assert sorted(taflheim.__all__) == sorted(PUBLIC)


def test_they_are_offered_to_who_types_a_part_of_them() -> None:
    assert set(PUBLIC) <= set(dir(taflheim))


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_are_there_and_documented(name: str) -> None:
    public = getattr(taflheim, name)
    assert name.isupper() or inspect.getdoc(public)


def test_there_are_no_others() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        _ = taflheim.Nonsense


def test_an_engine_ends_with_its_block() -> None:
    async def scenario() -> int | None:
        async with await taflheim.EngineClient.start(taflheim.game("toy")) as client:
            assert await client.best_move(taflheim.game("toy").record(), level=1)
            process = client._process
            assert process.returncode is None
        return process.returncode

    assert asyncio.run(scenario()) is not None


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_notebooks_show_positions_and_records(name: str) -> None:
    game = taflheim.game(name)
    start = game.start(seed=1) if game.rulebook.seeded else game.start()
    record = game.record(start)
    assert start._repr_svg_().startswith("<svg") and record._repr_svg_() == start._repr_svg_()
    longer = record.play(start.moves()[0])
    assert longer._repr_svg_() == longer.position._repr_svg_() != start._repr_svg_()


@pytest.mark.parametrize("wrong", ["mirror", None, *taflheim.game("toy").symmetries[:2]])
def test_only_a_symmetry_of_its_own_game_turns_a_position(wrong: object) -> None:
    position = taflheim.game("quoridor").start()
    with pytest.raises(taflheim.InvalidOption, match=r"expected one of game\.symmetries"):
        position.transformed(wrong)  # type: ignore[arg-type]
    mirror = taflheim.game("quoridor").symmetries[1]  # of another object that is the same game
    assert position.transformed(mirror) == position


@pytest.mark.parametrize(("players", "names"), [(2, 4), (3, 1), (4, 2)])
def test_quoridor_is_turned_where_turns_go_round_as_before(players: int, names: int) -> None:
    game = taflheim.game("quoridor", players=players)
    assert len(game.symmetries) == names
    turned = game.start().play("e3h").transformed(game.symmetries[-1])
    if players == 4:  # c has placed a vertical wall
        assert str(turned) == "e9,e1,a5,i5 5,5,4,5 - f4 d"


@pytest.mark.parametrize(("wrong", "said"), [(-1, "-1"), (210, "210"), (67.0, "a float"), (10**30, "a int")])
def test_a_number_that_is_none_of_a_step_is_named(wrong: object, said: str) -> None:
    with pytest.raises(taflheim.InvalidMove, match=f"from 0 to 209, not {said}$"):
        taflheim.game("quoridor").start().step(wrong)  # type: ignore[arg-type]


GAMES = """
[Game "quoridor"]
[a "Anna"]
[Result "*"]

1. e8!? e2 {a comment
[Not "a header"] that goes on} 2. e7?! (2. d8!
{instead} e3) e3 *

[Game "toy"]

1. b2 { the middle }
[Game "halatafl"]
"""


def test_a_file_of_many_games_is_read_with_all_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(GAMES)
    first, second, third = taflheim.open_records(tmp_path / "games.txt")
    assert list(first.record) == ["e8", "e2", "e7", "e3"] and first.record.headers == {"a": "Anna"}
    said = {node.entry: node.comment for node in first.nodes[1:]}
    assert said["e8"] == "!?" and said["e7"] == "?!" and "instead" in said["d8"] and "that goes on" in said["e2"]
    assert list(second.record) == ["b2"] and second.nodes[1].comment == "the middle"
    assert third.record.game.name == "halatafl" and list(third.record) == []
    assert [taflheim.Tree.parse(str(tree)) for tree in (first, second, third)] == [first, second, third]


def test_a_file_is_read_as_far_as_is_asked_and_errors_say_where(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f'{GAMES}\n[Game "quoridor"]\n\n1. e5\n')
    found = taflheim.open_records(file)
    assert [next(found).record.game.name for _ in range(3)] == ["quoridor", "toy", "halatafl"]
    file.write_text('\n\n[Game "quoridor"]\n\n1. e5\n')
    with pytest.raises(taflheim.InvalidRecord, match=r"games.txt, line 3: move 1, 'e5': a pawn goes one step"):
        next(taflheim.open_records(file))
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(taflheim.InvalidRecord, match="expected a text in UTF-8"):
        next(taflheim.open_records(file))
    file.write_text("")
    assert list(taflheim.open_records(file)) == []
    with pytest.raises(FileNotFoundError):
        next(taflheim.open_records(tmp_path / "none.txt"))
