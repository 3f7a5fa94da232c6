"""A table as it is shown: the board, who plays, what happened, and how one stands to the hall."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, cast

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Static

from taflheim import wire
from taflheim.client.remote import Remote
from taflheim.games.clicks import Choices
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import sentence
from taflheim.games.orientation import starts_above
from taflheim.games.registry import game
from taflheim.games.view import Effect
from taflheim.terminal.arrangement import arrangement
from taflheim.terminal.board.told import read_effects, read_pieces
from taflheim.terminal.live import notices, table_state
from taflheim.terminal.live.available import available
from taflheim.terminal.live.cards import card
from taflheim.terminal.live.clock_text import figures, is_low, left_ms
from taflheim.terminal.live.commands import shown_key
from taflheim.terminal.live.matter import matter_now
from taflheim.terminal.live.table_state import TableState, Told
from taflheim.terminal.screens.hall_screen import HallScreen
from taflheim.terminal.table_game import TableGame
from taflheim.terminal.widgets.chat import Chat
from taflheim.terminal.widgets.key_bar import KeyBar
from taflheim.terminal.widgets.move_list import MoveList
from taflheim.terminal.widgets.notice_card import NoticeCard
from taflheim.terminal.widgets.pad import Pad
from taflheim.terminal.widgets.player_card import PlayerCard
from taflheim.terminal.widgets.table_board import TableBoard
from taflheim.terminal.widgets.table_panel import TablePanel
from taflheim.terminal.widgets.typed_line import TypedLine
from taflheim.terminal.widgets.words import Words
from taflheim.terminal.wish import can_swap

_GAP_S = 0.7
"""The pause after one's own move before an answer is shown."""
_SEEN_S = 0.5
"""The winning move is seen before the card."""
_TICK_S = 0.1
_ON_BAR = ("menu", "help", "end", "hint", "undo", "talk", "back", "on", "type", "flip")
_WORDS = {
    "menu": "menu",
    "help": "help",
    "end": "end",
    "hint": "hint",
    "undo": "undo",
    "talk": "talk",
    "back": "back",
    "on": "on",
    "type": "type",
    "flip": "turn",
}


class TableView(HallScreen):
    """Shows a table."""

    DEFAULT_CSS = """
    TableView #table { height: 1fr; layout: horizontal; }
    TableView #table.below { layout: vertical; }
    TableView #waiting { width: 100%; height: 1fr; content-align: center middle; }
    """

    def __init__(self, table_id: str, remote: Remote | None = None):
        """`remote` is another hall than the program's own."""
        super().__init__()
        self.table_id, self._remote = table_id, remote
        self._view: Mapping[str, Any] = {}
        self._game: TableGame | None = None
        self._chosen: Game | None = None
        self._turned = False
        self._laid = False
        self._lost = ""
        self._ended = False
        """Whether the card of the end may be seen."""
        self._ratings: tuple[str, ...] = ()
        self._whom = "everybody"
        """Who can open the link of this table."""
        self._my_seats: list[str] | None = None
        self._was_mine = False

    def parts(self) -> ComposeResult:
        """The table itself comes when it is known."""
        with Container(id="table"):
            yield Static("The table is being laid …", id="waiting")
        yield KeyBar()
        yield TypedLine()

    def on_mount(self) -> None:
        """Go to the table."""
        self._open()

    # ---- coming and going -----------------------------------------------------------------------------------------

    @work(exclusive=True, group="table")
    async def _open(self) -> None:
        try:
            remote = self._remote = self._remote or await self.program.ready()
            asked = remote.get("tables", self.table_id), remote.get("tables", self.table_id, "story")
            view, story = await asyncio.gather(*asked)
            self._view = view
            if view["state"] == "open":
                self._whom = (await remote.get("network"))["whom"]
            self._chosen = game(view["game"], **view["options"])
            self._game = TableGame(remote, self.table_id, self, story)
            await self._lay(story)
            await self._game.run()
        except TaflheimError as error:
            self.program.say(sentence(str(error)), bad=True)
            self.program.leave_screen(self)

    async def _lay(self, story: Mapping[str, Any]) -> None:
        """Put the board and the panel up."""
        assert self._chosen
        mine = [side for side, seat in self._view["seats"].items() if seat["yours"]]
        near = mine[0] if mine else self._chosen.sides[0]
        far = [side for side in self._chosen.sides if side != near]
        layout, pieces = self._chosen.layout, read_pieces(story["start"]["pieces"])
        flipped = starts_above(layout, pieces, near if near in self._chosen.seats else "", self._chosen.seats)
        board = TableBoard(layout, pieces, flipped=flipped, ascii_only=self.program.ascii_only, id="board")
        place = self.query_one("#table")
        await self.query("#waiting").remove()
        await place.mount(board, TablePanel(far, near, layout, ascii_only=self.program.ascii_only))
        self._laid = True
        self._arrange()
        board.focus()
        self.set_interval(_TICK_S, self._tick)

    def on_unmount(self) -> None:
        """Leave the table."""
        if self._game:
            self._game.close()

    def on_resize(self) -> None:
        """The board is as large as fits, beside the panel or over it."""
        super().on_resize()
        self._arrange()

    def _arrange(self) -> None:
        if not self.is_here or self._chosen is None:
            return
        board = self.query_one(TableBoard)
        width, height = self.size.width, self.size.height - 1
        found = arrangement(self._chosen.layout, width, height, board.look.form)
        self.needs = found.needs[0], found.needs[1] + 1
        super().on_resize()
        table, panel = self.query_one("#table"), self.query_one(TablePanel)
        table.set_class(found.below, "below")
        board.styles.width, board.styles.height = found.board
        panel.styles.width, panel.styles.height = found.panel

    @property
    def is_here(self) -> bool:
        """Whether the table is laid and not left: what comes later is not shown any more."""
        return self._laid and self in self.app.screen_stack

    @property
    def state(self) -> TableState | None:
        """What is known of the table; None before it was told of."""
        return self._game.state if self._game else None

    @property
    def can_move(self) -> bool:
        """Whether a move would be taken now."""
        return self._game is not None and self._game.my_turn and not self._game.is_busy

    # ---- what the game tells --------------------------------------------------------------------------------------

    def happened(self, message: Told) -> None:
        """Something has happened, and is to be shown now."""
        state = self.state
        if state is None or not self.is_here:
            return
        self.query_one(Words).forget()
        if not state.is_past:
            self._show_board(read_effects(message["effects"]) if message["type"] == "event" else ())
        self._look_around(message)
        self.changed()

    def changed(self) -> None:
        """Everything but the board is shown anew."""
        if self.state is None or not self.is_here:
            return
        self.query_one(TableBoard).label(self._labels)
        self._show_head()
        self._show_panel(self.state)
        self._show_notice()

    def refused(self, text: str) -> None:
        """Something may not be."""
        if self.is_here:
            self.query_one(TableBoard).cancel()
            self.query_one(Words).reason = sentence(text)

    def talked(self, message: wire.ChatTold | wire.LineNews) -> None:
        """Somebody has said something."""
        if self.is_here:
            self.query_one(Chat).hear(message, seen=self.query_one(TablePanel).shows == "chat")
            self.changed()

    def connected(self, stands: bool, reason: str) -> None:
        """The connection stands, or why it does not."""
        self._lost = "" if stands else f"The connection is gone ({reason}). Trying again …"
        self._show_head()

    def asks(self, key: wire.Key) -> None:
        """A key was pressed that needs an answer: where to?"""
        raise NotImplementedError

    def rest_s(self) -> float:
        """How long the board still moves."""
        return float(self.query_one(TableBoard).rest_s) if self.is_here else 0.0

    def gap_s(self) -> float:
        """With a clock everything is shown at once: what is seen late costs time."""
        people = self.state.live["people"] if self.state else None
        moves_nothing = self.app.animation_level == "none"
        return 0.0 if moves_nothing or (people and people["clock"]) else _GAP_S

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Do something after a while."""
        self.set_timer(max(seconds, 0.001), do)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work beside everything else."""
        self.run_worker(work)

    def _show_board(self, effects: Sequence[Effect] = ()) -> None:
        """The position that is shown, what is marked in it, and what can be clicked; with effects, how."""
        state = self.state
        assert state and self._game
        stand = table_state.stand(state)
        self.query_one(TableBoard).show(
            stand.pieces,
            effects=effects,
            last=stand.last,
            choices=cast(Choices | None, state.choices),
            dangers=() if state.is_past else state.live["dangers"],
            labels=self._labels,
        )

    @property
    def _labels(self) -> dict[str, str]:
        """The keys that lead to spots in this position."""
        keys = self._game.keys if self._game else ()
        return {one["spot"]: one["key"] for one in keys if one["spot"] and one["moves"]}

    def _look_around(self, message: Told) -> None:
        """What follows from others' comings and goings."""
        people, you = message["people"], message["you"]
        if self._talks and self._game:
            self._game.listen_to_chat()
        if self._my_seats is not None and you["seats"] != self._my_seats and message["result"] is None:
            # One has sat down, or got up: another side is near, and the board lies the other way round.
            self.program.replace_screen(self, "table", table_id=self.table_id, remote=self._remote)
            return
        self._my_seats = you["seats"]
        seated = {side: seat["name"] for side, seat in (people or {"seats": {}})["seats"].items()}
        filled = people is None and any(seat["who"] == "free" for seat in self._view["seats"].values())
        if filled or any(self._view["seats"][side]["name"] != name for side, name in seated.items()):
            self._ask_view()
        if people and people["next_table"] and self._ended:
            self.program.replace_screen(self, "table", table_id=people["next_table"], remote=self._remote)
        mine = you["choices"] is not None or bool(you["answers"])
        if mine and not self._was_mine and people and not self.app.app_focus:
            self.app.bell()
        self._was_mine = mine
        if message["result"] is not None and not self._ended:
            self._end_soon()

    def _end_soon(self) -> None:
        rest = self.rest_s()
        self.set_timer(rest + _SEEN_S if rest else 0.001, self.show_end)

    def show_end(self) -> None:
        """The card of the end."""
        if not self.is_here:
            return
        if not self._ended:
            self._ask_ratings()
        self._ended = True
        self.query_one(NoticeCard).forget()
        self.changed()

    @work(exclusive=True, group="view")
    async def _ask_view(self) -> None:
        """Who sits there now."""
        try:
            self._view = await cast(Remote, self._remote).get("tables", self.table_id)
        except TaflheimError:
            return  # the connection says it
        self.changed()

    @work(exclusive=True, group="ratings")
    async def _ask_ratings(self) -> None:
        """What a rated game has changed."""
        if not self._view["terms"]["rated"]:
            return
        try:
            told = await cast(Remote, self._remote).get("tables", self.table_id, "ratings")
        except TaflheimError:
            return  # the end is told all the same
        self._ratings = tuple(f"{one['title']} {one['change']}" for one in told["ratings"])
        self.changed()

    # ---- what is shown --------------------------------------------------------------------------------------------

    @property
    def _talks(self) -> bool:
        """Whether there is somebody to talk to."""
        return bool(self.state and self.state.live["people"] is not None)

    @property
    def _hints(self) -> bool:
        return not self._talks

    @property
    def _visitor(self) -> notices.Visitor:
        remote = self._remote
        at_home = remote is self.program.remote and (self.program.me or {}).get("kind") == "owner"
        return notices.Visitor(at_home, remote is not None and remote.credential is not None)

    def _show_head(self) -> None:
        if not self.is_here or self._chosen is None:
            return
        head = self.query_one("#head", Static)
        head.set_class(bool(self._lost), "lost")
        if self._lost or self.state is None:
            head.update(self._lost)
            return
        terms, state = self._view["terms"], self.state
        told = [self._chosen.title]
        told += [str(terms["clock"])] if terms["clock"] != "none" else []
        told += ["rated"] if terms["rated"] else []
        # What there may be no room for comes last.
        if unread := self.query_one(Chat).unread:
            told.append(f"{unread} new: ^T")
        if state.here and state.here["watching"]:
            told.append(f"{state.here['watching']} looking on")
        told += [fact["text"] for fact in table_state.stand(state).facts if not fact["side"]]
        head.update(Text.assemble((told[0], "bold"), "".join(f" · {part}" for part in told[1:])))

    def _show_panel(self, state: TableState) -> None:
        assert self._chosen and self._game
        stand, panel = table_state.stand(state), self.query_one(TablePanel)
        for shown in self.query(PlayerCard):
            side = shown.side
            shown.card = card(
                state,
                stand.facts,
                self._view["seats"].get(side),
                side,
                self._chosen.rulebook.side_title(side),
                self._chosen.layout,
                ascii_only=self.program.ascii_only,
            )
        moves = self.query_one(MoveList)
        moves.story, moves.ply = state.moves, state.ply
        self.query_one(Words).happened = stand.words
        panel.show_past(state.shown, state.live["ply"])
        self.query_one(Pad).offer(state.choices, self._game.keys, is_over=state.is_over)
        self._tick()
        commands = {one.name: one for one in self._available(state)}
        bar = [(name, shown_key(commands[name].key), _WORDS[name]) for name in _ON_BAR if name in commands]
        self.query_one(KeyBar).show([("menu", "Esc", "menu"), *bar[1:]])

    def _available(self, state: TableState) -> Any:
        matter = self.query_one(TablePanel).matter
        return available(state, matter, hints=self._hints, talks=self._talks)

    def _tick(self) -> None:
        """What depends on the time: clocks, and what becomes due."""
        state, now = self.state, self._game.time.now_ms if self._game else 0
        people = state.live["people"] if state else None
        if state is None or people is None or not self.is_here:
            return
        if clock := people["clock"]:
            for shown in self.query(PlayerCard):
                left = left_ms(clock, shown.side, now)
                shown.low = is_low(clock, left)
                shown.clock = figures(left, tenths=clock["kind"] != "days")
        due = people["due"]
        panel = self.query_one(TablePanel)
        if due:
            text = due["own" if due["side"] in state.live["you"]["seats"] else "text"]
            panel.show_due(f"{text} {figures(max(0, due['at_ms'] - now))}")
        else:
            panel.show_due("")
        self.call_later(panel.show_matter, matter_now(state, now))

    def _show_notice(self) -> None:
        """The card of a table that waits, or of the end."""
        state = self.state
        if state is None or self._chosen is None or self._game is None or not self.is_here:
            return
        titles = {side: self._chosen.rulebook.side_title(side) for side in self._chosen.seats}
        notice = notices.waiting(state, self._view, titles, self._whom, self._visitor)
        if notice is None and self._ended:
            offers = {"puzzle": self._chosen.rulebook.seeded, "swaps": can_swap(self._chosen, self._view)}
            notice = notices.end(state, self._view, self._game.time.now_ms, **offers, ratings=self._ratings)
        panel = self.query_one(TablePanel)
        if notice is not None:
            if self.query_one(NoticeCard).notice is None:
                panel.turn_to("notice")
            self.query_one(NoticeCard).show(notice)
        elif panel.shows == "notice":
            self.query_one(NoticeCard).forget()
            panel.turn_to("moves")
            self.query_one(TableBoard).focus()
