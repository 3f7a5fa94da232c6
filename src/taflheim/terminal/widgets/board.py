"""A board that one plays on, by mouse and keyboard. It knows no rules: the hall says what can be clicked."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from textual import events

from taflheim.games.clicks import Choices
from taflheim.games.view import Effect, Piece
from taflheim.terminal.board import cursor
from taflheim.terminal.board.cursor import Direction
from taflheim.terminal.board.marks import Marks, Preview, Way
from taflheim.terminal.board.selection import Ask, Complete, Refused, Selection, begin, click, drop, extend
from taflheim.terminal.keys import has_own_arrows, own_move
from taflheim.terminal.widgets.board_view import BoardView

_AUTOMATIC_S = 0.16
"""After how long the only way on is taken: it is to be seen."""
_FEW = 4
"""With no more pieces than this to choose from, they are pointed out."""
_ARROWS: dict[str, Direction] = {"up": "up", "down": "down", "left": "left", "right": "right"}


class Board(BoardView, can_focus=True):
    """A board that one plays on."""

    class Played(BoardView.Told):
        """A move was made, by clicks or by one of the game's own keys."""

        def __init__(self, board: "Board", move: str):
            super().__init__(board)
            self.move = move

    class Asked(BoardView.Told):
        """What can be clicked after these clicks is not known: ask the hall, and tell the board by `extend`."""

        def __init__(self, board: "Board", clicked: tuple[str, ...]):
            super().__init__(board)
            self.clicked = clicked

    class Declined(BoardView.Told):
        """These clicks make no move, and the hall can explain why. `previewed`: they are only pointed at."""

        def __init__(self, board: "Board", clicked: tuple[str, ...], *, previewed: bool):
            super().__init__(board)
            self.clicked = clicked
            self.previewed = previewed

    class Idle(BoardView.Told):
        """A click on a spot while nothing can be clicked."""

        def __init__(self, board: "Board", spot: str):
            super().__init__(board)
            self.spot = spot

    class Cancelled(BoardView.Told):
        """What was clicked or previewed is forgotten."""

    _selection = Selection()
    _told = Marks()
    """What is said of the position, before anything is clicked."""
    _cursor: str | None = None
    _cursor_seen = False
    _mouse: tuple[float, float] | None = None
    """Where the mouse rests on the board; None where it is elsewhere, or its place means nothing any more."""
    _pointed: str | None = None
    """The groove under the mouse."""
    _confined: tuple[str, ...] | None = None

    # ---- what the screen says -------------------------------------------------------------------------------------

    def show(
        self,
        pieces: Iterable[Piece],
        *,
        effects: Sequence[Effect] = (),
        last: Iterable[str] = (),
        choices: Choices | None = None,
        dangers: Iterable[str] = (),
        labels: Mapping[str, str] | None = None,
    ) -> None:
        """Show a position and what can be clicked in it; with effects, how it comes about."""
        landings = self._selection.landings
        fallen = tuple(effect.to or effect.spot for effect in effects if effect.kind == "vanish")
        self._told = Marks(last=tuple(last), dangers=tuple(dangers), fallen=fallen, labels=labels or {})
        self._selection = begin(choices)
        self._pointed = self._confined = None
        if self._point_at_mouse() and not self.is_open(self._pointed or ""):
            self._pointed = None  # what was just placed there is no wish
        if effects:
            self.play(effects, pieces, landings)
        else:
            self.pieces = tuple(pieces)
        self._point_out()

    def point_out(self, ways: Iterable[Way]) -> None:
        """Show the ways of moves until the position changes; without any, no longer."""
        self._told = replace(self._told, ways=tuple(ways))
        self._point_out()

    def label(self, labels: Mapping[str, str]) -> None:
        """Show something short on spots, as long as something can be clicked: keys that were asked for meanwhile."""
        self._told = replace(self._told, labels=labels)
        self._point_out()

    def extend(self, clicked: Sequence[str], tree: Choices) -> None:
        """What can be clicked after some clicks: the answer to `Asked`. The only way on is taken."""
        asked = tuple(clicked)
        self._selection, only = extend(self._selection, asked, tree)
        self._point_out()
        if only is not None:
            self.set_timer(_AUTOMATIC_S, lambda: self.click(only) if self._selection.clicked == asked else None)

    def confine(self, spots: Collection[str]) -> None:
        """Let the arrow keys lead only to these spots, and show what would be placed there, until it is cancelled."""
        assert self.game_layout is not None
        self._confined = tuple(spots)
        self._cursor = cursor.nearest(self.game_layout, self._cursor, allowed=self._confined)
        self._cursor_seen = True
        self._point_out()

    def cancel(self) -> None:
        """Forget what was clicked, previewed or sent without success."""
        self._selection = drop(self._selection)
        self._mouse = self._pointed = self._confined = None
        self._cursor_seen = False
        self._point_out()
        self.post_message(self.Cancelled(self))

    # ---- what the person does -------------------------------------------------------------------------------------

    def click(self, spot: str) -> None:
        """Click on a spot."""
        if not self._selection.is_active:
            self.post_message(self.Idle(self, spot))
            return
        before, origin = self.shown_pieces(), (self._selection.landings or self._selection.clicked[:1])[-1:]
        sides = {piece.spot: piece.side for piece in self.pieces}
        self._selection, outcome = click(self._selection, spot, sides)
        match outcome:
            case Complete(move):
                self.post_message(self.Played(self, move))
            case Ask(clicked):
                # The piece goes ahead, before the hall has said what follows.
                self.animate_from(before, [Effect("move", "jump", where, spot) for where in origin])
                self.post_message(self.Asked(self, clicked))
            case Refused(clicked):
                self.post_message(self.Declined(self, clicked, previewed=False))
        self._point_out()

    def press(self, key: str, character: str | None) -> bool:
        """A key of Textual's; whether it means something on this board. Screens may pass on what they do not know."""
        layout = self.game_layout
        if layout is None:
            return False
        move = own_move(layout, key, character)
        if move is not None:
            # A game's own key never means anything else, also when it is not one's turn.
            if self._selection.open:
                self.post_message(self.Played(self, move))
            return True
        if direction := _ARROWS.get(key.removeprefix("shift+") if has_own_arrows(layout) else key):
            self._step(direction)
            return True
        if key in ("enter", "space") and self._cursor_seen and self._cursor:
            self.click(self._cursor)
            return True
        if key == "escape" and (self._cursor_seen or self._selection.clicked):
            self.cancel()
            return True
        return False

    def is_open(self, spot: str) -> bool:
        """Whether a click on a spot leads on."""
        return self._selection.is_open(spot)

    def _step(self, direction: Direction) -> None:
        layout = self.game_layout
        assert layout is not None
        if not self._cursor_seen or self._cursor is None or self._cursor not in layout.by_name:
            self._cursor = cursor.nearest(layout, self._cursor, allowed=self._confined)
        else:
            further = cursor.step(layout, self._cursor, direction, flipped=self.flipped, allowed=self._confined)
            self._cursor = further or self._cursor
        self._cursor_seen, self._mouse, self._pointed = True, None, None
        self._preview_refused(self._cursor)
        self._point_out()

    def on_key(self, event: events.Key) -> None:
        """Keys of the game, arrows, Enter and Escape."""
        if self.press(event.key, event.character):
            event.stop()
            event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """Click the spot under the mouse; beside all spots, and with another button, forget what was clicked."""
        spot = self.spot_at(*self.place_of(event), self._pointed) if event.button == 1 else None
        if spot is None:
            self.cancel()
            return
        self._cursor, self._cursor_seen = spot, False
        self.click(spot)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show what would be placed in the groove under the mouse."""
        self._mouse = self.place_of(event)
        if self._point_at_mouse():
            self._preview_refused(self._pointed)
            self._point_out()

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self._forget_mouse()

    def on_resize(self) -> None:
        """Something else lies under the mouse: until it moves, nothing is shown there."""
        self._forget_mouse()

    def watch_flipped(self) -> None:
        """Something else lies under the mouse."""
        super().watch_flipped()
        self._forget_mouse()

    def _forget_mouse(self) -> None:
        self._mouse = self._pointed = None
        self._point_out()

    def _point_at_mouse(self) -> bool:
        """Find the groove under the mouse, also where it rests while the position changes; whether it is another."""
        spot = self.spot_at(*self._mouse, self._pointed) if self._mouse else None
        before, self._pointed = self._pointed, spot if self._is_groove(spot) else None
        return self._pointed != before

    def on_focus(self) -> None:
        """The cursor is seen again."""
        self._point_out()

    def on_blur(self) -> None:
        """The cursor is seen only where keys go."""
        self._point_out()

    # ---- what is shown --------------------------------------------------------------------------------------------

    def shown_pieces(self) -> tuple[Piece, ...]:
        """The pieces; one that goes from landing to landing is on the last of them."""
        pieces, selection = super().shown_pieces(), self._selection
        if self.is_moving or not selection.landings:
            return pieces
        origin, to = selection.clicked[0], selection.landings[-1]
        return tuple(piece._replace(spot=to) if piece.spot == origin else piece for piece in pieces)

    def _is_groove(self, spot: str | None) -> bool:
        """Whether something could be placed there now."""
        if spot is None or self.game_layout is None or not self._selection.is_active:
            return False
        return self.game_layout.by_name[spot].kind == "groove"

    def _preview_refused(self, spot: str | None) -> None:
        if spot is not None and self._is_groove(spot) and not self.is_open(spot):
            self.post_message(self.Declined(self, (spot,), previewed=True))

    def _point_out(self) -> None:
        selection, taken = self._selection, {piece.spot for piece in self.pieces}
        clicked = selection.clicked
        at = self._cursor if self._cursor_seen and (self.has_focus or self._confined) else None
        previewed = self._pointed or at
        # Grooves are many, and before anything is chosen only free spots are worth pointing out.
        targets = [spot for spot in selection.targets if not self._is_groove_or_button(spot)]
        movable = selection.movable if not clicked else ()
        self.marks = replace(
            self._told,
            cursor=None if self._is_groove(at) else at,
            chosen=(*clicked[: 0 if selection.landings else 1], *selection.landings[-1:]),
            movable=movable if len(movable) <= _FEW else (),
            targets=tuple(spot for spot in targets if clicked or spot not in taken),
            labels=self._told.labels if selection.open else {},
            preview=Preview(previewed, self.is_open(previewed)) if previewed and self._is_groove(previewed) else None,
        )

    def _is_groove_or_button(self, spot: str) -> bool:
        return self.game_layout is None or self.game_layout.by_name[spot].kind in ("groove", "button")
