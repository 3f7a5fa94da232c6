"""How a position stands, as pages are told it: what a board shows, can be clicked, and what is said beside it. Pure."""

from collections.abc import Sequence
from typing import cast

from taflheim import wire
from taflheim.draw.board import piece_key
from taflheim.draw.svg import box
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import sentence
from taflheim.games.position import Position, Result
from taflheim.games.view import Effect, Fact, Typed, in_words, last_spots

_MAX_CLICKS = 40


def standing(position: Position) -> wire.Standing:
    """Everything that a board with this position needs.

    >>> import taflheim
    >>> toy = standing(taflheim.game("halatafl").start())
    >>> toy["turn"], toy["choices"]["d4"], toy["words"]
    ('sheep', {'d5': 'd4-d5'}, 'Sheep to move.')
    """
    return _told(position, position.result)


def played(position: Position, move: str) -> wire.Played:
    """How a position stands after a move, and what the move has done; a move of chance is drawn by lot.

    >>> import taflheim
    >>> after = played(taflheim.game("hnefatafl").start(), "d1-d3")
    >>> after["text"], after["last"], after["turn"]
    ('d1-d3', ['d1', 'd3'], 'defenders')
    """
    landed = position.draw_lot(move)
    after = position.play(landed)
    effects = position.effects_to(after, landed)
    short = position.game.rulebook.text.move_text(position.game.move_numbers(landed))
    told = _told(after, position.result_of(short))
    return {
        **told,
        "effects": [plain_effect(effect) for effect in effects],
        "last": last_spots(effects),
        "move": short,
        "text": position.written(landed),
        "words": in_words(effects),
    }


def _told(position: Position, result: Result | None) -> wire.Standing:
    turn, *facts = position.facts
    return {
        "position": str(position),
        "turn": position.turn,
        "pieces": [*position.pieces],
        "choices": position.choices(),
        "facts": [plain_fact(position.game, fact) for fact in facts],
        "result": plain_result(result) if result else None,
        "words": str(result) if result else sentence(str(turn.message)),
        "last": [],
    }


def told_ways(position: Position, clicked: Sequence[str]) -> wire.Ways:
    """What can be clicked after some clicks.

    >>> import taflheim
    >>> told_ways(taflheim.game("halatafl").start(), ["d4"])
    {'clicked': ['d4'], 'tree': {'d5': 'd4-d5'}}
    """
    return {"clicked": list(clicked), "tree": position.choices(clicked)}


def told_reason(position: Position, clicked: Sequence[str], move: str = "") -> wire.Reason:
    """Why a move, or else some clicks, are not legal.

    >>> import taflheim
    >>> told_reason(taflheim.game("quoridor").start(), [], "e8")["text"] is None
    True
    """
    found = position.explain(move) if move else position.explain_clicks(clicked)
    return {"clicked": list(clicked), "text": sentence(str(found)) if found else None}


def read_clicks(text: str) -> list[str]:
    """Names of spots from an address, with commas between.

    >>> read_clicks("d4,d5"), read_clicks("")
    (['d4', 'd5'], [])
    """
    spots = text.split(",") if text else []
    if len(spots) > _MAX_CLICKS:
        raise TaflheimError(f"a move takes at most {_MAX_CLICKS} clicks")
    return spots


def told_keys(position: Position) -> list[wire.Key]:
    """What can be typed instead of a move; behind each key, those of its moves that are legal now.

    >>> import taflheim
    >>> first, *_, walls, _, out = told_keys(taflheim.game("quoridor").start())
    >>> first["key"], first["moves"], first["spots"], out["key"], out["moves"]
    ('0', {'': 'f9'}, {'f9': ['f9']}, 'x', {'': 'pass'})
    >>> walls["moves"]["e3"], walls["spots"]["e3h"]
    ('e3h', ['e3h'])
    """
    return [_key(position, typed) for typed in position.typed]


def _key(position: Position, typed: Typed) -> wire.Key:
    spots = {
        move: list(position.clicks(move))
        for move in dict.fromkeys(typed.moves.values())
        if position.explain(move) is None
    }
    return {
        "key": typed.key,
        "question": typed.question.strip(),
        "spot": typed.spot,
        "moves": {answer: move for answer, move in typed.moves.items() if move in spots},
        "spots": spots,
    }


def plain_fact(game: Game, fact: Fact) -> wire.Fact:
    """A fact as it can stand beside the name of its side; with the picture of what it counts, if it counts pieces."""
    text = fact.message.sentence.removeprefix(f"{game.rulebook.spoken(fact.side)}: ")
    told: wire.Fact = {"code": fact.code, "side": fact.side, "value": fact.value, "text": text}
    if fact.piece is None:
        return told
    layout = game.layout
    at = box(layout, layout.by_name[fact.piece.spot])
    key = piece_key(layout, fact.piece.kind, fact.piece.side)
    return {**told, "picture": {"key": key, "width": at.width, "height": at.height}}


def plain_result(result: Result) -> wire.Result:
    """Who has won, as a title, and why, as the text below it."""
    title, mark, text = str(result).partition("! ")
    return {"winner": result.winner, "reason": result.reason, "title": title + mark.strip(), "text": text}


def plain_effect(effect: Effect) -> wire.Effect:
    """What a page needs to show a change."""
    kind = cast(wire.EffectKind, effect.kind)
    return {"kind": kind, "how": effect.how, "spot": effect.spot, "to": effect.to, "piece": effect.piece}
