"""All legal moves, from what can be clicked: where a move goes on further than was told, the hall is asked."""

from collections.abc import AsyncIterator, Awaitable, Callable

from taflheim import wire

Further = Callable[[list[str]], Awaitable[wire.Tree]]
"""What can be clicked after these clicks."""

MOST_SHOWN = 300


async def moves(tree: wire.Tree, further: Further) -> str:
    """The moves in a line; of very many only the first."""
    found: list[str] = []
    async for move in _walk(tree, [], further):
        if len(found) == MOST_SHOWN:
            return f"{' '.join(found)} … and more"
        if move not in found:
            found.append(move)
    return " ".join(found)


async def _walk(tree: wire.Tree, clicked: list[str], further: Further) -> AsyncIterator[str]:
    for spot, then in tree.items():
        way = [*clicked, spot]
        if isinstance(then, str):
            yield then
            continue
        async for move in _walk(await further(way) if then is None else then, way, further):
            yield move
