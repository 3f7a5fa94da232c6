"""Games as animated GIF, positions as PNG."""

import io
import random
from itertools import islice, pairwise

import pytest
from PIL import Image, ImageSequence

import taflheim
from taflheim import Record
from taflheim.draw import svg
from taflheim.draw.gif import MAX_FRAMES, develop, developing, reel
from taflheim.draw.png import MAX_WIDTH, png


def played(name: str, plies: int) -> Record:
    game, rng = taflheim.game(name), random.Random(2)
    record = game.record(game.start(1) if game.rulebook.seeded else game.start())
    while not record.result and len(record.entries) < plies:
        record = record.play(rng.choice(record.position.moves()), rng)
    return record


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_a_game_is_a_moving_picture(name: str) -> None:
    record = played(name, 5)
    made = develop(reel(record), width=160)
    with Image.open(io.BytesIO(made)) as gif:
        shown = [(frame.convert("RGB").copy(), frame.info["duration"]) for frame in ImageSequence.Iterator(gif)]
        assert gif.width == 160 and gif.info["loop"] == 0
    frames, durations = zip(*shown, strict=True)
    # What does not change is shown longer in place of a second frame.
    assert 2 <= len(frames) <= len(record.positions)
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(frames))
    assert durations[-1] >= 3000 and max(durations[:-1]) < 3000


def test_long_games_have_a_bounded_number_of_frames() -> None:
    record = taflheim.game("quoridor").record()
    for move in islice(["e8", "e2", "e9", "e1"] * 300, 1201):
        record = record.add_legal(move)
    game = reel(record)
    assert MAX_FRAMES / 2 < len(game.frames) <= MAX_FRAMES
    assert game.frames[-1] == reel(record.undo(0)).frames[-1] != game.frames[0]
    assert len(game.durations_ms) == len(game.frames)


def test_one_sees_how_far_it_is() -> None:
    *waiting, made = developing(reel(played("toy", 3)), width=60)
    assert waiting == [b""] * 3 and made.startswith(b"GIF")


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_a_position_is_a_picture_with_its_letters(name: str) -> None:
    position = played(name, 3).position
    with Image.open(io.BytesIO(png(svg.picture(position), 300))) as picture:
        assert picture.format == "PNG" and picture.width == 300
        drawn = picture.convert("RGB").tobytes()
    without = svg.picture(position).replace("<text", "<!--").replace("</text>", "-->")
    with Image.open(io.BytesIO(png(without, 300))) as picture:
        assert picture.convert("RGB").tobytes() != drawn, "the font is missing"


def test_pictures_have_a_largest_size() -> None:
    with Image.open(io.BytesIO(png(svg.picture(taflheim.game("toy").start()), 99_999))) as picture:
        assert picture.width == MAX_WIDTH
