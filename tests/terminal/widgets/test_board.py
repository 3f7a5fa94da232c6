"""The board widget, driven as a person would: by keys and mouse."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Offset
from textual.pilot import Pilot

import taflheim
from sample_boards import GAMES, sample
from taflheim import Position
from taflheim.games.view import Effect
from taflheim.terminal.board.look import Look
from taflheim.terminal.board.marks import Marks, Preview, Way
from taflheim.terminal.widgets.board import Board
from taflheim.terminal.widgets.board_view import BoardView

Do = Callable[["Playing", Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal with all colours."""
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


class Playing(App[None]):
    """One board, and what it tells."""

    def __init__(self, position: Position, *, ascii_only: bool = False, animated: bool = False):
        super().__init__()
        self.animation_level = "full" if animated else "none"
        self.position = position
        self.board = Board(position.game.layout, ascii_only=ascii_only)
        self.told: list[object] = []
        self.escapes = 0

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.show()
        self.board.focus()

    def show(self) -> None:
        position = self.position
        labels = {typed.spot: typed.key for typed in position.typed if typed.spot}
        self.board.show(position.pieces, choices=position.choices(), dangers=position.dangers, labels=labels)

    def on_key(self) -> None:
        self.escapes += 1

    def on_board_played(self, event: Board.Played) -> None:
        self.told.append(event.move)

    def on_board_asked(self, event: Board.Asked) -> None:
        self.told.append(event.clicked)
        self.board.extend(event.clicked, self.position.choices(event.clicked))

    def on_board_declined(self, event: Board.Declined) -> None:
        self.told.append(("previewed" if event.previewed else "refused", event.clicked))

    def on_board_idle(self, event: Board.Idle) -> None:
        self.told.append(("idle", event.spot))

    def on_board_cancelled(self) -> None:
        self.told.append("cancelled")

    def on_board_view_rested(self) -> None:
        self.told.append("rested")

    @property
    def screen_text(self) -> str:
        lines = [self.board.render_line(y) for y in range(self.board.size.height)]
        return "\n".join("".join(segment.text for segment in line) for line in lines)


def run(app: Playing, do: Do, size: tuple[int, int] = (60, 26)) -> None:
    async def session() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await do(app, pilot)

    asyncio.run(session())


async def click(app: Playing, pilot: Pilot[None], spot: str, *, button: int = 1) -> None:
    """Click where a spot is drawn."""
    await pilot.click(app.board, offset=place(app, spot), button=button)
    await pilot.pause()


def place(app: Playing, spot: str) -> Offset:
    plan = app.board.plan
    assert plan is not None
    (left, top), (x, y) = app.board.corner, plan.boxes[spot].middle
    return Offset(left + int(x), top + int(y / 2))


def started(name: str) -> Position:
    game = taflheim.game(name)
    return game.start(seed=1) if game.rulebook.seeded else game.start()


# ---- by mouse -----------------------------------------------------------------------------------------------------


def test_two_clicks_make_a_move() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        await click(app, pilot, "d11")
        assert app.board.marks.chosen == ("d11",) and "d9" in app.board.marks.targets
        await click(app, pilot, "d9")
        assert app.told == ["d11-d9"]

    run(Playing(started("hnefatafl")), do)


def test_walls_are_placed_where_they_are_previewed() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        for spot in ("c4h", "e6v"):
            at = place(app, spot) + (Offset(2, 0) if spot.endswith("h") else Offset(0, 1))
            await pilot.hover(app.board, offset=at)
            await pilot.pause()
            assert app.board.marks.preview == Preview(spot, legal=True)
        await pilot.click(app.board, offset=place(app, "e6v") + Offset(0, 1))
        assert app.told == ["e6v"]

    run(Playing(started("quoridor")), do, (90, 40))


def test_a_mouse_that_rests_is_pointed_at_when_ones_turn_comes() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        at = place(app, "e6v") + Offset(0, 1)
        app.board.show(app.position.pieces)
        await pilot.hover(app.board, offset=at)
        assert app.board.marks.preview is None
        app.show()
        assert app.board.marks.preview == Preview("e6v", legal=True)
        # What was just placed there is no wish; and where the board has turned, something else is there.
        app.position = app.position.play("e6v").play("e2")
        app.show()
        assert app.board.marks.preview is None
        await pilot.hover(app.board, offset=place(app, "c4h") + Offset(2, 0))
        assert app.board.marks.preview == Preview("c4h", legal=True)
        app.board.flipped = True
        assert app.board.marks.preview is None

    run(Playing(started("quoridor")), do, (90, 40))


def test_a_wall_that_cannot_be_is_shown_so_and_explained() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        # Right of e3h it would overlap: no wall is open there but the upright one.
        await pilot.hover(app.board, offset=place(app, "e3h"))
        await pilot.pause()
        preview = app.board.marks.preview
        assert preview is not None and not preview.legal
        assert app.told == [("previewed", (preview.spot,))]
        await pilot.click(app.board, offset=place(app, "e3h"))
        await pilot.pause()
        assert app.told[1:] == [("refused", (preview.spot,))]

    run(Playing(sample("quoridor").position), do, (90, 40))


def test_a_click_elsewhere_and_the_other_button_cancel() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        await click(app, pilot, "d11")
        await click(app, pilot, "e5", button=3)
        assert app.told == ["cancelled"] and app.board.marks.chosen == ()
        await click(app, pilot, "d11")
        await pilot.click(app.board, offset=(0, 0))
        await pilot.pause()
        assert app.told == ["cancelled"] * 2

    run(Playing(started("hnefatafl")), do, (80, 30))


def test_refused_clicks() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        await click(app, pilot, "f6")
        await click(app, pilot, "d11")
        await click(app, pilot, "e9")
        assert app.told == [("refused", ("f6",)), ("refused", ("d11", "e9"))]

    run(Playing(started("hnefatafl")), do)


def test_nothing_can_be_clicked_in_the_past() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        app.board.show(app.position.pieces)
        await click(app, pilot, "d11")
        await pilot.press("p")
        assert app.told == [("idle", "d11")]

    run(Playing(started("hnefatafl")), do)


def test_a_chain_goes_on_by_itself_where_there_is_one_way() -> None:
    position = taflheim.game("halatafl").position("2F/3/S2S1S1/1FS1SS1/SSSSSSS/SSS/SSS f")

    async def do(app: Playing, pilot: Pilot[None]) -> None:
        await click(app, pilot, "b4")
        await click(app, pilot, "d4")
        # The fox is seen where it has gone, before the move is made.
        assert "d4" in {piece.spot for piece in app.board.shown_pieces() if piece.kind == "fox"}
        for _ in range(200):
            if "b4xd4xd6" in app.told:
                break
            await pilot.pause(0.02)
        assert ("b4", "d4") in app.told and app.told[-1] == "b4xd4xd6"

    run(Playing(position), do)


# ---- by keyboard --------------------------------------------------------------------------------------------------


def test_arrows_and_enter_make_a_move() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        await pilot.press("up")
        assert app.board.marks.cursor == "f6"
        await pilot.press("up", "up", "up", "up")
        assert app.board.marks.cursor == "f10"
        await pilot.press("enter")
        assert app.board.marks.chosen == ("f10",)
        await pilot.press("left", "enter")
        assert app.told == ["f10-e10"]

    run(Playing(started("hnefatafl")), do)


def test_the_arrows_follow_a_turned_board() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        app.board.flipped = True
        await pilot.press("up", "up")
        assert app.board.marks.cursor == "f5"

    run(Playing(started("hnefatafl")), do)


def test_escape_cancels_what_there_is_and_else_is_for_the_screen() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        await pilot.press("up", "escape")
        assert app.told == ["cancelled"] and app.board.marks.cursor is None and app.escapes == 0
        await pilot.press("escape")
        assert app.escapes == 1

    run(Playing(started("hnefatafl")), do)


def test_own_keys_play_and_arrows_need_shift() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        await pilot.press("Q", "up", "pagedown", "5", "j")
        assert app.told == ["q", "w", "c", "s", "j"]
        await pilot.press("shift+up")
        assert app.board.marks.cursor is not None
        assert app.escapes == 0

    run(Playing(started("hivolts")), do)


def test_own_keys_mean_nothing_else_when_it_is_not_ones_turn() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        app.board.show(app.position.pieces)
        await pilot.press("q", "up")
        assert app.told == [] and app.escapes == 0

    run(Playing(started("hivolts")), do)


def test_a_wall_is_moved_about_and_placed() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        level = [spot for spot in app.position.continuations().spots if spot.endswith("h")]
        app.board.confine(level)
        preview = app.board.marks.preview
        assert preview and preview.spot.endswith("h") and preview.legal
        await pilot.press("up", "right", "right")
        moved = app.board.marks.preview
        assert moved and moved.spot != preview.spot and moved.spot.endswith("h")
        await pilot.press("enter")
        assert app.told == [moved.spot]
        app.show()
        app.board.confine([moved.spot])
        await pilot.press("escape")
        assert app.board.marks.preview is None and app.told[-1] == "cancelled"

    run(Playing(started("quoridor")), do)


def test_labels_stand_on_targets_while_it_is_ones_turn() -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        assert app.board.marks.labels == {"f9": "0", "d9": "1", "e8": "2"}
        await pilot.pause()
        assert all(label in app.screen_text for label in "012")
        app.board.show(app.position.pieces)
        assert app.board.marks.labels == {}

    run(Playing(started("quoridor")), do)


# ---- what is shown ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_game_at_every_size(name: str) -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        for size in ((80, 24), (20, 5), (120, 40), (1, 1), (200, 60), (47, 23)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.board.size == size
            lines = [app.board.render_line(y) for y in range(size[1])]
            assert {line.cell_length for line in lines} == {size[0]}
        await pilot.resize_terminal(20, 5)
        await pilot.pause()
        assert "needs" in app.screen_text or name == "toy"

    run(Playing(sample(name).position), do)


def test_ascii_and_colourless_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    async def plain(app: Playing, pilot: Pilot[None]) -> None:
        assert app.screen_text.isascii() and "K" in app.screen_text

    run(Playing(started("hnefatafl"), ascii_only=True), plain)
    monkeypatch.setenv("NO_COLOR", "1")

    async def colourless(app: Playing, pilot: Pilot[None]) -> None:
        assert "♔" in app.screen_text and "▄" not in app.screen_text
        assert app.board.look == Look("lines", "none")

    run(Playing(started("hnefatafl")), colourless)


def test_only_what_has_changed_is_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(app: Playing, pilot: Pilot[None]) -> None:
        painted = []
        refresh = app.board.refresh

        def noted(*regions: object, **more: bool) -> Board:
            painted.append(regions)
            return refresh(*regions, **more)  # type: ignore[arg-type]  # as given

        monkeypatch.setattr(app.board, "refresh", noted)
        app.board.point_out([Way(("d11",))])
        await pilot.pause()
        (regions,) = painted
        boxes = app.board.plan
        assert boxes is not None and 0 < len(regions) <= boxes.scale.cell // 2
        painted.clear()
        app.board.marks = app.board.marks
        await pilot.pause()
        assert painted == []

    run(Playing(started("hnefatafl")), do)


# ---- movement -----------------------------------------------------------------------------------------------------


async def rest(app: Playing, pilot: Pilot[None]) -> None:
    for _ in range(500):
        if not app.board.is_moving:
            return
        await pilot.pause(0.01)
    raise AssertionError("the board does not come to rest")


def test_a_move_is_seen_and_then_the_position() -> None:
    position = started("hnefatafl")
    after = position.play("d11-d9")

    async def do(app: Playing, pilot: Pilot[None]) -> None:
        app.board.show(after.pieces, effects=position.effects("d11-d9"), last=("d11", "d9"))
        assert app.board.is_moving and app.board.shown_marks().moving
        await rest(app, pilot)
        assert {*app.board.shown_pieces()} == {*after.pieces} and app.board.marks.last == ("d11", "d9")
        await pilot.pause()
        assert app.told == ["rested"]

    run(Playing(position, animated=True), do)


def test_moves_that_come_quickly_are_shown_one_after_the_other() -> None:
    position = started("hnefatafl")
    second = position.play("d11-d9")
    move = second.moves()[0]
    third = second.play(move)

    async def do(app: Playing, pilot: Pilot[None]) -> None:
        app.board.play(position.effects("d11-d9"), second.pieces)
        app.board.play(second.effects(move), third.pieces)
        origins = set()
        for _ in range(500):
            origins |= {moving.origin for moving in app.board.shown_marks().moving}
            if not app.board.is_moving:
                break
            await pilot.pause(0.01)
        assert origins == {"d11", move.partition("-")[0]}
        assert {*app.board.shown_pieces()} == {*third.pieces}

    run(Playing(position, animated=True), do)


def test_another_position_ends_all_movement() -> None:
    position = started("hnefatafl")

    async def do(app: Playing, pilot: Pilot[None]) -> None:
        app.board.play(position.effects("d11-d9"), position.play("d11-d9").pieces)
        assert app.board.is_moving
        app.show()
        assert not app.board.is_moving and {*app.board.shown_pieces()} == {*position.pieces}

    run(Playing(position, animated=True), do)


def test_without_animations_nothing_moves() -> None:
    position = started("hnefatafl")

    async def do(app: Playing, pilot: Pilot[None]) -> None:
        app.board.play(position.effects("d11-d9"), position.play("d11-d9").pieces)
        assert not app.board.is_moving
        await pilot.pause()
        assert app.told == ["rested"]

    run(Playing(position), do)


def test_who_falls_behind_sees_the_last_at_once() -> None:
    position = started("hnefatafl")
    there, back = Effect("move", "slide", "d11", "d9"), Effect("move", "slide", "d9", "d11")

    async def do(app: Playing, pilot: Pilot[None]) -> None:
        for effects in [[there], [back]] * 20:
            app.board.play(effects, taflheim.games.view.apply(effects, app.board.pieces))
        await rest(app, pilot)
        assert {*app.board.shown_pieces()} == {*position.pieces}

    run(Playing(position, animated=True), do)


def test_a_board_without_a_game_is_empty() -> None:
    class Empty(App[None]):
        def compose(self) -> ComposeResult:
            yield BoardView(marks=Marks(cursor="a1"))

    async def session() -> None:
        async with Empty().run_test(size=(30, 10)) as pilot:
            await pilot.pause()
            view = pilot.app.query_one(BoardView)
            assert view.render_line(3).text.strip() == "" and view.plan is None
            view.game_layout = taflheim.game("toy").layout
            await pilot.pause()
            assert view.plan is not None

    asyncio.run(session())
