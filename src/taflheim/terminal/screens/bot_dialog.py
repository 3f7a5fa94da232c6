"""Against which bot, and on which side."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from taflheim.games.game import Game
from taflheim.terminal import opening
from taflheim.terminal.screens.hall_screen import Dialog
from taflheim.terminal.widgets.choice_list import ChoiceList
from taflheim.terminal.widgets.press import Press
from taflheim.terminal.widgets.segments import Segments

Bot = Mapping[str, Any]


def plays(bot: Bot, side: str) -> bool:
    """Whether a bot plays a side."""
    return side in bot["sides"]


def rating_of(bot: Bot, side: str) -> str:
    """How strong a bot is on a side; nothing if nobody has measured it."""
    found = bot["ratings"].get(side, bot["ratings"].get(""))
    return "" if found is None else str(found)


class BotDialog(Dialog[opening.Request]):
    """Asks who plays against whom, and gives the request for the table."""

    DEFAULT_CSS = """
    BotDialog ChoiceList { height: auto; max-height: 11; width: 34; }
    BotDialog #about { width: 34; height: 4; margin-left: 2; color: $quiet; }
    BotDialog #against { height: auto; width: auto; }
    """

    def __init__(self, chosen: Game, offer: Mapping[str, Any], number: int | None = None):
        """`number` is that of a bot that is proposed."""
        super().__init__()
        self._game, self._offer = chosen, offer
        self._bots: Sequence[Bot] = offer["bots"]
        self._number = number or offer["first"] or self._bots[0]["number"]
        self._side = offer["side"] if offer["side"] in chosen.seats else chosen.seats[0]

    @property
    def _many(self) -> bool:
        return len(self._game.seats) > 2

    def parts(self) -> ComposeResult:
        """The sides, and the bots, the weakest first."""
        yield Static(f"{self._game.title} against {'bots' if self._many else 'a bot'}", classes="title", markup=False)
        title = self._game.rulebook.side_title
        if self._many:
            for place, side in enumerate(self._game.seats):
                people = [("me", "You")] if place == 0 else [("me", "Person here")]
                bots = [(str(bot["number"]), bot["name"].capitalize()) for bot in self._bots if plays(bot, side)]
                chosen = "me" if place == 0 else str(self._number)
                yield Segments(f"{title(side):<11}", [*people, *bots], chosen, name=side)
        else:
            sides = [(side, title(side)) for side in self._game.seats]
            yield Segments("You play", sides, self._side, id="side")
            yield Static("Your opponent, the weakest first:", classes="quiet")
            with Horizontal(id="against"):
                yield ChoiceList(id="bots")
                yield Static(id="about", markup=False)
        with Horizontal(classes="row"):
            yield Press("Begin", golden=True, id="begin")
            yield Press("Back", id="cancel")

    def on_mount(self) -> None:
        """Go to the bot that is proposed."""
        if self._many:
            self.query_one("#begin").focus()
            return
        self._show_bots()
        bots = self.query_one("#bots", ChoiceList)
        bots.choose(str(self._number))
        bots.focus()

    def _show_bots(self) -> None:
        own = self.query_one("#side", Segments).chosen
        theirs = next(side for side in self._game.seats if side != own)
        self.query_one("#bots", ChoiceList).fill(
            (str(bot["number"]), _line(bot, theirs)) for bot in self._bots if plays(bot, theirs)
        )

    @on(Segments.Changed, "#side")
    def _other_side(self) -> None:
        self._show_bots()

    @on(ChoiceList.OptionHighlighted)
    def _told_of(self, event: ChoiceList.OptionHighlighted) -> None:
        bot = next(bot for bot in self._bots if str(bot["number"]) == event.option_id)
        self.query_one("#about", Static).update(bot["about"])

    @on(ChoiceList.OptionSelected)
    def _chosen(self) -> None:
        self._begin()

    @on(Press.Pressed)
    def _pressed(self, event: Press.Pressed) -> None:
        if event.press.id == "begin":
            self._begin()
        else:
            self.dismiss(None)

    def _begin(self) -> None:
        seats: dict[str, str | int]
        if self._many:
            seats = {str(one.name): one.chosen for one in self.query(Segments)}
            seats = {side: who if who == "me" else int(who) for side, who in seats.items()}
        else:
            own, number = self.query_one("#side", Segments).chosen, self.query_one("#bots", ChoiceList).chosen
            seats = {side: "me" if side == own else int(number or self._number) for side in self._game.seats}
        self.dismiss(opening.against(self._game.name, self._game.options, seats))


def _line(bot: Bot, side: str) -> Text:
    """A bot in the list: its number if that says how strong it is, its name and its rating."""
    number = str(bot["number"]) if bot["level"] else " "
    return Text.assemble(
        f"{number:>2}  ",
        (f"{bot['name'].capitalize():<12}", "bold"),
        f"{rating_of(bot, side):>5}",
        no_wrap=True,
        overflow="ellipsis",
    )
