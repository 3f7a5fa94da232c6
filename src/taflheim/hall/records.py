"""A game at a table as people take it along: a record that says who played, when, by which clock, with which ratings,
and in comments where a bot has played on for somebody.
"""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime

from taflheim.engine.bots.levels import find_bot
from taflheim.games.message import phrases
from taflheim.games.tree import Tree
from taflheim.hall.ratings import Ratings
from taflheim.store.ratings import Change
from taflheim.table.rating import Rating
from taflheim.table.remark import Remark, remarks
from taflheim.table.table import Table

say = phrases(
    {
        "held": "{side} has left: {bot}, a bot, plays on.",
        "return": "{side} is back.",
    }
)


async def text_of(table: Table, ratings: Ratings) -> str:
    """The text of the game at a table, with what it has changed of ratings."""
    changes = (await ratings.changes([table.id])).get(table.id, {}) if table.terms.rated and table.result else {}
    # A long game takes a while to be written.
    return await asyncio.to_thread(lambda: str(annotated(table, changes)))


def annotated(table: Table, changes: Mapping[str, Change]) -> Tree:
    """The game at a table with its headers and comments; `changes` is what it has changed of ratings, by side."""
    headers = dict(table.record.headers)
    for side, change in changes.items():
        headers |= _rated(side, change)
    if table.events:
        headers["Date"] = datetime.fromtimestamp(table.events[0].at_ms / 1000, UTC).date().isoformat()
    if table.terms.clock.timed:
        headers["Clock"] = str(table.terms.clock)
    said: dict[int, list[str]] = {}
    for remark in remarks(table.events):
        # The root, and then a node for each entry: what came before an entry is said behind the one before that.
        said.setdefault(remark.ply, []).append(_words(table, remark))
    tree = Tree.of(table.record.with_headers(headers))
    for ply, words in said.items():
        tree = tree.commented(ply, " ".join(words))
    return tree


def _rated(side: str, change: Change) -> dict[str, str]:
    """The rating of a side before the game, and by how much it has changed; that of a bot does not."""
    if change.bot_rating is not None:
        return {f"{side}-rating": f"{change.bot_rating:.0f}"}
    before, after = Rating(change.mu_before, change.sigma_before), Rating(change.mu_after, change.sigma_after)
    # As whole numbers, so that both ratings and the change agree.
    return {f"{side}-rating": str(before), f"{side}-change": f"{round(after.value) - round(before.value):+d}"}


def _words(table: Table, remark: Remark) -> str:
    side = table.game.rulebook.side_title(remark.side)
    bot = find_bot(table.game, remark.level).name if remark.kind == "held" else ""
    return say(remark.kind, side=side, bot=bot).sentence
