"""The board of an analysis: a tree of moves, the place in it that is shown, and what an engine thinks about that."""

import asyncio
from contextlib import aclosing

from textual import on, work

from taflheim.client.http import Unreachable
from taflheim.client.remote import Remote
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.terminal.board.marks import Way
from taflheim.terminal.screens.free_screen import FreeScreen
from taflheim.terminal.study import tree as trees
from taflheim.terminal.study.engine_line import read_found
from taflheim.terminal.study.tree import ROOT, Tree
from taflheim.terminal.widgets.engine_panel import EnginePanel
from taflheim.terminal.widgets.facts import Facts
from taflheim.terminal.widgets.tree_list import TreeList

_REST_S = 0.12
"""The hall is asked about a position only when it is shown for this long: not for every one that is stepped over."""
_BEST = 3


class TreeScreen(FreeScreen):
    """Shows a tree at one of its nodes. Every move that is made is kept there."""

    def __init__(self, remote: Remote | None = None):
        super().__init__(remote)
        self._moves: Tree | None = None
        self.node = ROOT
        self._playing = asyncio.Lock()

    @property
    def moves(self) -> Tree:
        """The tree."""
        assert self._moves is not None
        return self._moves

    @property
    def is_over(self) -> bool:
        """Whether no line goes on behind the node that is shown."""
        move = self.moves.nodes[self.node].move
        return move is not None and move.over

    # ---- what is looked at ----------------------------------------------------------------------------------------

    def look(self, moves: Tree, node: int) -> None:
        """Look at a node of a tree."""
        self._moves, self.node = moves, node
        stand = trees.stand_of(moves, node)
        self.board.glance(trees.position_of(moves, node), stand.pieces, stand.last)
        self.tell()
        self._stand(node)

    @work(exclusive=True, group="stand")
    async def _stand(self, node: int) -> None:
        """Let the position that is shown be played on."""
        board = self.board
        await asyncio.sleep(_REST_S)
        standing = await board.standing()
        # The screen may have been left meanwhile.
        if standing is not None and node == self.node and board.is_attached:
            board.stand(standing, last=trees.stand_of(self.moves, node).last, closed=self.is_over)
            self._mark()

    def tell(self) -> None:
        """Everything beside the board."""
        moves, node, game = self.moves, self.moves.nodes[self.node], self.board.arbiter.game
        listed = self.query_one(TreeList)
        listed.moves, listed.node = moves, self.node
        titles = {side: game.rulebook.side_title(side) for side in moves.sides}
        result = node.move.result if node.move else None
        stand, ascii_only = trees.stand_of(moves, self.node), self.program.ascii_only
        self.query_one(Facts).show(stand, titles, game.layout, result, ascii_only=ascii_only)
        self.show_bar()
        self.think()

    def _mark(self) -> None:
        """What is drawn on the board: by who has made the record, and by the engine."""
        found = self.query_one(EnginePanel).found
        drawn = [Way(drawing, "drawn") for drawing in self.moves.nodes[self.node].drawings]
        best = [Way(found.lines[0].way, "hint")] if found and found.lines else []
        self.board.point_out([*best, *drawn])

    def explain(self, words: str) -> None:
        """Why something cannot be."""
        self.query_one(Facts).reason = words

    # ---- the engine -----------------------------------------------------------------------------------------------

    def think(self) -> None:
        """Let the engine think about the position that is shown, if it is on."""
        panel = self.query_one(EnginePanel)
        thinks = panel.is_on and not self.is_over
        panel.begin("thinking …" if thinks else "")
        self._mark()
        if thinks:
            self._analyse(trees.position_of(self.moves, self.node))
        else:
            self.workers.cancel_group(self, "engine")

    @work(exclusive=True, group="engine")
    async def _analyse(self, position: str) -> None:
        """Hear what is found, until all is, or another position is looked at."""
        await asyncio.sleep(_REST_S)
        panel, (remote, game) = self.query_one(EnginePanel), self.board.arbiter
        try:
            stream = remote.stream("analysis", game.name, position=position, best=_BEST, **game.options)
            async with aclosing(stream) as events:
                async for told in events:
                    panel.show(read_found(told))
                    self._mark()
                    self.show_bar()
        except Unreachable:
            panel.end("The hall does not answer. Switch the engine off and on.")
        except TaflheimError as error:
            panel.end(sentence(str(error)))
        else:
            panel.end()

    # ---- moves ----------------------------------------------------------------------------------------------------

    def perform(self, move: str) -> None:
        """Somebody makes a move."""
        self._play(move)

    @work(group="play")
    async def _play(self, move: str) -> None:
        # Keys that are pressed quickly are played one after the other.
        async with self._playing:
            parent = self.node
            told = None if self.is_over else await self.board.tried(move)
            if told is None or parent != self.node:
                return
            self.workers.cancel_group(self, "stand")
            self._moves, self.node = trees.add(self.moves, parent, trees.played(self.moves, parent, told))
            self.board.follow(told)
            self.tell()

    @on(EnginePanel.Chosen)
    def _chosen_line(self, event: EnginePanel.Chosen) -> None:
        self.perform(event.move)

    @on(TreeList.Chosen)
    def _chosen_node(self, event: TreeList.Chosen) -> None:
        self.look(self.moves, event.node)
