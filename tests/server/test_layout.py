"""Where things stand at a table: at every size of a window nothing is clipped, hidden behind something, or scrolled."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import browsing
import taflheim
from browsing import TablePage, open_table
from friends import Friends, House, picture, play
from waiting import resize
from whole_games import GAMES

SIZES = [
    (360, 640),
    (390, 844),
    (640, 400),  # 1280 × 800 at a zoom of 200 %
    (720, 860),
    (820, 1180),
    (800, 600),
    (844, 390),
    (1000, 1000),
    (1024, 768),
    (1100, 860),
    (1280, 800),
    (1280, 1024),
    (1920, 1080),
]
TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "hnefatafl": ("hnefatafl", {"seats": {"defenders": 10}}),
    "quoridor": ("quoridor", {}),
    "quoridor-three": ("quoridor", {"options": {"players": 3}}),
    "quoridor-four": ("quoridor", {"options": {"players": 4}, "seats": {"b": 8, "c": 9, "d": 10}}),
    "halatafl": ("halatafl", {"seats": {"foxes": "classic fox"}}),
    "hivolts": ("hivolts", {}),
    "toy": ("toy", {}),
}
LONG = (
    "The player steps to f5. The Mho on d4 runs into the fence on e5. The Mho on k9 runs into the fence on j8."
    " The Mho on b2 runs into the fence on c3. The Mho on f9 goes to f8."
)

# The longest words that may stand there.
LONGEST = """text => {
    document.querySelector(".words").textContent = text;
    document.querySelector(".told").classList.add("long");
    for (const side of document.querySelectorAll(".side")) {
        side.classList.add("turn", "thinking");
        const doing = side.querySelector(".doing");
        doing.textContent = Object.values(doing.dataset).sort((a, b) => b.length - a.length)[0];
    }
    document.querySelector(".moves").textContent = "200 moves made";
}"""

WRONG = (Path(__file__).parent.parent / "page" / "clipped.js").read_text().rstrip(";\n")


def board_size(page: Page) -> float:
    box = page.locator("svg.board").bounding_box()
    assert box is not None and abs(box["width"] - box["height"]) < 1
    return box["width"]


@pytest.mark.parametrize("name", TABLES)
def test_nothing_is_clipped(name: str, page: Page, address: str) -> None:
    game, asked = TABLES[name]
    table = TablePage(page, open_table(address, game, **asked))
    folder = browsing.SCREENSHOTS / "layout"
    folder.mkdir(parents=True, exist_ok=True)
    sizes = {}
    wrong = {}
    for size in SIZES:
        resize(page, *size)
        page.screenshot(path=folder / f"{name}-{size[0]}x{size[1]}.png")
        wrong[size, "start"] = page.evaluate(WRONG)
        sizes[size] = board_size(page)
        # The buttons are not only seen: a click reaches them.
        for button in page.locator(
            ".actions button:enabled:visible:not([aria-disabled=true]), .pad button:enabled:visible"
        ).all():
            button.click(trial=True)
    page.evaluate(LONGEST, LONG)
    for size in SIZES:
        resize(page, *size)
        wrong[size, "long"] = page.evaluate(WRONG)
    table.resign()
    if len(page.locator(".side").all()) < 3:
        expect(page.locator(".result")).to_be_visible()
    for size in SIZES:
        resize(page, *size)
        page.screenshot(path=folder / f"{name}-{size[0]}x{size[1]}-over.png")
        wrong[size, "over"] = page.evaluate(WRONG)
        # Nothing that changes changes the size of the board.
        assert board_size(page) == pytest.approx(sizes[size], abs=1), size
    assert {key: found for key, found in wrong.items() if found} == {}


# All that can stand in their cards at once, and what they are asked.
COMPANY = """text => {
    for (const side of document.querySelectorAll(".side")) {
        side.classList.add("turn");
        const clock = side.querySelector(".clock");
        clock.classList.add("runs", "low");
        clock.classList.toggle("long", text.length > 6);
        clock.querySelector(".figures").textContent = text;
    }
    document.querySelector(".kept .moves").textContent = "200 moves made";
}"""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_clipped_between_people(players: int, theme: str, company: Friends, house: House) -> None:
    people = [house.friend(name) for name in ("Anna", "Bo", "Cy", "Dee")[:players]]
    game = taflheim.game("quoridor", players=players)
    table = house.table(game, dict(zip(game.seats, people, strict=True)), "5+3", opener=people[0].account)
    near, far = (company.come(friend, table) for friend in people[:2])
    near.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    wrong, boards = {}, {}
    for size in SIZES:
        resize(near.page, *size)
        wrong[size, "first move"] = near.page.evaluate(WRONG)
        boards[size] = board_size(near.page)
    near.play(table.record.position, "e8", 1)
    far.play(table.record.position.play("e8"), "e2", 2)
    far.tool("Offer a draw")
    expect(near.page.locator(".proposal")).to_be_visible()
    for size in SIZES:
        resize(near.page, *size)
        near.page.evaluate(COMPANY, "0:00.0")
        picture(near.page, f"{theme}-{players}-{size[0]}x{size[1]}")
        wrong[size, "asked"] = near.page.evaluate(WRONG)
        near.page.evaluate(COMPANY, "2:59:59")
        wrong[size, "hours"] = near.page.evaluate(WRONG)
        assert board_size(near.page) == pytest.approx(boards[size], abs=1), size
    assert {key: found for key, found in wrong.items() if found} == {}


# For each card: the visible part of the name, whether "away" is shown, the size of the facts, and the distance between
# the frames of clock and card.
SEEN = """() => [...document.querySelectorAll(".side")].map((card) => {
    const inside = (one) => {
        const [a, b] = [one.getBoundingClientRect(), card.getBoundingClientRect()];
        return Math.min(a.left - b.left, a.top - b.top, b.right - a.right, b.bottom - a.bottom);
    };
    const [who, doing, clock] = [".who", ".doing", ".clock"].map((part) => card.querySelector(part));
    const hidden = (one) => getComputedStyle(one).clipPath === "inset(50%)" || !one.checkVisibility();
    return {
        name: hidden(who) ? 0 : Math.min(who.getBoundingClientRect().width, who.parentElement.clientWidth),
        away: card.classList.contains("away") && hidden(doing),
        facts: Number.parseFloat(getComputedStyle(card.querySelector(".facts")).fontSize),
        clock: clock ? inside(clock) : 99,
    };
})"""


@pytest.mark.parametrize("clock", ["none", "5+3"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybodys_name_is_seen(players: int, clock: str, company: Friends, house: House) -> None:
    """Also a guest's long one, cut off at its end, and that they are away; the clock keeps off the edge of its card."""
    names = ("guest-hedgehog-1733", "guest-squirrel-9024", "Wilhelmina-Ravensdottir", "guest-porcupine-8111")
    people = [house.friend(name) for name in names[:players]]
    game = taflheim.game("quoridor", players=players)
    table = house.table(game, dict(zip(game.seats, people, strict=True)), clock, opener=people[0].account)
    page = company.come(people[0], table).page
    expect(page.locator(".side.away")).to_have_count(players - 1)
    bad = {}
    for size in (*SIZES, (800, 800)):
        resize(page, *size)
        if clock != "none":
            page.evaluate(COMPANY, "0:00.0")
        picture(page, f"names-{players}-{clock}-{size[0]}x{size[1]}")
        for number, seen in enumerate(page.evaluate(SEEN)):
            least = 20 if number == players - 1 else 50  # oneself is "You"
            if seen["name"] < least or seen["away"] or seen["facts"] < 12 or seen["clock"] < 3.5:
                bad[size, number] = seen
    assert bad == {}


def test_what_guests_ask_each_other_fits_on_a_phone(company: Friends, house: House) -> None:
    people = [house.friend(name) for name in ("guest-hedgehog-1733", "guest-squirrel-9024")]
    game = taflheim.game("quoridor")
    table = house.table(game, dict(zip(game.seats, people, strict=True)), "5+3", opener=people[0].account)
    near, far = (company.come(friend, table) for friend in people)
    play({"a": near, "b": far}, game.record(), "e8", "e2")
    far.tool("Ask for my last move back")
    expect(near.page.locator(".proposal")).to_be_visible()
    wrong = {}
    for page, size in ((page, size) for page in (near.page, far.page) for size in ((360, 640), (390, 844))):
        resize(page, *size)
        picture(page, f"asked-{page is near.page}-{size[0]}x{size[1]}")
        wrong["asked", page is near.page, size] = [one for one in page.evaluate(WRONG) if "person" not in one]
    far.resign()
    far.page.get_by_role("button", name="Offer a rematch").click()
    expect(near.page.locator(".rematch .asked")).to_contain_text("guest-squirrel-9024 offers a rematch")
    for size in ((360, 640), (390, 844)):
        resize(near.page, *size)
        picture(near.page, f"rematch-{size[0]}x{size[1]}")
        wrong["rematch", True, size] = [one for one in near.page.evaluate(WRONG) if "person" not in one]
    assert {key: found for key, found in wrong.items() if found} == {}


@pytest.mark.parametrize("players", [2, 4])
def test_a_new_guest_is_told_so_over_nothing_else(players: int, company: Friends, house: House) -> None:
    """Until they have moved, or put it aside; something that is asked comes first."""
    people = [house.friend(name) for name in ("Anna", "Bo", "Cy", "Dee")[:players]]
    game = taflheim.game("quoridor", players=players)
    table = house.table(game, dict(zip(game.seats, people, strict=True)), "5+3", opener=people[0].account)
    seen = company.come(people[0], table)
    page = seen.page
    page.goto(f"{page.url}?welcome")
    seen.connected()
    wrong = {}
    for size in SIZES:
        resize(page, *size)
        picture(page, f"welcome-{players}-{size[0]}x{size[1]}")
        wrong[size] = page.evaluate(WRONG)
        page.get_by_role("link", name="Later").click(trial=True)
    assert {size: found for size, found in wrong.items() if found} == {}
    expect(page.locator(".told")).to_be_hidden()
    seen.play(game.start(), "e8", 1)
    expect(page.locator(".welcome")).to_have_count(0)
    expect(page.locator(".told")).to_be_visible()


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_who_has_left_is_told_in_full(players: int, theme: str, company: Friends, house: House) -> None:
    """Also with no page open any more: who has left is not away."""
    people = [house.friend(name) for name in ("Anna", "Bo", "Cy", "Dee")[:players]]
    game = taflheim.game("quoridor", players=players)
    table = house.table(game, dict(zip(game.seats, people, strict=True)), "5+3", opener=people[0].account)
    pages = {side: company.come(friend, table) for side, friend in zip(game.seats, people, strict=True)}
    play(pages, game.record(), *"e8 e2 b5 h5".split()[:players])
    page = pages["a"].page
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    boards = {}
    for size in SIZES:
        resize(page, *size)
        boards[size] = page.locator("svg.board").bounding_box()
    pages["b"].resign()
    left = page.locator(".side[data-side=b]")
    expect(left.locator(".facts")).to_have_text("has left the game")
    pages["b"].page.close()
    pages["c"].page.close()
    expect(page.locator("[data-side=c] .doing")).to_have_text("away")
    expect(left.locator(".doing")).to_have_text("")
    wrong = {}
    for size in SIZES:
        resize(page, *size)
        picture(page, f"left-{theme}-{players}-{size[0]}x{size[1]}")
        wrong[size] = page.evaluate(WRONG)
        assert page.locator("svg.board").bounding_box() == pytest.approx(boards[size], abs=1), size
    assert {key: found for key, found in wrong.items() if found} == {}


def test_all_that_is_counted_fits_beside_a_clock(company: Friends, house: House) -> None:
    """Of a side of Halatafl three things are counted."""
    people = [house.friend(name) for name in ("Anna", "Bo")]
    game = taflheim.game("halatafl")
    table = house.table(game, dict(zip(game.seats, people, strict=True)), "5+3", opener=people[0].account)
    wrong = {}
    for number, friend in enumerate(people):
        seen = company.come(friend, table)
        for size in SIZES:
            resize(seen.page, *size)
            seen.page.evaluate(COMPANY, "0:00.0")
            picture(seen.page, f"counted-{number}-{size[0]}x{size[1]}")
            wrong[number, size] = seen.page.evaluate(WRONG)
    assert {key: found for key, found in wrong.items() if found} == {}


@pytest.mark.parametrize("rated", [False, True])
def test_names_fit_beside_a_clock(rated: bool, company: Friends, house: House) -> None:
    """The shortest and the longest, also with a rating behind them."""
    names = ("rita-1", "Wilhelmina-Ravensdottir1", "Maximilian-Sundermann-99", "Bartholomew_of_the_North")
    people = [house.friend(name, registered=rated) for name in names]
    wrong = {}
    for players in (2, 3, 4):
        game = taflheim.game("quoridor", players=players)
        seats = dict(zip(game.seats, people, strict=False))
        table = house.table(game, seats, "5+3", opener=people[0].account, rated=rated)
        seen = company.come(people[players - 1], table).page
        for size in ((1280, 800), (1366, 768), (1920, 1080)):
            resize(seen, *size)
            seen.evaluate(COMPANY, "2:59:59")
            picture(seen, f"{'rated' if rated else 'long'}-names-{players}-{size[0]}x{size[1]}")
            wrong[players, size] = seen.evaluate(WRONG)
    assert {key: found for key, found in wrong.items() if found} == {}


@pytest.mark.parametrize("name", ["hnefatafl", "quoridor-four", "hivolts"])
def test_the_past_hides_nothing(name: str, page: Page, address: str) -> None:
    """The note that one looks back lies over no piece, and takes room from nothing else."""
    game, asked = TABLES[name]
    start = {"start": str(taflheim.game(game).start(1))} if game == "hivolts" else {}
    table = TablePage(page, open_table(address, game, **{**asked, **start, "seats": {}}))
    for spot in {"hnefatafl": ["d1", "d3"], "quoridor-four": ["d4h"], "hivolts": ["e3"]}[name]:
        page.wait_for_function("spot => window.isOpen(spot)", arg=spot)
        table.click(spot)
    table.wait_for_story(1)
    page.keyboard.press("[")
    expect(page.locator(".past")).to_be_visible()
    folder = browsing.SCREENSHOTS / "layout"
    folder.mkdir(parents=True, exist_ok=True)
    wrong = {}
    for size in SIZES:
        resize(page, *size)
        page.screenshot(path=folder / f"{name}-{size[0]}x{size[1]}-past.png")
        wrong[size] = page.evaluate(WRONG)
        page.get_by_role("button", name="Back to the game").click(trial=True)
    assert {size: found for size, found in wrong.items() if found} == {}


def test_every_move_of_the_list_is_whole(page: Page, address: str) -> None:
    """Also the words for who gives up, in a narrow column, and a chain of captures."""
    four = TablePage(page, open_table(address, "quoridor", options={"players": 4}))
    four.play(taflheim.game("quoridor", players=4).start(), "d4h", 1)
    for gone in (1, 2):
        four.resign()
        four.wait_for_story(1 + gone)
    wrong = {("resigns", size): clipped_moves(page, size) for size in SIZES}
    chain = TablePage(page, open_table(address, "halatafl"))
    record = taflheim.game("halatafl").record()
    for ply, move in enumerate("e4-e5 e7-e6 c4-c5 e6xe4xc4xc6".split(), 1):
        chain.play(record.position, move, ply)
        record = record.play(move)
    wrong |= {("chain", size): clipped_moves(page, size) for size in SIZES}
    assert {key: found for key, found in wrong.items() if found} == {}


def clipped_moves(page: Page, size: tuple[int, int]) -> list[str]:
    """The texts in the list of moves that are cut off, at one size of the window."""
    resize(page, *size)
    opened = page.locator("button.open-story")
    if opened.is_visible():
        opened.click()
    expect(page.locator(".story-moves")).to_be_visible()
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".story-moves, .story-moves .ply")]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(one => one.textContent)"""
    )
    page.keyboard.press("Escape")
    return found


def test_the_board_comes_first(page: Page, address: str) -> None:
    TablePage(page, open_table(address, "halatafl"))
    for size in SIZES:
        resize(page, *size)
        ratio = max(size) / min(size)
        # In a window that is nearly square the panels take their share.
        assert board_size(page) >= min(size) * (0.95 if ratio > 1.5 else 0.84), size


# Everything that shifts, also just after a click.
SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const one of list.getEntries())
            window.shifts.push([one.value, one.sources.map(({ node }) => node?.className ?? String(node))]);
    }).observe({ type: "layout-shift", buffered: true });
"""


# Where all that must stay stands, to the pixel.
STANDING = """() => Object.fromEntries(
    [...document.querySelectorAll(".side, svg.board, .list, .actions button")]
        .filter((one) => one.checkVisibility())
        .map((one, number) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            return [`${number} ${one.getAttribute("class")}`, [x, y, width, height].map(Math.round).join(" ")];
        }),
)"""


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("name", ["hnefatafl", "quoridor", "quoridor for four", "halatafl"])
def test_nothing_moves_through_a_whole_game(name: str, alone: bool, page: Page, address: str) -> None:
    """Cards keep their height from turn to turn, whatever they count, and so does the board when one looks back."""
    options, moves, _ = GAMES[name]
    record = taflheim.game(name.split()[0], **options).record()
    for move in moves.split()[:-1]:
        record = record.play(move)
    table = TablePage(page, open_table(address, record.game.name, options=options, record=str(record)))
    table.wait_for_story(len(record.entries))
    if alone:
        page.keyboard.press("f")
    moved = {}
    for size in SIZES:
        resize(page, *size)
        before = page.evaluate(STANDING)
        for ply in range(len(record.entries), 0, -1):
            page.keyboard.press("[")
            if (now := page.evaluate(STANDING)) != before:
                moved[size, ply] = set(now.items()) ^ set(before.items())
        page.keyboard.press("}")
    assert moved == {}


@pytest.mark.parametrize("name", TABLES)
def test_a_finger_meets_every_tool(name: str, page: Page, address: str) -> None:
    game, asked = TABLES[name]
    TablePage(page, open_table(address, game, **asked))
    small = {}
    for size in [(360, 640), (390, 844), (820, 1180)]:
        resize(page, *size)
        page.get_by_role("button", name="More", exact=True).click()
        for button in page.locator(".actions button:visible").all():
            box = button.bounding_box()
            assert box is not None
            if min(box["width"], box["height"]) < 40:
                small[size, button.text_content()] = box
        page.keyboard.press("Escape")
    assert small == {}


def test_the_drawer_of_moves_shows_the_current_one(page: Page, address: str) -> None:
    _, moves, _ = GAMES["hnefatafl"]
    record = taflheim.game("hnefatafl").record()
    for move in moves.split()[:-1]:
        record = record.play(move)
    TablePage(page, open_table(address, "hnefatafl", record=str(record))).wait_for_story(len(record.entries))
    for size in [(360, 640), (720, 860)]:
        resize(page, *size)
        for key in ("}", "{", "]"):
            page.keyboard.press(key)
            page.get_by_role("button", name="Moves", exact=True).click()
            drawer, field = page.locator(".story").bounding_box(), page.locator(".story input").bounding_box()
            assert drawer and field and drawer["y"] > 0 and field["y"] + field["height"] <= size[1]
            if key != "{":
                shown, frame = page.locator(".ply[aria-current]").bounding_box(), page.locator(".list").bounding_box()
                assert shown and frame and frame["y"] <= shown["y"]
                assert shown["y"] + shown["height"] <= frame["y"] + frame["height"] + 1
            page.locator(".story .shut").click()
            expect(page.locator(".story")).to_be_hidden()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (1000, 1000)])
@pytest.mark.parametrize("name", ["hnefatafl", "quoridor-four", "hivolts"])
def test_nothing_shifts(name: str, size: tuple[int, int], page: Page, address: str) -> None:
    """From the first paint on, while moves are made, hints are refused and somebody looks back."""
    game, asked = TABLES[name]
    page.add_init_script(SHIFTS)
    resize(page, *size)
    # On this board the player stands on e3, and lives if he stays there.
    start = {"start": str(taflheim.game(game).start(1))} if game == "hivolts" else {}
    table = TablePage(page, open_table(address, game, **{**asked, **start, "seats": {}}))
    for spot in {"hnefatafl": ["d1", "d3"], "quoridor-four": ["d4h"], "hivolts": ["e3"]}[name]:
        page.wait_for_function("spot => window.isOpen(spot)", arg=spot)
        table.click(spot)
    table.wait_for_ply(1)
    table.wait_for_story(1)
    page.keyboard.press("[")
    expect(page.locator(".past")).to_be_visible()
    page.keyboard.press("]")
    expect(page.locator(".past")).to_be_hidden()
    assert page.evaluate("() => window.shifts") == []


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (1000, 1000)])
def test_nothing_shifts_between_people(size: tuple[int, int], company: Friends, house: House) -> None:
    """From the first paint on, while clocks run, a draw is offered and declined, and somebody leaves."""
    people = [house.friend(name) for name in ("Anna", "Bo")]
    game = taflheim.game("quoridor")
    table = house.table(game, dict(zip(game.seats, people, strict=True)), "1+0", opener=people[0].account)

    def watch(page: Page) -> None:
        page.add_init_script(SHIFTS)
        resize(page, *size)

    near, far = company.come(people[0], table, watch), company.come(people[1], table)
    play({"a": near, "b": far}, game.record(), "e8", "e2", "e7", "e3")
    page = near.page
    far.tool("Offer a draw")
    page.locator(".proposal").get_by_role("button", name="Decline").click()
    expect(page.locator(".proposal")).to_be_hidden()
    near.play(game.record().play("e8").play("e2").play("e7").play("e3").position, "e6", 5)
    far.page.close()
    expect(page.locator("[data-side=b] .doing")).to_have_text("away")
    house.later(52, table)
    expect(page.locator(".far .clock")).to_have_class(re.compile(r"\blow\b"))
    # Words and figures that take the place of others may begin elsewhere; everything else stays.
    shifts = page.evaluate("() => window.shifts")
    assert [names for _, names in shifts if {*names} - {"doing", "figures", "[object Text]"}] == []
