"""The analysis board: any position of any game, with variations, comments, and an engine beside it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import work

from taflheim.client.remote import Remote
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.games.registry import game as game_of
from taflheim.terminal.live.commands import Command
from taflheim.terminal.live.story import Step, stepped
from taflheim.terminal.screens.ask_dialog import LineDialog
from taflheim.terminal.screens.open_dialog import OpenDialog
from taflheim.terminal.screens.saving import save
from taflheim.terminal.screens.tree_screen import TreeScreen
from taflheim.terminal.study import tree as trees
from taflheim.terminal.study.arbiter import Arbiter
from taflheim.terminal.study.tree import ROOT, Tree
from taflheim.terminal.widgets.engine_panel import EnginePanel
from taflheim.terminal.widgets.facts import Facts
from taflheim.terminal.widgets.free_board import FreeBoard
from taflheim.terminal.widgets.pad import Pad
from taflheim.terminal.widgets.tree_list import TreeList

_STEPS: dict[str, Step] = {"back": "back", "on": "on", "first": "first", "last": "last"}


class AnalysisScreen(TreeScreen):
    """An analysis, and all that one can do with it."""

    commands: ClassVar[tuple[Command, ...]] = (
        Command("back", "[", "One move back"),
        Command("on", "]", "One move on"),
        Command("first", "{", "To the start"),
        Command("last", "}", "To the end of the line"),
        Command("before", "<", "The variation before", "another move in the same place"),
        Command("after", ">", "The next variation"),
        Command("engine", "=", "Engine on or off"),
        Command("best", "!", "Play the engine's best move"),
        Command("undo", "ctrl+z", "Undo", "take the move back; one that others follow is kept"),
        Command("promote", "ctrl+p", "Make this variation the main line"),
        Command("delete", "delete", "Delete this move and all that follows it"),
        Command("comment", ";", "Comment on this move"),
        Command("type", "/", "Type a move"),
        Command("open", "ctrl+o", "Open", "a record, a position or moves"),
        Command("save", "ctrl+s", "Save", "the record with all variations, to a file"),
        Command("copy", "ctrl+y", "Copy the record"),
        Command("flip", "ctrl+f", "Turn the board"),
        Command("rules", "ctrl+b", "Rules"),
    )
    on_bar: ClassVar[tuple[tuple[str, str], ...]] = (
        ("engine", "engine"),
        ("back", "back"),
        ("on", "on"),
        ("undo", "undo"),
        ("open", "open"),
        ("save", "save"),
        ("after", "other way"),
    )
    waiting: ClassVar[str] = "The board is being laid …"

    def __init__(
        self,
        game: str,
        options: Mapping[str, str | int] | None = None,
        position: str | None = None,
        moves: Sequence[str] = (),
        table_id: str | None = None,
        ply: int | None = None,
        tree: Tree | None = None,
        remote: Remote | None = None,
    ):
        """From a position and moves; or from a table, at one of its plies; or from a tree."""
        super().__init__(remote)
        self._start = game_of(game, **(options or {})), position, tuple(moves)
        self._table_id, self._ply, self._given = table_id, ply, tree

    async def open(self, remote: Remote) -> None:
        """The tree that was wished for."""
        tree = self._given or trees.read_tree(await self._asked(remote))
        arbiter, ascii_only = Arbiter(remote, game_of(tree.game, **tree.options)), self.program.ascii_only
        board, pad = FreeBoard(arbiter, ascii_only=ascii_only), Pad(arbiter.game.layout, ascii_only=ascii_only)
        await self.lay(board, Facts(), EnginePanel("="), pad, TreeList())
        self.show_title(arbiter.game.title, "Analysis")
        line = trees.line_through(tree, ROOT)
        ply = len(line) if self._ply is None else max(0, min(self._ply, len(line)))
        self.look(tree, line[ply - 1] if ply else ROOT)
        board.focus()

    async def _asked(self, remote: Remote) -> Any:
        """What the hall tells of the table or the moves that were wished for."""
        if self._table_id is not None:
            return await remote.get("tables", self._table_id, "tree")
        game, position, moves = self._start
        return await remote.get("trees", game.name, position=position, moves=" ".join(moves), **game.options)

    # ---- commands -------------------------------------------------------------------------------------------------

    def can(self, name: str) -> bool:
        """Whether a command does something now."""
        if self._moves is None:
            return False
        match name:
            case "back" | "first" | "undo" | "delete" | "comment":
                return self.node != ROOT
            case "on" | "last":
                return bool(self.moves.nodes[self.node].children)
            case "before" | "after":
                return len(self._beside) > 1
            case "promote":
                return not trees.is_main(self.moves, self.node)
            case "best":
                found = self.query_one(EnginePanel).found
                return bool(found and found.lines)
            case "type":
                return not self.is_over
        return True

    @property
    def _beside(self) -> tuple[int, ...]:
        """The moves in the same place as the one that is shown."""
        parent = self.moves.nodes[self.node].parent
        return self.moves.nodes[parent].children if self.node != ROOT else ()

    def do(self, name: str) -> None:
        """Give a command."""
        match name:
            case "back" | "on" | "first" | "last" | "before" | "after":
                self._step(name)
            case "engine":
                panel = self.query_one(EnginePanel)
                panel.is_on = not panel.is_on
                self.think()
            case "best":
                found = self.query_one(EnginePanel).found
                if found and found.lines:
                    self.perform(found.lines[0].move)
            case "undo" | "delete":
                node = self.moves.nodes[self.node]
                gone = name == "delete" or not node.children
                self.look(trees.remove(self.moves, self.node) if gone else self.moves, node.parent)
            case "promote":
                self.look(trees.promote(self.moves, self.node), self.node)
            case "comment":
                self._comment()
            case "type":
                self.begin_line("")
            case "open":
                self._open()
            case "save" | "copy":
                self._write(to_file=name == "save")
            case "flip":
                self.board.flipped = not self.board.flipped
            case "rules":
                self.program.go("rules", game=self.moves.game)

    def _step(self, name: str) -> None:
        if name in _STEPS:
            line = trees.line_through(self.moves, self.node)
            ply = stepped(_STEPS[name], len(trees.path(self.moves, self.node)), len(line))
            self.look(self.moves, line[ply - 1] if ply else ROOT)
        else:
            beside = self._beside
            further = beside.index(self.node) + (1 if name == "after" else -1)
            self.look(self.moves, beside[further % len(beside)])

    @work(exclusive=True, group="ask")
    async def _comment(self) -> None:
        node = self.node
        before = self.moves.nodes[node].comment
        dialog = LineDialog("Comment", "What is there to say about this move?", value=before)
        said = await self.app.push_screen_wait(dialog)
        if said is not None:
            self.look(trees.commented(self.moves, node, said), node)

    @work(exclusive=True, group="ask")
    async def _open(self) -> None:
        tree = await self.app.push_screen_wait(OpenDialog(self.remote, self.moves))
        if tree is None:
            return
        if (tree.game, tree.options) != (self.moves.game, self.moves.options):
            self.program.replace_screen(
                self, "analysis", game=tree.game, options=tree.options, tree=tree, remote=self._remote
            )
            return
        self.look(tree, trees.line_through(tree, ROOT)[-1] if tree.nodes[ROOT].children else ROOT)

    @work(exclusive=True, group="ask")
    async def _write(self, *, to_file: bool) -> None:
        tree = self.moves
        sent = {**trees.plain_tree(tree), "options": dict(tree.options)}
        try:
            told = await self.remote.post("trees", tree.game, "write", **sent)
        except TaflheimError as error:
            self.program.say(sentence(str(error)), bad=True)
            return
        if to_file:
            await save(self.program, told["text"], f"{tree.game}.txt")
        else:
            self.app.copy_to_clipboard(told["text"])
            self.program.say("The record is copied, if this terminal lets programs copy.")
