"""The menu: the games, what can be chosen before one, and against whom."""

from collections.abc import Mapping
from typing import Any

from rich.segment import Segment
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from taflheim.client.remote import Refusal
from taflheim.games import lessons, rules_page
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.registry import game, rulebooks
from taflheim.games.rulebook import Rulebook
from taflheim.terminal import opening
from taflheim.terminal.screens.hall_screen import HallScreen, KeyHelp
from taflheim.terminal.widgets.board_view import BoardView
from taflheim.terminal.widgets.game_card import GameCard
from taflheim.terminal.widgets.press import Press
from taflheim.terminal.widgets.segments import Segments

_PICTURE_SEED = 7


class Picture(BoardView):
    """How a game looks; where there is no room for that, nothing is missed."""

    def _words(self, width: int) -> list[list[Segment]]:
        return []


class MenuScreen(HallScreen):
    """Where one begins."""

    DEFAULT_CSS = """
    MenuScreen #going-on { margin: 0 1; height: auto; display: none; }
    MenuScreen #going-on.some { display: block; }
    MenuScreen #left { width: 21; margin: 1 0 0 1; }
    MenuScreen #right { width: 1fr; margin: 1 1 0 2; }
    MenuScreen #ways { margin-top: 1; height: auto; }
    MenuScreen #ways Press { width: 100%; }
    MenuScreen #about { height: auto; color: $quiet; }
    MenuScreen #picture { height: 1fr; min-height: 0; }
    MenuScreen #suggestion { height: auto; display: none; }
    MenuScreen #suggestion.some { display: block; }
    MenuScreen #options { height: auto; }
    MenuScreen #options Segments { width: auto; }
    MenuScreen #options .about { color: $quiet; width: 1fr; height: auto; margin-left: 2; }
    MenuScreen #options Horizontal { height: auto; }
    MenuScreen #status { height: auto; color: $quiet; display: none; }
    MenuScreen #status.some { display: block; }
    MenuScreen #status.trouble { color: $iron; }
    MenuScreen .start { height: 3; }
    MenuScreen .start Press { width: 1fr; height: 3; content-align: center middle; margin-right: 1; padding: 0;
      text-wrap: wrap; text-align: center; }
    MenuScreen #reading { height: 1; }
    MenuScreen #reading Press { margin-right: 1; }
    """
    keys = (
        KeyHelp("← →", "change what is chosen, or go from part to part"),
        KeyHelp("Enter", "goes on with a game, and does what is chosen"),
    )

    def __init__(self, game: str = "", options: Mapping[str, Any] | None = None):
        """`game` is chosen first, with these options."""
        super().__init__()
        self._books = sorted(rulebooks().values(), key=lambda book: book.order)
        self._named, self._chosen = game, game or self._books[0].name
        self._options: dict[str, dict[str, Any]] = {book.name: book.choose({}) for book in self._books}
        self._options[self._chosen] = self._book.choose(options or {})
        self._going_on: list[Mapping[str, Any]] = []

    @property
    def _book(self) -> Rulebook:
        return next(book for book in self._books if book.name == self._chosen)

    @property
    def _game(self) -> Game:
        return game(self._chosen, **self._options[self._chosen])

    def parts(self) -> ComposeResult:
        """The games on the left, the chosen one on the right."""
        yield Static(classes="heading", id="heading", markup=False)
        with Vertical(id="going-on"):
            yield Press("", id="go-on", golden=True)
        with Horizontal():
            with VerticalScroll(id="left", can_focus=False):
                for book in self._books:
                    start = _pictured(game(book.name))
                    yield GameCard(book, start.game.layout, start.pieces, self.program.ascii_only)
                with Vertical(id="ways"):
                    yield Press("My games", id="to-games")
                    yield Press("Stats", id="to-stats")
                    yield Press("Lobby", id="to-lobby")
                    yield Press("Leave", key="^Q", id="leave")
            with Vertical(id="right"):
                yield Static(id="about", markup=False)
                with Horizontal(id="reading"):
                    yield Press("How to play", id="to-lessons")
                    yield Press("Rules", id="to-rules")
                    yield Press("Analyse", id="to-analysis")
                    yield Press("Daily board", id="to-daily")
                yield Picture(id="picture", ascii_only=self.program.ascii_only)
                yield Press("", id="suggestion")
                yield Vertical(id="options")
                yield Static(id="status", markup=False)
                with Horizontal(classes="start"):
                    yield Press("", id="start-left")
                    yield Press("", id="start-right")

    def on_mount(self) -> None:
        """What the machine knows without a hall."""
        self.query_one(f"#game-{self._chosen}").focus()
        self._show()
        self.hall_changed()

    def on_screen_resume(self) -> None:
        """Games may have begun or ended meanwhile."""
        if self.program.is_open:
            self._ask()

    # ---- what is shown --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        book = self._book
        for card in self.query(GameCard):
            card.chosen = card.rulebook is book
        self.query_one("#about", Static).update(book.about)
        self.query_one("#to-lessons").display = book.file(lessons.FILE) is not None
        self.query_one("#to-rules").display = book.file(rules_page.FILE) is not None
        picture, start = self.query_one("#picture", BoardView), _pictured(self._game)
        picture.game_layout, picture.pieces = start.game.layout, tuple(start.pieces)
        self._show_options()
        self._show_hall()

    def _show_options(self) -> None:
        book, place = self._book, self.query_one("#options", Vertical)
        with self.app.batch_update():
            place.remove_children()
            for option in book.options:
                values = [(str(value), str(value)) for value in option.values]
                chosen = str(self._options[book.name][option.name])
                segments = Segments(option.name.capitalize(), values, chosen, name=option.name)
                place.mount(Horizontal(segments, Static(option.about, classes="about", markup=False)))

    def _show_hall(self) -> None:
        """What depends on the hall: who one is, whether one can begin, and whom one could play against."""
        app, book = self.program, self._book
        offer = app.games.get(book.name, {})
        name = app.me["name"] if app.me else ""
        heading = Text.assemble(
            ("Taflheim", "bold"), "   ", f"Take a seat{', ' if name else ''}{name}. What shall we play?"
        )
        self.query_one("#heading", Static).update(heading)
        status = self.query_one("#status", Static)
        words = app.trouble or ("" if app.is_open else "The hall is being opened …")
        status.set_class(bool(app.trouble), "trouble")
        status.set_class(bool(words), "some")
        status.update(words)
        alone = book.players == (1,)
        left, right = self.query_one("#start-left", Press), self.query_one("#start-right", Press)
        if not alone:
            left.set_label("Play against a bot")
            right.set_label("Play against your friend")
        else:
            left.set_label(f"New board: {book.puzzle_about}" if book.puzzles else "New board")
            right.set_label("Wild board: anything may come")
        right.display = not alone or book.puzzles
        self.query_one("#to-daily").display = bool(offer.get("daily"))
        suggested = offer.get("suggested")
        suggestion = self.query_one("#suggestion", Press)
        suggestion.set_class(bool(suggested), "some")
        if suggested:
            beaten = (
                f"You have beaten {suggested['beaten']} twice in a row. "
                if suggested["beaten"]
                else "A good first opponent: "
            )
            suggestion.set_label(f"{beaten}{'Play ' if suggested['beaten'] else ''}{suggested['name']}")
        self._gild()

    def _gild(self) -> None:
        """One button alone is golden: what one most likely wants."""
        going_on = bool(self._going_on)
        self.query_one("#going-on").set_class(going_on, "some")
        self.query_one("#start-left").set_class(not going_on, "golden")
        if not going_on:
            return
        first, *rest = self._going_on
        more = f"   (and {len(rest)} more: see My games)" if rest else ""
        self.query_one("#go-on", Press).set_label(
            f"{'Your turn' if first['your_turn'] else 'Go on'}: {first['words']}{more}"
        )

    # ---- the hall -------------------------------------------------------------------------------------------------

    def hall_changed(self) -> None:
        """The hall is open, or it is known why not."""
        self._show_hall()
        if self.program.is_open:
            self._ask()

    @work(exclusive=True, group="menu")
    async def _ask(self) -> None:
        """Which games are going on."""
        try:
            told = await self.program.remote.get("me", "unfinished")
        except TaflheimError:
            return  # who has no account here has no games; and a hall that is away is told where it is needed
        first_time = not self._going_on
        self._going_on = told["games"]
        self._gild()
        # Who has named a game wants that one.
        if first_time and self._going_on and not self._named and isinstance(self.focused, GameCard):
            self.query_one("#go-on").focus()

    # ---- what the person does -------------------------------------------------------------------------------------

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:
        """Going to a game chooses it: at once, as the next key may be there already."""
        super().set_focus(widget, scroll_visible, from_app_focus)
        if isinstance(widget, GameCard) and widget.rulebook.name != self._chosen:
            self._chosen = widget.rulebook.name
            self._show()

    def on_key(self, event: events.Key) -> None:
        """Enter on a game leads on to how one begins: at once, as the next key may be there already."""
        if event.key == "enter" and isinstance(self.focused, GameCard):
            self.set_focus(self.query_one("#start-left"))
            event.stop()

    def on_segments_changed(self, event: Segments.Changed) -> None:
        """Another option."""
        chosen = self._options[self._chosen]
        self._options[self._chosen] = self._book.choose({**chosen, str(event.segments.name): event.value})
        picture, start = self.query_one("#picture", BoardView), _pictured(self._game)
        picture.game_layout, picture.pieces = start.game.layout, tuple(start.pieces)

    @on(Press.Pressed)
    def _pressed(self, event: Press.Pressed) -> None:
        app, name = self.program, self._chosen
        match event.press.id:
            case "go-on":
                app.go("table", table_id=self._going_on[0]["id"])
            case "to-lessons":
                app.go("lessons", game=name)
            case "to-rules":
                app.go("rules", game=name)
            case "to-analysis":
                app.go("analysis", game=name, options=dict(self._game.options))
            case "to-daily":
                app.go("daily", game=name)
            case "to-games":
                app.go("games")
            case "to-stats":
                app.go("stats")
            case "to-lobby":
                app.go("lobby")
            case "leave":
                app.action_leave()
            case _:
                self._begin(str(event.press.id))

    @work(exclusive=True, group="begin")
    async def _begin(self, way: str) -> None:
        """Begin a game: wait for the hall if it is not there yet, ask what is to be asked, and open the table."""
        chosen, alone = self._game, self._book.players == (1,)
        try:
            await self.program.ready()
            wanted: opening.Request | None
            if alone:
                wanted = opening.alone(chosen.name, chosen.options, "wild" if way == "start-right" else "new")
            elif way == "start-right":
                wanted = await self._ask_friend(chosen)
            else:
                wanted = await self._ask_bot(chosen, suggested=way == "suggestion")
            if wanted:
                await self.program.open_table(wanted)
        except (TaflheimError, Refusal) as error:
            self.program.say(str(error), bad=True)

    async def _ask_bot(self, chosen: Game, *, suggested: bool) -> opening.Request | None:
        from taflheim.terminal.screens.bot_dialog import BotDialog

        offer = self.program.games[chosen.name]
        return await self.app.push_screen_wait(
            BotDialog(chosen, offer, offer["suggested"]["number"] if suggested else None)
        )

    async def _ask_friend(self, chosen: Game) -> opening.Request | None:
        from taflheim.terminal.screens.friend_dialog import FriendDialog

        return await self.app.push_screen_wait(FriendDialog(chosen))


def _pictured(shown: Game) -> Any:
    return shown.start(_PICTURE_SEED if shown.rulebook.seeded else None)
