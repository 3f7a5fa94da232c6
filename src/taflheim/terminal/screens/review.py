"""The review of a game: where it was won and lost, and what would have been better. It is made while one looks."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any, ClassVar, Literal

from textual import on, work

from taflheim.client.http import Unreachable
from taflheim.client.remote import Remote
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import sentence
from taflheim.games.orientation import starts_above
from taflheim.games.registry import game
from taflheim.terminal import opening
from taflheim.terminal.board.marks import Marks, Way
from taflheim.terminal.live.commands import Command
from taflheim.terminal.live.story import Step, Story, read_story, stand_at, stepped
from taflheim.terminal.screens.ask_dialog import AskDialog
from taflheim.terminal.screens.study_screen import StudyScreen
from taflheim.terminal.study.judged import (
    SIGNS,
    Judged,
    Known,
    Progress,
    curves,
    learnt,
    next_stop,
    read_progress,
    stops,
)
from taflheim.terminal.widgets.board_view import BoardView
from taflheim.terminal.widgets.chance_graph import ChanceGraph
from taflheim.terminal.widgets.move_list import MoveList
from taflheim.terminal.widgets.review_cards import Making, ReviewCards, Verdict

_USUAL_BOT = 5
_AGAIN_S = 2.0
_STEPS: dict[str, Step] = {"back": "back", "on": "on", "first": "first", "last": "last"}


class ReviewScreen(StudyScreen):
    """A game that is over."""

    commands: ClassVar[tuple[Command, ...]] = (
        Command("back", "[", "One move back"),
        Command("on", "]", "One move on"),
        Command("first", "{", "To the start"),
        Command("last", "}", "To the end"),
        Command("next", "n", "The next mistake"),
        Command("previous", "p", "The mistake before"),
        Command("better", "b", "The better move", "on the board before the one that was made"),
        Command("try", "t", "Try it from here", "against a bot, or freely"),
        Command("analyse", "a", "Analyse from here"),
        Command("flip", "ctrl+f", "Turn the board"),
        Command("rules", "ctrl+b", "Rules"),
    )
    on_bar: ClassVar[tuple[tuple[str, str], ...]] = (
        ("next", "next mistake"),
        ("previous", "before"),
        ("better", "better"),
        ("back", "back"),
        ("on", "on"),
        ("try", "try it"),
        ("analyse", "analyse"),
    )
    waiting: ClassVar[str] = "The game is being fetched …"

    def __init__(self, table_id: str, remote: Remote | None = None):
        super().__init__(remote)
        self._table_id = table_id
        self._view: Mapping[str, Any] = {}
        self._game: Game | None = None
        self._story: Story | None = None
        self._known: Known = {}
        self._shown = 0
        self._comparing = False
        """Whether the better move is shown, on the board before the one that was made."""

    # ---- coming in ------------------------------------------------------------------------------------------------

    async def open(self, remote: Remote) -> None:
        """The table and its story; then the review, as it is made."""
        told = await asyncio.gather(remote.get("tables", self._table_id), remote.get("tables", self._table_id, "story"))
        self._view, self._story = told[0], read_story(told[1])
        self._game = chosen = game(self._view["game"], **self._view["options"])
        seats = self._view["seats"]
        own = [side for side in chosen.seats if seats[side]["yours"]]
        pieces, ascii_only = self._story.start.pieces, self.program.ascii_only
        flipped = starts_above(chosen.layout, pieces, own[0] if own else "", chosen.seats)
        board = BoardView(chosen.layout, pieces, flipped=flipped, ascii_only=ascii_only)
        names = {
            side: seats[side]["name"] if side not in own else "You" if len(own) == 1 else "" for side in chosen.seats
        }
        who = [(side, chosen.rulebook.side_title(side), names[side]) for side in chosen.seats]
        graph = ChanceGraph(ascii_only=ascii_only)
        graph.length = len(self._story.plies)
        await self.lay(board, ReviewCards(who, ascii_only=ascii_only), graph, Making(), Verdict(), MoveList())
        result = self._view["result"]
        self.show_title("Review", chosen.title, *([result["text"]] if result else []))
        graph.focus()
        self.look(len(self._story.plies))
        self._listen(remote)

    def share_room(self) -> None:
        """On a high screen the graph is higher, too; an even number of rows has the middle in one."""
        super().share_room()
        for graph in self.query(ChanceGraph):
            graph.styles.height = max(6, min(12, self.size.height // 8 * 2))

    @work(exclusive=True, group="review")
    async def _listen(self, remote: Remote) -> None:
        """Hear what is found, until all is."""
        making = self.query_one(Making)
        while True:
            try:
                async with aclosing(remote.stream("tables", self._table_id, "review")) as events:
                    async for told in events:
                        self._learn(read_progress(told))
                return
            except Unreachable:
                making.trouble = "The hall does not answer. Trying again …"
                await asyncio.sleep(_AGAIN_S)
            except TaflheimError as error:
                making.trouble = sentence(str(error))
                return

    def _learn(self, progress: Progress) -> None:
        assert self._story and self._game
        self._known = learnt(self._known, progress.moves)
        self.query_one(ReviewCards).cards = progress.cards
        self.query_one(Making).show(progress, mistakes=any(move.kind for move in self._known.values()))
        graph = self.query_one(ChanceGraph)
        graph.known = self._known
        graph.curves = curves(self._known, self._game.seats, zero_sum=len(self._game.sides) == 2)
        self.query_one(MoveList).signs = {ply: SIGNS[move.kind] for ply, move in self._known.items() if move.kind}
        self._show()

    # ---- what is looked at ----------------------------------------------------------------------------------------

    def look(self, ply: int, *, better: bool = False) -> None:
        """Look at a ply; at what would have been better, if that is wanted."""
        self._shown, self._comparing = ply, better
        self._show()

    @property
    def _judged(self) -> Judged | None:
        return self._known.get(self._shown)

    def _show(self) -> None:
        assert self._story
        judged = self._judged
        compares = self._comparing and judged is not None and not judged.was_best
        stand = stand_at(self._story, self._shown - 1 if compares else self._shown)
        ways = (Way(judged.played.way, "drawn"), Way(judged.best.way, "better")) if compares and judged else ()
        board = self.query_one(BoardView)
        board.pieces = tuple(stand.pieces)
        board.marks = Marks(last=stand.last, ways=ways)
        graph, moves = self.query_one(ChanceGraph), self.query_one(MoveList)
        graph.ply = moves.ply = self._shown
        moves.story = self._story
        text = self._story.plies[self._shown - 1].text if self._shown else "The start"
        words = stand_at(self._story, self._shown).words
        self.query_one(Verdict).show(text, judged, words, comparing=compares)
        self.show_bar()

    # ---- what one does --------------------------------------------------------------------------------------------

    def can(self, name: str) -> bool:
        """Whether a command does something now."""
        length = len(self._story.plies) if self._story else 0
        match name:
            case "back" | "first":
                return self._shown > 0
            case "on" | "last":
                return self._shown < length
            case "next":
                return self._stop(1) is not None
            case "previous":
                return self._stop(-1) is not None
            case "better":
                return self._judged is not None and not self._judged.was_best
            case "try":
                return self.program.me is not None and length > 0
        return True

    def do(self, name: str) -> None:
        """Give a command."""
        assert self._story and self._game
        match name:
            case "back" | "on" | "first" | "last":
                self.look(stepped(_STEPS[name], self._shown, len(self._story.plies)))
            case "next" | "previous":
                ply = self._stop(1 if name == "next" else -1)
                if ply is not None:
                    self.look(ply, better=True)
            case "better":
                self.look(self._shown, better=not self._comparing)
            case "flip":
                board = self.query_one(BoardView)
                board.flipped = not board.flipped
            case "try":
                self._try()
            case "analyse":
                place = {"table_id": self._table_id, "ply": self._ply_to_try, "remote": self._remote}
                self.program.go("analysis", game=self._game.name, **place)
            case "rules":
                self.program.go("rules", game=self._game.name)

    def _stop(self, way: Literal[1, -1]) -> int | None:
        return next_stop(stops(self._known), self._shown, way)

    @property
    def _ply_to_try(self) -> int:
        """Games begin before a mistake, or at the position that is shown."""
        assert self._story
        if self._judged and self._judged.is_stop:
            return self._shown - 1
        return max(0, min(self._shown, len(self._story.plies) - 1))

    @work(exclusive=True, group="ask")
    async def _try(self) -> None:
        assert self._story and self._game
        ply, seats = self._ply_to_try, self._game.seats
        ways = [("bot", "Against a bot"), ("free", "Freely, all sides")]
        answers = ways if len(seats) > 1 else [("free", "Play on")]
        text = f"A new game begins at move {ply}." if ply else "A new game begins at the start."
        chosen = await self.app.push_screen_wait(AskDialog("Try it from here", text, answers))
        if chosen is None:
            return
        levels = [seat["level"] for seat in self._view["seats"].values() if seat["who"] == "bot"]
        bot = levels[0] if levels else _USUAL_BOT
        mover = stand_at(self._story, ply).turn
        who = {side: "me" if side == mover else bot for side in seats} if chosen == "bot" else {}
        try:
            table = await self.remote.post("tables", **opening.onward(self._table_id, ply, who))
        except TaflheimError as error:
            self.program.say(sentence(str(error)), bad=True)
            return
        self.program.go("table", table_id=table["id"], remote=self._remote)

    @on(ChanceGraph.Chosen)
    @on(MoveList.Chosen)
    def _chosen(self, event: ChanceGraph.Chosen | MoveList.Chosen) -> None:
        self.look(event.ply)
