"""The story of a game: its start and every ply, as pages show them in lists of moves and when they step through it.

Pure. A page that applies the effects of the plies one after the other has the position of each.
"""

from taflheim import wire
from taflheim.games.message import counted, phrases
from taflheim.games.record import LEAVING, Record, is_end
from taflheim.games.view import Effect, Fact, last_spots
from taflheim.server.standing import plain_effect, plain_fact
from taflheim.table.table import Table

say = phrases(
    {
        "captured": "{count} captured",
        "moves": "{moves} made",
        "par": "par: {moves}",
        "resigns": "resigns",
        "time": "time",
        "left": "left",
        "agreed": "draw",
        "aborted": "aborted",
    }
)


def table_story(table: Table) -> wire.TableStory:
    """The story of the game at a table up to now."""
    return {**story(table.record), "number": table.number, "ply": table.ply}


def story(record: Record) -> wire.Story:
    """The whole game. `sides` are those that move, in the order of their turns: the columns of a list.

    >>> import taflheim
    >>> told = story(taflheim.game("halatafl").record().play("d4-d5").play("e7-d6"))
    >>> told["start"]["turn"], [(ply["round"], ply["side"], ply["text"]) for ply in told["plies"]]
    ('sheep', [(1, 'sheep', 'd4-d5'), (None, 'foxes', 'e7-d6')])
    """
    count = len(record.entries)
    before = record.undo(count)
    return {
        "sides": [{"name": side, "title": record.game.rulebook.side_title(side)} for side in record.game.seats],
        "start": {
            "pieces": [*before.position.pieces],
            "facts": told_facts(before),
            "turn": before.turn,
            "words": before.game.rulebook.about,
        },
        "plies": [last_ply(record.undo(count - made)) for made in range(1, count + 1)],
    }


def last_ply(record: Record) -> wire.Ply:
    """The last entry of a record, with the position after it told as changes of the one before."""
    return {
        **last_entry(record),
        "effects": last_effects(record),
        "last": last_spots(record.last_effects),
        "words": record.last_words,
        "facts": told_facts(record),
        "turn": record.turn,
    }


def last_entry(record: Record) -> wire.Entry:
    """The last entry as it stands in a list of moves: who made it, and how it is written."""
    entry, before = record.entries[-1], record.positions[-2]
    number = record.rounds[-1]
    if not is_end(entry):
        return {"side": before.turn, "text": before.written(entry), "move": entry, "round": number}
    side, _, how = entry.partition(":")
    return {"side": side if how in LEAVING else "", "text": say(how).sentence, "move": entry, "round": number}


def last_effects(record: Record) -> list[wire.Effect]:
    """What the last entry has changed on the board, also where it is no move: the pieces of who has left are gone."""
    effects = record.last_effects
    if is_end(record.entries[-1]):
        before, after = (position.pieces for position in record.positions[-2:])
        effects = tuple(Effect("vanish", "left", piece.spot) for piece in before if piece not in after)
    return [plain_effect(effect) for effect in effects]


def told_facts(record: Record) -> list[wire.Fact]:
    """What is worth showing beside the board: the position's facts, the par, and how many moves were made."""
    shown = [_captor(record, fact) for fact in record.position.facts if fact.code != "turn"]
    if par := record.game.par(record.start):
        shown.append(Fact("par", record.game.seats[0], par, say("par", moves=counted(par, "move"))))
    moves = record.moves_made
    shown.append(Fact("moves", "", moves, say("moves", moves=counted(moves, "move"))))
    return [plain_fact(record.game, fact) for fact in shown]


def _captor(record: Record, fact: Fact) -> Fact:
    """What was captured of a side stands beside the other one, which has captured it."""
    if fact.code != "captured" or len(record.game.sides) != 2:
        return fact
    (captor,) = (side for side in record.game.sides if side != fact.side)
    lost = [piece for piece in record.start.pieces if piece.side == fact.side]
    kinds = [piece.kind for piece in lost]
    most = max(lost, key=lambda piece: kinds.count(piece.kind), default=None)
    return fact._replace(side=captor, message=say("captured", count=fact.value), piece=most)
