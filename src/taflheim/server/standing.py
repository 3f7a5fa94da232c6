"""How a position stands, as pages are told it: what a board shows, can be clicked, and what is said beside it. Pure."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from taflheim.draw.board import piece_key
from taflheim.draw.svg import box
from taflheim.games.game import Game
from taflheim.games.message import sentence
from taflheim.games.position import Position, Result
from taflheim.games.view import Effect, Fact, in_words
from taflheim.server.channels import protocol


def standing(position: Position) -> dict[str, Any]:
    """Everything that a board with this position needs.

    >>> import taflheim
    >>> toy = standing(taflheim.game("halatafl").start())
    >>> toy["turn"], toy["choices"]["d4"], toy["words"]
    ('sheep', {'d5': 'd4-d5'}, 'Sheep to move.')
    """
    return _told(position, position.result)


def played(position: Position, move: str) -> dict[str, Any]:
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
    return {
        **_told(after, position.result_of(short)),
        "effects": [plain_effect(effect) for effect in effects],
        "last": last_spots(effects),
        "move": short,
        "text": position.written(landed),
        "words": in_words(effects),
    }


def _told(position: Position, result: Result | None) -> dict[str, Any]:
    turn, *facts = position.facts
    return {
        "position": str(position),
        "turn": position.turn,
        "pieces": [list(piece) for piece in position.pieces],
        "choices": position.choices(),
        "facts": [plain_fact(position.game, fact) for fact in facts],
        "result": result and plain_result(result),
        "words": str(result) if result else sentence(str(turn.message)),
        "last": [],
    }


def plain_fact(game: Game, fact: Fact) -> protocol.Fact:
    """A fact as it can stand beside the name of its side; with the picture of what it counts, if it counts pieces."""
    text = fact.message.sentence.removeprefix(f"{game.rulebook.spoken(fact.side)}: ")
    told: protocol.Fact = {"code": fact.code, "side": fact.side, "value": fact.value, "text": text}
    if fact.piece is None:
        return told
    layout = game.layout
    at = box(layout, layout.by_name[fact.piece.spot])
    key = piece_key(layout, fact.piece.kind, fact.piece.side)
    return {**told, "picture": {"key": key, "width": at.width, "height": at.height}}


def plain_result(result: Result) -> protocol.Result:
    """Who has won, as a title, and why, as the text below it."""
    title, mark, text = str(result).partition("! ")
    return {"winner": result.winner, "reason": result.reason, "title": title + mark.strip(), "text": text}


def plain_effect(effect: Effect) -> protocol.Effect:
    """What a page needs to show a change."""
    kind = cast(protocol.EffectKind, effect.kind)
    return {"kind": kind, "how": effect.how, "spot": effect.spot, "to": effect.to, "piece": effect.piece}


def last_spots(effects: Sequence[Effect]) -> list[str]:
    """Where a move went along: the mover's own way, not what others did in answer to it."""
    if not effects:
        return []
    own, *others = effects
    way = [spot for spot in (own.spot, own.to) if spot]
    for effect in _moves(others):
        if way and effect.spot == way[-1]:
            way.append(effect.to)
    return way


def _moves(effects: Iterable[Effect]) -> Iterable[Effect]:
    return (effect for effect in effects if effect.kind == "move")
