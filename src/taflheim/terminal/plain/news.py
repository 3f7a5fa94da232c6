"""What is said of something that has happened at a table. Pure."""

from collections.abc import Collection, Iterator

from taflheim import wire
from taflheim.games.game import Game
from taflheim.games.message import counted
from taflheim.terminal.live.story import Story
from taflheim.terminal.live.table_state import TableState, Told


def news(game: Game, before: TableState, now: Told) -> list[str]:
    """The sentences that tell what is new. How the game has ended is not among them."""
    was = before.live
    return [*_entry(was, now), *_people(game, was, now)]


def since_own(story: Story, mine: Collection[str]) -> list[str]:
    """What others have done since the last move of one of these sides; of a game of one's own, the last move."""
    last = [ply.side in mine for ply in reversed(story.plies)]
    count = last.index(True) if True in last else len(last) if mine else 1
    return [ply.after.words for ply in story.plies[-max(count, 1) :] if ply.after.words]


def _entry(was: Told, now: Told) -> Iterator[str]:
    """What was added to the record, or taken from it."""
    if now["ply"] < was["ply"]:
        taken = was["ply"] - now["ply"]
        yield f"{counted(taken, 'move')} {'was' if taken == 1 else 'were'} taken back."
    elif now["ply"] > was["ply"] and now["words"]:
        yield now["words"]


def _people(game: Game, was: Told, now: Told) -> Iterator[str]:
    before, after = was["people"], now["people"]
    yield from _seats(game, before, after)
    if before and before["state"] == "open" and now["result"] is None and not (after and after["state"] == "open"):
        yield "The game begins."
    offers_before = {offer["number"]: offer for offer in before["offers"]} if before else {}
    offers_now = {offer["number"]: offer for offer in after["offers"]} if after else {}
    for number, offer in offers_now.items():
        if number not in offers_before:
            yield _offer(offer, now["you"])
    for number, offer in offers_before.items():
        # A draw that was agreed to has ended the game, a takeback that was agreed to has taken moves back.
        agreed = now["result"] is not None or now["ply"] < was["ply"]
        if number not in offers_now and not agreed:
            yield f"The offer of a {offer['kind']} was not accepted."
    rematch = after["rematch"] if after else None
    if rematch and (not before or before["rematch"] != rematch):
        yield rematch["own"] if rematch["number"] in now["you"]["withdraws"] else rematch["text"]


def _offer(offer: wire.Offer, you: wire.You) -> str:
    if offer["number"] in you["answers"]:
        return f"{offer['text']} Type 'accept' or 'decline'."
    return offer["own"] if offer["number"] in you["withdraws"] else offer["text"]


def _seats(game: Game, before: wire.People | None, after: wire.People | None) -> Iterator[str]:
    for side, seat in (after["seats"] if after else {}).items():
        old = before["seats"].get(side) if before else None
        if old is None or old == seat:
            continue
        title = game.rulebook.side_title(side)
        match seat["kind"]:
            case "person" if old["kind"] == "held":
                yield f"{seat['name']} is back."
            case "person" | "bot":
                yield f"{seat['name']} plays {title}."
            case "held":
                yield f"A bot plays on for {seat['name']}."
            case "free":
                yield f"{title} is free again."


def presence(
    game: Game, mine: list[str], was: wire.Here | None, now: wire.Here | None, people: wire.People | None
) -> list[str]:
    """Who of the others has gone or has come back."""
    if was is None or now is None or people is None:
        return []
    others = [side for side in people["seats"] if side not in mine and people["seats"][side]["kind"] == "person"]
    told = []
    for side in others:
        if (side in was["away"]) != (side in now["away"]):
            name = people["seats"][side]["name"] or game.rulebook.side_title(side)
            told.append(f"{name} {'is away' if side in now['away'] else 'is here again'}.")
    return told
