"""What help says at a table: the commands, how moves are written, and the keys that stand for moves."""

from collections.abc import Mapping, Sequence

from taflheim import wire
from taflheim.terminal.plain.seated import Seated


def help_text(at: Seated, commands: Sequence[tuple[str, str]]) -> str:
    """What can be typed now; `commands` with what they do."""
    example = _example(at.live["you"]["choices"])
    written = [f"A move is written as {example}."] if example else []
    return "\n".join(["Type a move, or one of these:", *_table(commands), *written, *_table(_keys(at))])


def _table(rows: Sequence[tuple[str, str]]) -> list[str]:
    return [f"  {left:<14} {right}" for left, right in rows]


def _example(tree: wire.Tree | str | None) -> str:
    """The first move that can be clicked, if its way is known."""
    while isinstance(tree, Mapping) and tree:
        tree = next(iter(tree.values()))
    return tree if isinstance(tree, str) else ""


def _keys(at: Seated) -> list[tuple[str, str]]:
    """The keys that stand for moves now, each with what it does: no two of them for the same move."""
    layout = at.game.layout
    found = {key["key"]: _meaning(key) for key in at.keys if key["moves"]}
    known = {move for key in at.keys for move in key["moves"].values()}
    labels = {key.key: key.label for row in layout.pad for key in row}
    spots = {move: spot for spot, move in (at.live["you"]["choices"] or {}).items() if isinstance(move, str)}
    for key, move in layout.keys.items():
        if len(key) == 1 and key not in found and move in spots and move not in known:
            found[key] = labels.get(key) or layout.by_name[spots[move]].label
            known.add(move)
    return list(found.items())


def _meaning(key: wire.Key) -> str:
    return f"asks: {key['question'].strip()}" if key["question"] else f"the move {key['moves']['']}"
