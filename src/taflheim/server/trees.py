"""Games with variations, for pages and programs: read from text, told as plain data, written as text. Pure."""

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from taflheim import wire
from taflheim.games.errors import InvalidMove, InvalidPosition, InvalidRecord, TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import quoted, sentence
from taflheim.games.position import Position
from taflheim.games.record import Record, is_end
from taflheim.games.record_text import read
from taflheim.games.registry import rulebooks
from taflheim.games.tree import Node, Tree
from taflheim.games.tree_text import read_nodes
from taflheim.games.view import Piece
from taflheim.server.channels.story import last_ply, told_facts
from taflheim.server.standing import plain_result
from taflheim.table.actor import Person
from taflheim.table.assistance import check_hint
from taflheim.table.table import Table

MAX_BYTES = 64 * 1024
MAX_PLIES = 2000

_HEADER = re.compile(r"\s*\[[A-Za-z]")


# ---- where a tree comes from --------------------------------------------------------------------------------------


def at_table(table: Table, person: Person) -> Tree:
    """The game at a table; raises NoAssistance for one that other people are playing: no engine may help there."""
    if not table.result:
        check_hint(table, person)
    return Tree.of(table.record)


def along(start: Position, moves: Sequence[str]) -> Tree:
    """The moves from a position on."""
    return tree_of(start, {}, (Node(-1, ""), *(Node(number, move) for number, move in enumerate(moves))))


def tree_of(start: Position, headers: Mapping[str, str], nodes: tuple[Node, ...]) -> Tree:
    """The tree with these nodes; raises InvalidRecord, also if they are too many."""
    if len(nodes) > MAX_PLIES + 1:
        raise InvalidRecord(f"an analysis holds at most {MAX_PLIES} moves")
    return Tree(start, headers, nodes)


# ---- pasted text --------------------------------------------------------------------------------------------------


def read_pasted(text: str, start: Position) -> Tree:
    """The tree in a text of any kind: a record, a position of this game, or moves from its start.

    `start` is the position on the board: where boards are random, moves are played from there.

    >>> import taflheim
    >>> start = taflheim.game("quoridor").start()
    >>> read_pasted("1. e8 e2", start).record.entries
    ('e8', 'e2')
    >>> str(read_pasted("e5,e4,a5 6,6,6 - - c", start).start.game.options["players"])
    '3'
    >>> read_pasted("1. e8 e4", start)
    Traceback (most recent call last):
    taflheim.InvalidRecord: move 2, 'e4': a pawn goes one step, or jumps over a pawn beside it: e4 is out of reach
    """
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise InvalidRecord(f"that is more than {MAX_BYTES // 1024} KiB of text: expected one game")
    if not text.strip():
        raise InvalidRecord("there is nothing: paste a record, a position or a list of moves")
    if _HEADER.match(text):
        check_length(read(text).tokens)
        return Tree.parse(text)
    game, one_line = start.game, " ".join(text.split())
    refusals = []
    for candidate in _with_other_options(game):
        try:
            return Tree(candidate.position(one_line))
        except InvalidPosition as error:
            refusals.append(str(error))
    if _begins_with_a_move(text, game):
        return _from_moves(text, start if game.rulebook.seeded else game.start())
    raise InvalidRecord(f"this is no record and no list of moves of {game.title}, and as a position: {refusals[0]}")


def named_games(text: str) -> list[str]:
    """The games that a text may be a record of: their rules are needed to read it."""
    return [name for name in rulebooks() if f'[Game "{name}"]' in text]


def _with_other_options(game: Game) -> Iterator[Game]:
    """The game with its options, then with all others: a position may be one of four players."""
    yield game
    names = [option.name for option in game.rulebook.options]
    for values in itertools.product(*(option.values for option in game.rulebook.options)):
        other = Game(game.rulebook, dict(zip(names, values, strict=True)))
        if other != game:
            yield other


def _words(text: str, game: Game) -> tuple[str, ...]:
    """The words of a list of moves, read as behind the headers of a record."""
    start = "" if not game.rulebook.seeded else f'[Start "{game.start(0)}"]\n'
    return read(f'[Game "{game.name}"]\n{start}\n{text.lstrip()}').tokens


def _begins_with_a_move(text: str, game: Game) -> bool:
    words = [word for word in _words(text, game) if not word.startswith(("{", "("))]
    try:
        return bool(words) and (is_end(words[0]) or bool(game.move_numbers(words[0])))
    except InvalidMove:
        return False
    except TaflheimError:
        return True  # it is meant as a move, and playing it says what is wrong


def _from_moves(text: str, start: Position) -> Tree:
    words = _words(text, start.game)
    check_length(words)
    return Tree(start, {}, tuple(read_nodes(words)))


def check_length(words: tuple[str, ...]) -> None:
    """Raise InvalidRecord if these words of a record are more moves than are read."""
    plies = sum(not word.startswith(("{", "(", ")")) for word in words)
    if plies > MAX_PLIES:
        raise InvalidRecord(f"{plies} moves are too many: at most {MAX_PLIES} are read")


# ---- what clients are told ----------------------------------------------------------------------------------------


def plain_tree(tree: Tree) -> wire.GameTree:
    """All that a client needs to show a tree: its nodes are plies of a story, with the numbers of their parents."""
    start = Record(tree.start, tree.headers, (), (tree.start,), (0,))
    return {
        "game": tree.game.name,
        "options": dict(tree.game.options),
        "headers": dict(tree.headers),
        "sides": [{"name": side, "title": tree.game.rulebook.side_title(side)} for side in tree.game.seats],
        "start": {
            "position": str(tree.start),
            "usual": not tree.game.rulebook.seeded and tree.start == tree.game.start(),
            "pieces": list(tree.start.pieces),
            "facts": told_facts(start),
            "turn": tree.start.turn,
            "words": tree.game.rulebook.about,
        },
        "nodes": [_plain_node(tree.nodes[0]), *_plain_moves(tree, start)],
    }


def _plain_moves(tree: Tree, start: Record) -> Iterator[wire.TreeMove]:
    # The nodes stand in the order of a walk: the record of each grows from that of one on the way to the last.
    records = {0: start}
    for number, node in enumerate(tree.nodes[1:], 1):
        for passed in [one for one in records if one > node.parent]:
            del records[passed]
        record = records[number] = records[node.parent].add_legal(node.entry)
        result = record.result
        yield {
            **_plain_node(node),
            **last_ply(record),
            "position": str(record.position),
            "result": plain_result(result) if result else None,
            "over": bool(record.position.result) or (bool(result) and is_end(node.entry)),
        }


def _plain_node(node: Node) -> wire.TreeNode:
    return {"parent": node.parent, "comment": node.comment, "drawings": [list(drawing) for drawing in node.drawings]}


# ---- what pages send ----------------------------------------------------------------------------------------------


def read_tree(data: bytes, game: Game) -> Tree:
    """The tree that a page sends: `{"start", "headers", "nodes": [{"parent", "move", "comment", "drawings"}]}`."""
    try:
        sent = json.loads(data)
        sent_nodes = [_read_node(one) for one in sent["nodes"]]
        headers = {_text(name): _text(value) for name, value in sent.get("headers", {}).items()}
        start = game.position(_text(sent["start"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, TaflheimError):
            raise
        raise InvalidRecord("expected JSON with a start and nodes") from None
    return tree_of(start, headers, tuple(sent_nodes))


def _read_node(data: Mapping[str, Any]) -> Node:
    parent = data["parent"]
    if type(parent) is not int:
        raise InvalidRecord("the parent of a node is a number")
    drawings = tuple(tuple(map(_text, drawing)) for drawing in data.get("drawings", ()))
    return Node(parent, _text(data.get("move", "")), _text(data.get("comment", "")), drawings)


def read_arrangement(data: bytes, game: Game) -> Position:
    """A position set up by hand: `{"pieces": [[kind, side, spot], …], "turn", "held": {…}}`."""
    try:
        sent = json.loads(data)
        pieces = [Piece(*map(_text, piece)) for piece in sent["pieces"]]
        held = {_text(name): value for name, value in sent.get("held", {}).items() if type(value) is int}
        turn = _text(sent["turn"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, TaflheimError):
            raise
        raise InvalidPosition("expected JSON with pieces and a turn") from None
    return game.arrange(pieces, turn, held)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidRecord(sentence(f"{quoted(value)}: expected a text"))
    return value
