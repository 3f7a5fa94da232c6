"""Games, lessons and reviews gone through with keys alone by somebody who only hears what a screen reader says."""

import re

import pytest
from playwright.sync_api import Page

import taflheim
from browsing import clicks_for, open_table
from lesson_page import steps
from screen_reader import Node, ScreenReader, spots, told
from taflheim.games.record import Record

HIVOLTS = "############/#10#/#10#/#10#/#10#/#4#5#/#10#/#10#/#10#/#10#/#10#/############ f5 f9"
"""The only Mho walks straight into the fence between it and the player."""

GAMES = [
    (
        "hnefatafl",
        {},
        "3t1ttt3/4Tt5/9t1/t4T4t/t4TT3t/tt1TT1TT1tt/t3T1Tt3/t4TT3t/5K5/5t5/3ttttt3 t",
        "f10-f9 f3-i3 d1-b1 i3-a3 k8-k9 a3-a1",
    ),
    ("halatafl", {}, "F2/3/F5S/S4S1/SS1SSSS/SSS/SSS s", "a4-b4 a5xc3 e3-e4 c3xe3xe5 g5-f5 e5xg5xe3 g3-g4 e3xg3xg5"),
    ("quoridor", {}, "e3,f5 10,8 a5 h5 a", "e2 c7v c3h pass e1"),
    ("quoridor", {"players": 4}, "e3,f5,a5,i5 5,4,5,4 a2 c7 a", "e2 f6 a4 i4 e1"),
    ("toy", {}, "3/3/3 x", "a1 b2 c1 b1 a3 b3"),
]
"""With options, a start not far from the end, and the moves to the end."""


def to_move(tree: Node) -> list[str]:
    """The side after whose name it is said that it is to move."""
    heard = [node.name for region in tree.all("region") for node in region.all("StaticText")]
    return [heard[i - 1] for i, words in enumerate(heard) if words == "to move"]


def check_board(reader: ScreenReader, record: Record) -> None:
    """Everything that stands somewhere, and everything that can be chosen, is told."""
    position = record.position
    pieces = {spot: (kind, side) for kind, side, spot in position.pieces}
    said = reader.spots()
    places = [spot for spot in position.game.layout.spots if spot.kind != "button"]
    assert len(said) == len(places)
    choices = {} if record.result else position.choices()
    for spot, words in zip(places, said, strict=True):
        assert words.startswith(spot.label)
        rest = words.removeprefix(spot.label)
        assert rest.endswith(", open") == (spot.name in choices), words
        standing = rest.removesuffix(", open")
        if spot.name not in pieces:
            assert standing == "", words
            continue
        kind, side = pieces[spot.name]
        assert kind.partition(".")[0] in standing, words
        # Pieces that differ only by their side are told apart by its name.
        if any(other == kind and whose != side for other, whose in pieces.values()):
            assert standing.endswith(f" of {position.game.rulebook.spoken(side)}"), words


def make(reader: ScreenReader, record: Record, move: str) -> None:
    """Make a move from spot to spot; the only way on is gone by itself."""
    position = record.position
    for number, name in enumerate(clicked := clicks_for(position, move)):
        if number > 1 and len(position.choices(clicked[:number])) == 1:
            continue
        spot = position.game.layout.by_name[name]
        if spot.kind == "button":
            reader.tab_to("button", spot.label.capitalize())
        else:
            reader.until(lambda tree: f"{spot.label}, open" in offered(tree), f"{spot.label} can be chosen")  # noqa: B023
            reader.go_to(spot.label)
        reader.press("Enter")


def offered(tree: Node) -> list[str]:
    """The places that can be chosen, without what stands there."""
    said = spots(tree)
    return [re.sub(r", [^,]+, open$", ", open", words) for words in said] + said


def check_end(reader: ScreenReader, record: Record) -> None:
    """The result is told by itself, and once more by the card over the board."""
    result = str(record.result)
    reader.until(lambda tree: result in told(tree), result)
    reader.until(lambda tree: tree.all("dialog"), "a card with the result")
    card = reader.find("dialog")
    assert card.name in result and card.name
    assert result.removeprefix(card.name).strip() in card.text
    assert to_move(reader.tree()) == []


@pytest.mark.parametrize(
    ("name", "options", "start", "moves"), GAMES, ids=[f"{game[0]}{len(game[1])}" for game in GAMES]
)
def test_a_game_to_its_end(
    name: str, options: dict[str, int], start: str, moves: str, page: Page, address: str
) -> None:
    game = taflheim.game(name, **options)
    record = Record(game.position(start))
    reader = ScreenReader(page, open_table(address, name, options=options, start=start))
    for ply, move in enumerate(moves.split(), 1):
        assert to_move(reader.tree()) == [game.rulebook.side_title(record.position.turn)]
        check_board(reader, record)
        make(reader, record, move)
        record = record.play(move)
        words, count = record.last_words, f"{ply} move"
        reader.until(lambda tree: count in tree.text and words in told(tree), f"{count}, {words}")  # noqa: B023
    assert record.result
    check_end(reader, record)
    check_board(reader, record)
    # Enter plays again, wherever one is on the board.
    reader.press("Enter")
    reader.until(lambda tree: "0 moves" in tree.text, "another game")


def test_a_game_for_one_to_its_end(page: Page, address: str) -> None:
    """By the keys of the game: where everybody is, is read before each of them."""
    record = Record(taflheim.game("hivolts").position(HIVOLTS))
    reader = ScreenReader(page, open_table(address, "hivolts", start=HIVOLTS))
    for _ in range(9):
        if record.result:
            break
        check_board(reader, record)
        reader.press("s")
        record = record.play("s")
        words = record.last_words
        reader.until(lambda tree: words in told(tree), words)  # noqa: B023
    assert record.result
    check_end(reader, record)


def test_a_game_by_typed_moves(page: Page, address: str) -> None:
    name, _, start, moves = GAMES[1]
    record = Record(taflheim.game(name).position(start))
    reader = ScreenReader(page, open_table(address, name, start=start))
    reader.press("/")
    assert (reader.focus().role, reader.focus().name) == ("textbox", "Type a move")
    reader.type("a1-a9")
    reader.press("Enter")
    reader.until(lambda tree: "a9" in told(tree), "why that is no move")
    for move in moves.split():
        # What was typed before is gone when the move is made; a refused one is written over.
        reader.press("Control+a")
        reader.type(move)
        reader.press("Enter")
        record = record.play(move)
        words = record.last_words
        reader.until(lambda tree: words in told(tree), words)  # noqa: B023
    check_end(reader, record)


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_all_lessons_up_to_the_real_game(name: str, page: Page, address: str) -> None:
    played = steps(name)
    assert [step.name for step, _ in played] == [step.name for step in taflheim.rulebooks()[name].lessons][:-1]
    reader = ScreenReader(page, f"{address}/learn/{name}/{played[0][0].name}")
    for step, turns in played:
        reader.until(lambda tree: any(node.name == step.title for node in tree.all("heading")), step.title)  # noqa: B023
        assert step.goal in reader.tree().text
        for turn, (now, move) in zip(step.turns, turns, strict=True):
            make(reader, Record(now.position), move)
            reader.until(lambda tree: turn.right in told(tree), turn.right)  # noqa: B023
        reader.until(lambda _: reader.focus().name == "Next step", "the next step has the focus")
        reader.press("Enter")
    last = taflheim.rulebooks()[name].lessons[-1]
    reader.until(lambda tree: any(node.name == last.title for node in tree.all("heading")), last.title)


def test_a_review(page: Page, address: str) -> None:
    """White walks away from its goal line, and loses the race that it had won; then everything is looked through."""
    reader = ScreenReader(page, open_table(address, "quoridor", start="e3,e7 0,0 - - a"))
    reader.press("/")
    for move in ("e4", "e8", "e3", "e9"):
        reader.type(move)
        reader.press("Enter")
        reader.until(lambda tree: f"goes to {move}." in told(tree), move)  # noqa: B023
    reader.tab_to("link", "Review")
    reader.press("Enter")
    reader.until(lambda tree: tree.all("slider") and not tree.all("progressbar"), "everything is known")
    # How well everybody played.
    cards = next(node for node in reader.tree().all("region") if node.name == "How well everybody played")
    white, green = (card.name for card in cards.all("heading"))
    assert (white, green) == ("White (a)", "Green (b)")
    assert re.search(r"White \(a\) \d+ % accuracy .* 1 blunders Green \(b\) 100 % accuracy .* 0 blunders", cards.text)
    # The graph, ply by ply.
    graph = "The chance to win after each move. Left and right go back and on."
    reader.tab_to("slider", graph)
    reader.press("Home")
    heard = [reader.slider()]
    for _ in range(4):
        reader.press("ArrowRight")
        heard.append(reader.slider())
    assert heard == [
        "0, The start, White (a) 100 %",
        "1, e4, Blunder, White (a) 0 %",
        "2, e8, White (a) 0 %",
        "3, e3, White (a) 0 %",
        "4, e9, White (a) 0 %",
    ]
    # The mistakes, with the better move in words; the board shows what stood before it.
    reader.press("Home", "n")
    reader.until(lambda tree: "e2 was better. Better: e2 e6 e1" in told(tree), "the better move")
    assert told(reader.tree()).startswith("Blunder With e4 ")
    assert "e3, pawn of White" in reader.spots()
    assert reader.find("button", "Better").states["pressed"] == "true"
    reader.press("b")
    reader.until(lambda _: "e4, pawn of White" in reader.spots(), "what was played")
    assert reader.find("button", "Better").states["pressed"] == "false"
    # From there on against a bot.
    reader.tab_to("button", "against a bot")
    reader.press("Enter")
    reader.until(lambda tree: "0 moves made" in tree.text, "a new table")
    assert {"e3, pawn of White", "e7, pawn of Green"} <= {*reader.spots()}
