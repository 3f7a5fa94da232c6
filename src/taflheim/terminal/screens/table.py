"""What one does at a table: by keys, by the menu of actions, and with the cards beside the board."""

from typing import Any

from textual import events, on, work
from textual.widgets import Input

from taflheim import wire
from taflheim.client.arrival import arrive
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.terminal import opening
from taflheim.terminal.board.marks import Way
from taflheim.terminal.live.commands import COMMANDS, Do, Press, Type, meaning
from taflheim.terminal.live.story import Step, stepped
from taflheim.terminal.screens.ask_dialog import AskDialog
from taflheim.terminal.screens.hall_screen import KeyHelp
from taflheim.terminal.screens.help import HelpScreen, board_help, command_help
from taflheim.terminal.screens.table_view import TableView
from taflheim.terminal.widgets.chat import Chat
from taflheim.terminal.widgets.key_bar import KeyBar
from taflheim.terminal.widgets.move_list import MoveList
from taflheim.terminal.widgets.notice_card import NoticeCard
from taflheim.terminal.widgets.pad import Pad
from taflheim.terminal.widgets.press import Press as Button
from taflheim.terminal.widgets.table_board import TableBoard
from taflheim.terminal.widgets.table_panel import TablePanel
from taflheim.terminal.widgets.typed_line import TypedLine
from taflheim.terminal.widgets.words import Words

_BOT_THAT_FILLS = 3
_LEAVES_ELSEWHERE = "q"
_DEADLY = "That would be your end. Ctrl-Q leaves, and the game is kept; once more Q goes there."


class TableScreen(TableView):
    """A table at which one plays or looks on."""

    # ---- keys -----------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """What a key means: a command, one of the game's own, or the beginning of a typed move."""
        if self._chosen is None or self.state is None or self.query_one(TypedLine).overtaken_by(event):
            return
        if isinstance(self.focused, Input):
            return
        if self._key(event):
            event.stop()
            event.prevent_default()
        elif not isinstance(self.focused, TableBoard):
            super().on_key(event)

    def _key(self, event: events.Key) -> bool:
        assert self._game and self._chosen and self.state
        letter = (event.character or "").lower()
        notice = self.query_one(NoticeCard).notice
        # After the end there is nothing to play: what its card asks can be answered wherever one looks.
        if letter and notice and (self.state.is_over or self.query_one(TablePanel).shows == "notice"):
            for way in notice.ways:
                if letter == way.key.lower():
                    self._take(way.name)
                    return True
        match meaning(event.key, event.character, self._chosen.layout, self._game.typed_letters):
            case Do(name):
                self.do(name)
            case Press() as press:
                # A game's own key never means anything else, also when it is not one's turn.
                if self._game.my_turn and not self._is_wish_to_leave(press):
                    self.query_one(Words).forget()
                    self._game.press(press)
            case Type(text):
                if self.state.is_over or not self.state.live["you"]["seats"]:
                    return False
                self.query_one(TypedLine).open(text)
            case None:
                return False
        return True

    def _is_wish_to_leave(self, press: Press) -> bool:
        """Many programs are left by `q`. Where that would be the end, it is said first, and has to be pressed again."""
        assert self.state
        choices, words = self.state.choices or {}, self.query_one(Words)
        deadly = any(choices.get(spot) == press.move for spot in self.state.live["dangers"])
        if press.key.lower() != _LEAVES_ELSEWHERE or not deadly or words.reason == _DEADLY:
            return False
        words.reason = _DEADLY
        return True

    def action_back(self) -> None:
        """Escape puts one thing away at a time; where there is nothing, it opens the menu of actions."""
        state, panel = self.state, self.query(TablePanel)
        if self._game is None or state is None or not panel:
            self.program.back()
        elif self._game.drop_queue() or self.query_one(Words).reason == _DEADLY:
            self.query_one(Words).forget()
        elif state.is_past:
            self._look(None)
        elif panel.first().shows == "chat":
            self._turn_to_middle()
        elif not isinstance(self.focused, TableBoard):
            self._put_aside()
        else:
            self.do("menu")

    def _put_aside(self) -> None:
        """The cards stay, but the board has the keys again."""
        panel = self.query_one(TablePanel)
        if panel.shows == "notice":
            panel.turn_to("moves")
        self.query_one(TableBoard).focus()

    def action_help(self) -> None:
        """All keys, the game's own first."""
        assert self._chosen
        choices = self.state.live["you"]["choices"] if self.state else None
        lines = [
            *board_help(self._chosen.layout, choices, self._game.keys if self._game else ()),
            KeyHelp("Esc", "puts away what is chosen; else all actions"),
            *command_help(COMMANDS),
        ]
        self.app.push_screen(HelpScreen(lines, f"Keys at a table of {self._chosen.title}"))

    # ---- commands -------------------------------------------------------------------------------------------------

    def do(self, name: str) -> None:
        """Give a command, if it can be given now."""
        state = self.state
        if state is None or self._game is None or self._chosen is None:
            return
        if name not in {one.name for one in self._available(state)}:
            return
        match name:
            case "back" | "on" | "first" | "last":
                step: Step = name
                self._look(stepped(step, state.ply, state.live["ply"]))
            case "hint":
                self._hint()
            case "undo":
                self._game.undo()
            case "accept" | "decline":
                self._answer(name)
            case "type":
                self.query_one(TypedLine).open("")
            case "flip":
                board = self.query_one(TableBoard)
                board.flipped = not board.flipped
            case "talk":
                self._talk()
            case "rules":
                self.program.go("rules", game=self._chosen.name)
            case "analyse":
                place = {"table_id": self.table_id, "ply": state.ply, "remote": self._remote}
                self.program.go("analysis", game=self._chosen.name, **place)
            case "draw":
                self._game.act({"type": "offer", "kind": "draw"})
            case "abort":
                self._game.act({"type": "abort"})
            case "resign":
                self._resign()
            case "end":
                self.show_end()
            case "help":
                self.action_help()
            case "menu":
                self._menu()
            case "leave":
                self.program.leave_screen(self)

    @work(exclusive=True, group="ask")
    async def _menu(self) -> None:
        from taflheim.terminal.screens.action_menu import ActionMenu

        assert self.state
        commands = [one for one in self._available(self.state) if one.name != "menu"]
        chosen = await self.app.push_screen_wait(ActionMenu(commands))
        if chosen:
            self.do(chosen)

    def _look(self, ply: int | None) -> None:
        assert self._game and self.state
        if self.state.story is None:
            return
        self._game.look(ply)
        self.query_one(Words).forget()
        if self.query_one(TablePanel).shows != "moves":
            self.query_one(TablePanel).turn_to("moves")
        self._show_board()
        self.changed()

    @work(exclusive=True, group="hint")
    async def _hint(self) -> None:
        assert self._game
        words = self.query_one(Words)
        words.tip = ("…", "Let me see.")
        try:
            found = await self._game.hint()
        except TaflheimError as error:
            words.tip = ("", "")
            words.reason = sentence(str(error))
            return
        if found is not None:
            words.tip = (found["text"], found["reason"])
            self.query_one(TableBoard).point_out([Way(tuple(found["way"]))])

    def _answer(self, way: str) -> None:
        assert self._game
        matter = self.query_one(TablePanel).matter
        names = ("accept", "claim", "take_back") if way == "accept" else ("decline", "withdraw")
        for name in names:
            if matter and name in matter.choices:
                self._game.act(matter.choices[name].action)

    @work(exclusive=True, group="ask")
    async def _resign(self) -> None:
        assert self._game and self._chosen and self.state
        side = self.state.live["you"]["resigns"]
        if side is None:
            return
        who = f"{self._chosen.rulebook.side_title(side)} will have resigned."
        answers = [("no", "Play on"), ("yes", "Resign")]
        if await self.app.push_screen_wait(AskDialog("Resign this game?", who, answers)) == "yes":
            self._game.act({"type": "resign", "side": side})

    # ---- typing and talking ---------------------------------------------------------------------------------------

    @on(Input.Submitted, "#typed")
    async def _typed(self, event: Input.Submitted) -> None:
        assert self._game
        line = event.value.strip()
        if not line:
            self.query_one(TypedLine).close()
        elif not self.can_move:
            self.query_one(Words).reason = "It is not your turn yet."
        else:
            self._type(line)

    @work(exclusive=True, group="type")
    async def _type(self, line: str) -> None:
        assert self._game
        if await self._game.type(line):
            self.query_one(TypedLine).close()

    @on(TypedLine.PutAway)
    def _stop_typing(self) -> None:
        self.query_one(TableBoard).focus()

    def _talk(self) -> None:
        panel, chat = self.query_one(TablePanel), self.query_one(Chat)
        if panel.shows == "chat":
            self._turn_to_middle()
            return
        panel.turn_to("chat")
        chat.unread = 0
        self.changed()
        if chat.room is not None:
            chat.query_one(Input).focus()

    def _turn_to_middle(self) -> None:
        """From the chat back to the moves."""
        self.query_one(TablePanel).turn_to("moves")
        self.query_one(TableBoard).focus()

    @on(Input.Submitted, "Chat Input")
    async def _said(self, event: Input.Submitted) -> None:
        assert self._game
        if text := event.value.strip():
            event.input.value = ""
            self._say(text, event.input)

    @work(group="say")
    async def _say(self, text: str, line: Input) -> None:
        """Who is nobody here yet becomes a guest by speaking, and comes in again as such."""
        assert self._game and self._remote
        nobody = self._remote.credential is None
        try:
            if nobody:
                await arrive(self._remote)
                await self._remote.post("tables", self.table_id, "chat", text=text)
            else:
                await self._game.say(text)
        except TaflheimError as refusal:
            line.value = line.value or text
            self.query_one(Words).reason = sentence(str(refusal))
        if nobody:
            self._come_again()

    # ---- the board and what is beside it --------------------------------------------------------------------------

    @on(TableBoard.Played)
    def _played(self, event: TableBoard.Played) -> None:
        if self._game and self.can_move:
            self._game.play(event.move)

    @on(TableBoard.Asked)
    def _asked(self, event: TableBoard.Asked) -> None:
        self._ask_clicks("choices", list(event.clicked))

    @on(TableBoard.Declined)
    def _declined(self, event: TableBoard.Declined) -> None:
        self._ask_clicks("explain", list(event.clicked))

    @work(exclusive=True, group="clicks")
    async def _ask_clicks(self, kind: Any, clicked: list[str]) -> None:
        assert self._game
        number = self._game.live["position_number"]
        answer = await self._game.ask({"type": kind, "position_number": number, "clicked": clicked})
        if answer and kind == "choices":
            self.query_one(TableBoard).extend(tuple(clicked), answer["tree"])
        elif answer and answer["text"]:
            self.query_one(Words).reason = answer["text"]

    def asks(self, key: wire.Key) -> None:
        """A key was pressed that needs to be told where: its move is placed on the board."""
        self.query_one(Words).tip = (key["key"].upper(), "Arrows move it, Enter places it, Esc puts it away.")
        self.query_one(TableBoard).confine([spots[-1] for spots in key["spots"].values()])
        self.query_one(TableBoard).focus()

    @on(MoveList.Chosen)
    def _chosen_ply(self, event: MoveList.Chosen) -> None:
        self._look(event.ply)

    @on(KeyBar.Chosen)
    def _chosen_key(self, event: KeyBar.Chosen) -> None:
        self.do(event.name)

    @on(Pad.Pressed)
    def _padded(self, event: Pad.Pressed) -> None:
        if self._game and self._game.my_turn:
            self._game.press(Press("", event.move))

    @on(Pad.Clicked)
    def _clicked_button(self, event: Pad.Clicked) -> None:
        self.query_one(TableBoard).click(event.spot)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if event.press.id == "past":
            self._look(None)
        elif event.press.name in ("accept", "claim", "take_back"):
            self._answer("accept")
        else:
            self._answer("decline")

    # ---- what now -------------------------------------------------------------------------------------------------

    @on(NoticeCard.Chosen)
    def _way(self, event: NoticeCard.Chosen) -> None:
        self._take(event.name)

    def _take(self, way: str) -> None:
        """Take one of the ways that a card beside the board offers."""
        assert self._game and self._chosen and self.state
        sides = self._chosen.seats
        match way.partition(":"):
            case ("menu", _, _):
                self.program.to_menu()
            case ("review", _, _):
                self.program.go("review", table_id=self.table_id, remote=self._remote)
            case ("next", _, _):
                people = self.state.live["people"]
                if people and people["next_table"]:
                    self.program.replace_screen(self, "table", table_id=people["next_table"], remote=self._remote)
            case ("swapped" | "same" | "new" | "board", _, _):
                self._again(way)
            case ("rematch", _, _):
                self._game.act({"type": "offer", "kind": "rematch"})
            case ("rematch_same", _, _):
                self._game.act({"type": "offer", "kind": "rematch", "plays": {side: side for side in sides}})
            case ("accept" | "decline" | "withdraw" as name, _, _):
                from taflheim.terminal.live.matter import rematch_now

                self._game.act(rematch_now(self.state.live, self._game.time.now_ms).answers[name].action)
            case ("sit", _, side):
                self._sit(side)
            case ("fill", _, _):
                free = [side for side, seat in self._view["seats"].items() if seat["who"] == "free"]
                self._game.act({"type": "fill", "bots": dict.fromkeys(free, _BOT_THAT_FILLS)})
            case ("share" | "unshare", _, _):
                self._share(share=way == "share")
            case ("copy", _, _):
                self.app.copy_to_clipboard(self._view["link"])
                self.program.say("The link is copied, if this terminal lets programs copy.")
            case ("withdraw_table", _, _):
                self._game.act({"type": "withdraw_table"})
                self.program.leave_screen(self)
            case ("abort", _, _):
                self._game.act({"type": "abort"})

    @work(exclusive=True, group="sit")
    async def _sit(self, side: str) -> None:
        """Sit down; who is nobody here yet becomes a guest by that, and comes in again as such."""
        assert self._remote and self._game
        if self._remote.credential is not None:
            self._game.act({"type": "sit", "side": side})
            return
        try:
            await arrive(self._remote)
            await self._remote.post("tables", self.table_id, "seats", side)
        except TaflheimError as error:
            self.program.say(sentence(str(error)), bad=True)
        self._come_again()

    def _come_again(self) -> None:
        self.program.replace_screen(self, "table", table_id=self.table_id, remote=self._remote)

    @work(exclusive=True, group="share")
    async def _share(self, *, share: bool) -> None:
        assert self._remote
        try:
            self._whom = (await self._remote.put("network", share=share))["whom"]
        except TaflheimError as error:
            self.program.say(sentence(str(error)), bad=True)
            return
        self._ask_view()

    @work(exclusive=True, group="again")
    async def _again(self, way: str) -> None:
        wanted = opening.again(self._view, swapped=way == "swapped", same_board=way == "board")
        try:
            assert self._remote
            table = await self._remote.post("tables", **wanted)
        except TaflheimError as error:
            self.program.say(sentence(str(error)), bad=True)
            return
        self.program.replace_screen(self, "table", table_id=table["id"], remote=self._remote)
