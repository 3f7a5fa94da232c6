"""The page of a review, in a real browser, for all games."""

import json
import random
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

import browsing
import taflheim
from browsing import SCREENSHOTS, Strict, open_table
from told_reviews import told, told_move
from waiting import MS_TO_THINK, expect_no_scrolling_sideways, resize, until

RACE, RUN = "e3,e7 0,0 - - a", ["e4", "e8", "e3", "e9"]
"""White walks away from its goal line, and loses the race that it had won."""
_SECONDS = 60


def some_moves(name: str) -> list[str]:
    """A few moves that are legal in a game from its start; on a board that nobody knows, one that always is."""
    game = taflheim.game(name)
    if game.rulebook.seeded:
        return ["s"]
    rng, position, moves = random.Random(5), game.start(), list[str]()
    for _ in range(5):
        moves.append(rng.choice(position.moves()))
        position = position.play(moves[-1])
    return moves


def finished(address: str, name: str, moves: list[str], **asked: Any) -> str:
    """The address of a table at which a game was played and given up."""
    table = open_table(address, name, **asked)
    cookie = {"Origin": address, "Cookie": browsing._cookie_header(address)}
    with connect(f"{table.replace('http', 'ws', 1)}/ws", additional_headers=cookie) as socket:
        socket.send(json.dumps({"type": "hello", "version": 1, "have": 0}))
        number, over = 0, False
        for move in moves:
            socket.send(json.dumps({"type": "move", "position_number": number, "move": move, "request": f"m{number}"}))
            heard: dict[str, Any] = {}
            while heard.get("type") != "ack":
                heard = json.loads(socket.recv(_SECONDS))
                assert heard["type"] != "error", heard
                over = over or bool(heard.get("result"))
            number = heard["number"]
        # Where more than two play, all but one have to give up.
        for _ in range(0 if over else len(taflheim.game(name, **asked.get("options", {})).seats)):
            socket.send(json.dumps({"type": "resign", "request": f"r{number}"}))
            heard = {}
            while heard.get("type") not in ("ack", "error"):
                heard = json.loads(socket.recv(_SECONDS))
            number += 1
    return table


def opened(page: Page, table: str) -> None:
    """The whole review."""
    page.goto(f"{table}/review")
    page.wait_for_selector(".making[data-complete=true]", state="attached", timeout=MS_TO_THINK)


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_a_review_of_every_game(strict: Strict, address: str, name: str) -> None:
    page = strict.page()
    table = finished(address, name, some_moves(name))
    opened(page, table)
    expect(page.locator(".graph .line")).to_have_count(1)
    for side in taflheim.game(name).seats:
        expect(page.locator(f'.card[data-side="{side}"] .figure')).to_have_text(re.compile(r"\d+ %|–"))
    # By keyboard: to the start, then move by move; graph and list follow.
    page.keyboard.press("{")
    expect(page.locator(".graph")).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("]")
    expect(page.locator(".story-moves [aria-current=step]")).to_have_attribute("data-ply", "1")
    page.locator(".graph").focus()
    page.keyboard.press("End")
    last = page.locator(".graph").get_attribute("aria-valuemax") or ""
    expect(page.locator(".graph")).to_have_attribute("aria-valuenow", last)
    page.screenshot(path=SCREENSHOTS / f"review-{name}.png")


def test_the_board_lies_as_at_the_table(strict: Strict, address: str) -> None:
    page = strict.page()
    table = finished(address, "quoridor", ["e8"])
    lies = []
    for where in (table, f"{table}/review"):
        page.goto(where)
        box = page.locator('.spots [data-spot="e8"]').bounding_box()
        board = page.locator("svg.board").bounding_box()
        assert box and board
        lies.append((box["y"] - board["y"]) / board["height"] > 0.5)
        expect(page.locator(".ground .field").first).to_have_attribute("transform", re.compile("rotate"))
    assert lies == [True, True], "the own pawn begins below"


def test_one_mistake_at_a_time_with_the_better_move(strict: Strict, address: str) -> None:
    page = strict.page()
    table = finished(address, "quoridor", RUN, start=RACE)
    opened(page, table)
    signs = page.locator(".graph .sign")
    marked = page.locator(".story-moves .ply:not([data-mark=''])[data-ply]")
    expect(marked).not_to_have_count(0)
    until(page, lambda: signs.count() == marked.count(), True)
    page.keyboard.press("{")
    page.keyboard.press("n")
    expect(page.locator(".said .kind")).to_have_text(re.compile("Inaccuracy|Mistake|Blunder"))
    expect(page.locator(".said .words")).to_contain_text("was better")
    until(page, lambda: page.locator("g.marks > *").count() >= 2, True)  # what was played, and what was better
    expect(page.locator(".compare")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("b")
    expect(page.locator(".compare")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("g.marks > *")).to_have_count(0)
    # Try it from here: a new table that begins before the mistake.
    expect(page.locator("form.try [name=ply]")).to_have_value("0")
    page.locator("form.try .bot").click()
    page.wait_for_url(re.compile(r"/tables/[^/]+$"))
    assert page.url != table
    for pawn in ("e3", "e7"):
        expect(page.locator(f'.spots [data-spot="{pawn}"]')).to_have_attribute("aria-label", re.compile("pawn"))


def test_it_can_be_taken_along(strict: Strict, address: str) -> None:
    page = strict.page()
    table = finished(address, "toy", some_moves("toy"))
    opened(page, table)
    page.keyboard.press("{")
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Take this game with you")
    path = table.removeprefix(address)
    links = dialog.locator("a").evaluate_all("all => all.map(one => one.pathname + one.search)")
    assert links == [f"{path}/record.txt", f"{path}.svg?ply=0", f"{path}.png?ply=0", f"{path}.gif"]
    with page.expect_download() as kept:
        dialog.get_by_role("link", name="The whole game, as a moving GIF").click()
    assert kept.value.suggested_filename == "toy.gif"
    assert Path(kept.value.path()).read_bytes().startswith(b"GIF89a")
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_be_hidden()


def test_a_click_on_the_graph_goes_there(strict: Strict, address: str) -> None:
    page = strict.page()
    opened(page, finished(address, "halatafl", some_moves("halatafl")))
    graph = page.locator(".graph")
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)
    expect(graph).to_have_attribute("aria-valuenow", re.compile("2|3"))


def test_while_it_is_made_it_is_open_to_everybody(strict: Strict, address: str) -> None:
    """Of a long game, so that it is still being made when it was looked at."""
    page = strict.page()
    rng, record = random.Random(5), taflheim.game("quoridor").record()
    while len(record.entries) < 60:
        after = record.play(rng.choice(record.position.moves()))
        record = record if after.result else after
    page.goto(f"{finished(address, 'quoridor', list(record.entries))}/review")
    page.wait_for_selector(".graph .line", state="attached", timeout=MS_TO_THINK)
    themes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        page.screenshot(path=SCREENSHOTS / f"review-making-{theme}.png", full_page=True)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    expect(page.locator(".making[data-complete=true]")).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_screens(name: str, size: str, strict: Strict, address: str) -> None:
    page = strict.page(phone=size == "phone")
    moves, asked = (RUN, {"start": RACE}) if name == "quoridor" else (some_moves(name), {})
    opened(page, finished(address, name, moves, **asked))
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    themes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    # The end of the game first, then a mistake with the better move, if there is one.
    for screen in ("end", "mistake"):
        for theme in themes:
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=SCREENSHOTS / f"review-{name}-{screen}-{theme}-{size}.png", full_page=True)
            if size == "desktop":
                browsing.picture_on_a_tablet(page, f"review-{name}-{screen}-{theme}-tablet", full_page=True)
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
            expect_no_scrolling_sideways(page)
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
        assert page.locator(".card h2, .card small").evaluate_all(cut) == [], "a player's name is cut"
        page.keyboard.press("{")
        page.keyboard.press("n")


def marked(name: str, moves: list[str], options: dict[str, Any], start: str | None) -> dict[str, Any]:
    """A review as a hall tells it, in which the second move is a mistake and the third a blunder."""
    game = taflheim.game(name, **options)
    record = game.record(game.position(start) if start else None)
    told_moves = list[dict[str, Any]]()
    for number, move in enumerate(moves, 1):
        position = record.position
        kind = {2: "mistake", 3: "blunder"}.get(number)
        other = next(one for one in position.moves() if one != move)
        here, there = ({"move": one, "way": list(position.way(one))} for one in (move, other))
        one = told_move(number, position.turn, 0.2 if kind else 0.6, 0.6, kind=kind, fine=True)
        line = [position.written(other)]
        one = {**one, "played": one["played"] | here, "best": one["best"] | (there if kind else here) | {"line": line}}
        told_moves.append(one | {"words": "With this the chance to win falls from 60 % to 20 %."} if kind else one)
        record = record.play(move)
    counts = {"accuracy": "91 %", "inaccuracy": 0, "mistake": 1, "blunder": 12}
    sides = [{"side": side, **counts} for side in game.seats]
    return told(*told_moves) | {"complete": True, "sides": sides, "done": len(moves), "of": len(moves)}


def lasting(record: taflheim.Record, rng: random.Random) -> taflheim.Record | None:
    """A game of five moves that goes on; of none that the hall would draw by lot."""
    if len(record.entries) == 5:
        return record
    moves = record.position.moves()
    for move in rng.sample(moves, len(moves)):
        if record.position.draw_lot(move, rng) != move or (after := record.play(move)).result:
            continue
        if found := lasting(after, rng):
            return found
    return None


def show_marked(page: Page, address: str, case: str) -> None:
    """The review of a game with a mistake and a blunder, as a hall tells it."""
    name, _, players = case.partition("-")
    options = {"players": int(players)} if players else {}
    game = taflheim.game(name, **options)
    start = str(game.start(7)) if game.rulebook.seeded else None
    record = lasting(game.record(game.start(7) if start else None), random.Random(5))
    assert record
    moves = list(record.entries)
    asked = {"options": options} if players else {"start": start} if start else {}
    table = finished(address, name, moves, **asked)
    body = f"data: {json.dumps(marked(name, moves, options, start))}\n\nevent: done\ndata: {{}}\n\n"
    page.route("**/review/progress", lambda route: route.fulfill(content_type="text/event-stream", body=body))
    page.goto(f"{table}/review")
    page.wait_for_selector(".graph .result-mark", state="attached")


BESIDE = ((1280, 800), (1024, 768))
STACKED = ((360, 640), (390, 844), (820, 1180))


@pytest.mark.parametrize("case", ["hnefatafl", "halatafl", "quoridor", "quoridor-3", "quoridor-4", "hivolts"])
def test_a_mistake_and_a_blunder_are_seen_at_every_size(case: str, strict: Strict, address: str) -> None:
    page = strict.page()
    show_marked(page, address, case)
    for what in ("mistake", "blunder"):
        expect(page.locator(f".graph .sign[data-kind={what}]")).to_have_count(1)
        expect(page.locator(f".story-moves .ply[data-mark={what}]")).to_have_count(1)
    # The lines go on to the end of the game, where its result is.
    ends = page.evaluate(
        """() => [...document.querySelectorAll(".graph .line")].map(
            line => Math.round(line.getPointAtLength(line.getTotalLength()).x))"""
    )
    marks = page.locator(".graph .result-mark").evaluate_all("all => all.map(one => one.cx.baseVal.value)")
    assert set(ends) == set(marks) == {786}
    page.keyboard.press("{")
    page.keyboard.press("n")
    expect(page.locator("g.marks .better")).not_to_have_count(0)
    for width, height in (*BESIDE, *STACKED):
        resize(page, width, height)
        page.screenshot(path=SCREENSHOTS / f"review-marked-{case}-{width}.png", full_page=True)
        expect_no_scrolling_sideways(page)
        board, steps = (page.locator(part).bounding_box() for part in ("svg.board", ".stepper"))
        assert board and steps
        below = steps["y"] - board["y"] - board["height"]
        if (width, height) in STACKED:
            assert 0 <= below < 16, "stacked, one steps right under the board"
        else:
            assert steps["x"] >= board["x"] + board["width"] and steps["y"] + steps["height"] <= height
        cards = page.locator(".card").evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
        assert max(card["height"] for card in cards) - min(card["height"] for card in cards) < 1
        tops = [card["top"] for card in cards]
        assert len(tops) == 1 or tops.count(tops[-1]) == tops.count(tops[0]), "no card stands alone in a row"
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
        assert page.locator(".card :is(h2, small, .accuracy, .counts), .said :is(button, a, p)").evaluate_all(cut) == []
