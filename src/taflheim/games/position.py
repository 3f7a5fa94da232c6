"""A position of any game: its moves, its result, and how it shows itself."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Self, SupportsIndex, cast

from taflheim.games.checks import as_int
from taflheim.games.clicks import Choices, follow_clicks
from taflheim.games.errors import IllegalMove, InvalidMove, InvalidOption, MoveError
from taflheim.games.message import Message, phrases, quoted
from taflheim.games.modules import State
from taflheim.games.rulebook import Rulebook, either
from taflheim.games.typed_line import meant
from taflheim.games.view import Continuation, Effect, Fact, Piece, Typed

if TYPE_CHECKING:
    from taflheim.games.compiled import Mask
    from taflheim.games.game import Game
    from taflheim.games.symmetry import Symmetry

say = phrases(
    {
        "game_over": "the game is over",
        "too_long": "the move is over before {rest}",
        "written_wrong": "this move is written {short} or {long}",
        "lot": "what {move} does is drawn by lot: name its outcome, as in {example}",
        "no_such_number": "expected the number of a step from 0 to {last}, not {what}",
        "cannot_leave": "{side} cannot leave this game",
        "turn": "{side} to move",
        "captured": "{side}: {count} captured",
        "no_moves": "{Winner} win! {Loser} have no legal move left.",
    }
)


@dataclass(frozen=True, slots=True)
class Result:
    """Who has won (None: a draw) and why, as a code; `str` gives the sentence."""

    winner: str | None
    reason: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class Position:
    """A position: a value that never changes.

    >>> import taflheim
    >>> position = taflheim.game("hnefatafl").start()
    >>> position.turn, len(position.moves())
    ('attackers', 116)
    >>> position.play("d1-d3").turn
    'defenders'
    """

    __slots__ = ("_result", "game", "state")
    _result: Result | None

    def __init__(self, game: "Game", state: State):
        self.game = game
        self.state = state

    # ---- the rules ------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> str:
        """The name of the side to move."""
        return self.game.sides[self.state.turn]

    @property
    def result(self) -> Result | None:
        """How the game has ended, as far as the board shows it, or None."""
        # A slot that is set on first use: every move asks for the result several times.
        try:
            return self._result
        except AttributeError:
            self._result = self._find_result()
            return self._result

    def _find_result(self) -> Result | None:
        winner, why = self._rulebook.compiled.verdict(self.state)
        if winner < 0:
            return None
        side = self.game.sides[winner]
        if why < 0:
            loser = self.game.sides[self.state.turn]
            sentence = say("no_moves", Winner=f"The {side}", Loser=f"The {loser}").sentence
            return Result(side, "no_moves", sentence)
        code = self._rulebook.text.REASONS[why]
        return Result(side, code, self._rulebook.text.say(code, winner=side).sentence)

    def moves(self) -> list[str]:
        """The texts of all legal moves; none when the game is over."""
        rulebook = self.game.rulebook
        listing, chains = rulebook.compiled.whole_moves(self.state)
        if chains:
            return list(_chain_texts(rulebook, listing))
        names = rulebook.move_names
        moves = [names[number] for number in listing]
        if moves and rulebook.chance:
            moves += rulebook.chance
        return moves

    def play(self, move: str, rng: random.Random | None = None) -> Self:
        """The position after a move; this one stays as it is. `rng` decides what is drawn by lot.

        >>> import taflheim
        >>> taflheim.game("quoridor").start().play("e7")
        Traceback (most recent call last):
        taflheim.IllegalMove: a pawn goes one step, or jumps over a pawn beside it: e7 is out of reach
        """
        return self._with(self._after(self.draw_lot(move, rng)))

    def draw_lot(self, move: str, rng: random.Random | None = None) -> str:
        """A move of chance with the outcome that fell; any other move as it is."""
        if not self._is_lot(move) or self.result:
            return move
        return (rng or random.Random()).choice(self.outcomes(move))

    def outcomes(self, move: str) -> list[str]:
        """What a move can become, all equally likely: one thing, but for a move of chance."""
        return self._rulebook.text.outcomes(self.state, move) if self._is_lot(move) else [move]

    def play_legal(self, move: str) -> Self:
        """The position after a move that is known to be legal, its outcome included: nothing is checked again."""
        rulebook, state = self.game.rulebook, self.state
        for step in rulebook.text.read_move(move):
            state, _ = rulebook.compiled.step(state, step)
        return type(self)(self.game, state)

    def sharing_words(self, before: "Position") -> Self:
        """The same position, with the words that it has in common with another one kept only once."""
        pairs = zip(cast("Any", before.state), cast("Any", self.state), strict=True)
        shared = self._with(type(self.state)(*(old if old == new else new for old, new in pairs)))
        shared._result = self.result
        return shared

    def result_of(self, move: str) -> Result | None:
        """The result of the position after a move, told with what the move did: the position alone may not show it.

        >>> import taflheim
        >>> board = taflheim.game("hivolts").start(seed=1)
        >>> str(board.play("d").result), str(board.result_of("d"))
        ("You've lost! A fence or a Mho has killed you.", "You've lost! The Mho from g3 caught you on f3.")
        """
        after = self.play(move)
        result, ending = after.result, getattr(self._rulebook.view, "ending", None)
        told = ending(self.state, self.game.move_numbers(move), after.state) if result and ending else None
        return replace(result, sentence=str(told)) if result and told else result

    def leave(self, side: str) -> Self:
        """The position after a player has left a game that goes on without that player."""
        leave = getattr(self._rulebook.rules, "leave", None)
        if leave is None or side not in self.game.seats or self.result:
            raise IllegalMove(say("cannot_leave", side=quoted(side)))
        state = leave(self.state, self.game.seats.index(side))
        if state is None:
            raise IllegalMove(say("cannot_leave", side=side))
        return self._with(state)

    # ---- moves as numbers -----------------------------------------------------------------------------------------

    @property
    def ongoing(self) -> bool:
        """Whether the side to move is amid a chain of jumps and must go on: `step` leads to such positions.

        >>> import taflheim
        >>> position = taflheim.game("halatafl").position("3/3/2FS3/3S3/7/SSS/SSS f")
        >>> position = position.step(213)
        >>> position.ongoing, str(position), position.moves()
        (True, '3/3/4F2/3S3/7/SSS/SSS f e5', ['e5xc3'])
        """
        return bool(self._rulebook.compiled.goes_on(self.state))

    def legal_numbers(self) -> list[int]:
        """The numbers of the legal steps: of moves, but in games with chains of jumps one for each jump.

        >>> import taflheim
        >>> position = taflheim.game("quoridor").start()
        >>> len(position.legal_numbers()), position.game.move_text(position.legal_numbers()[:1])
        (132, 'e8')
        """
        rulebook = self.game.rulebook
        numbers: list[int] = rulebook.compiled.numbers(self.state)
        if numbers and rulebook.chance:
            numbers += rulebook.lots
        return numbers

    def mask(self) -> "Mask":
        """The same as an array of `game.action_size` truth values.

        >>> import taflheim
        >>> mask = taflheim.game("hivolts").start(seed=1).mask()
        >>> mask.dtype, mask.shape, int(mask.sum())
        (dtype('bool'), (10,), 10)
        """
        rulebook = self.game.rulebook
        mask: Mask
        mask, any_legal = rulebook.compiled.mask(self.state, self.game.action_size)
        if any_legal and rulebook.chance:
            mask[[*rulebook.lots]] = True
        return mask

    def step(self, number: SupportsIndex, rng: random.Random | None = None) -> Self:
        """The position after the step with a number, NumPy's among them; `rng` decides what is drawn by lot.

        >>> import taflheim
        >>> position = taflheim.game("quoridor").start()
        >>> str(position.step(67)), position.step(67) == position.play("e8")
        ('e8,e1 10,10 - - b', True)
        >>> position.step(0)
        Traceback (most recent call last):
        taflheim.IllegalMove: a pawn goes one step, or jumps over a pawn beside it: a1 is out of reach
        """
        rulebook, wanted = self.game.rulebook, self._checked_number(number)
        if rulebook.chance and (wanted in rulebook.lots or wanted >= self.game.action_size):
            return self.play(rulebook.move_names[wanted], rng)
        state, how = rulebook.compiled.tried(self.state, wanted)
        if how >= rulebook.compiled.ILLEGAL:
            raise IllegalMove(self._why_not(state, wanted, how))
        return type(self)(self.game, state)

    def step_legal(self, number: SupportsIndex) -> Self:
        """The position after a step that is known to be legal, and not drawn by lot: nothing is checked again."""
        state, _ = self.game.rulebook.compiled.step(self.state, self._checked_number(number))
        return type(self)(self.game, state)

    def _checked_number(self, number: object) -> int:
        wanted = as_int(number)
        if wanted is None or not 0 <= wanted < self.game.move_count:
            what = str(wanted) if wanted is not None and abs(wanted) < 10**9 else quoted(number)
            raise InvalidMove(say("no_such_number", last=self.game.move_count - 1, what=what))
        return wanted

    def evaluate(self, side: str | None = None) -> int:
        """The static evaluation for a side (by default the one to move), without any search: more is better.

        Roughly in hundredths of what the game counts in, a step or a piece. A game that is over counts 100,000 for
        who has won it, and -100,000 for the others.

        >>> import taflheim
        >>> quoridor = taflheim.game("quoridor")
        >>> quoridor.position("e4,e5 0,0 - - a").evaluate() > 0 > quoridor.position("e4,e5 0,0 - - a").evaluate("b")
        True
        >>> quoridor.position("e1,e5 0,0 - - b").evaluate("a")
        100000
        """
        if side is not None and side not in self.game.sides:
            raise InvalidOption(f"side {quoted(side)}: expected {either(self.game.sides)}")
        self._rulebook.load_evaluation()
        number = self.state.turn if side is None else self.game.sides.index(side)
        return int(self._rulebook.compiled.evaluation(self.state, number))

    def transformed(self, symmetry: "Symmetry") -> Self:
        """This position on a turned or mirrored board, by one of `game.symmetries`, which also numbers the moves there.

        >>> import taflheim
        >>> position = taflheim.game("quoridor").start().play("a1h")
        >>> [str(position.transformed(symmetry)) for symmetry in position.game.symmetries[:2]]
        ['e9,e1 9,10 a1 - b', 'e9,e1 9,10 h1 - b']
        """
        if not self._fits(symmetry):
            raise InvalidOption(f"expected one of game.symmetries, not {quoted(symmetry)}")
        return self._with(symmetry.transform(self.state))

    def _fits(self, symmetry: object) -> bool:
        from taflheim.games.symmetry import Symmetry

        return (
            isinstance(symmetry, Symmetry)
            and len(symmetry.numbers) == self.game.move_count
            and len(symmetry.sides) == len(self.game.sides)
        )

    # ---- what people see ------------------------------------------------------------------------------------------

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Everything that stands on the board."""
        return self._rulebook.view.pieces(self.state)

    @property
    def captured(self) -> dict[str, int]:
        """How many pieces of each side are missing against the game's start."""
        there = Counter(piece.side for piece in self.pieces)
        return {side: max(0, number - there[side]) for side, number in _start_counts(self.game).items()}

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is shown beside the board: whose turn it is, what was captured of sides that have more than one piece
        and a player, and what the game adds."""
        counted = _counted_sides(self.game)
        captured = self.captured if counted else {}
        lost = [(side, captured[side]) for side in counted]
        said = self._rulebook.spoken
        return (
            Fact("turn", self.turn, self.turn, say("turn", side=said(self.turn))),
            *(Fact("captured", side, count, say("captured", side=said(side), count=count)) for side, count in lost),
            *self._rulebook.view.facts(self.state),
        )

    @property
    def dangers(self) -> tuple[str, ...]:
        """Spots on which the side to move would lose at once, in games that tell them.

        >>> import taflheim
        >>> taflheim.game("hivolts").start(seed=1).dangers, taflheim.game("quoridor").start().dangers
        (('e4', 'f4', 'f3', 'e2', 'f2'), ())
        """
        dangers = getattr(self._rulebook.view, "dangers", None)
        return () if dangers is None or self.result else dangers(self.state)

    def continuations(self, clicked: Sequence[str] = ()) -> Continuation:
        """Which spots can be clicked after those in `clicked`, or which move they complete.

        >>> import taflheim
        >>> position = taflheim.game("halatafl").start()
        >>> position.continuations(["d4"])
        Continuation(spots=('d5',), move=None)
        >>> position.continuations(["d4", "d5"])
        Continuation(spots=(), move='d4-d5')
        """
        found = self._after_clicks(clicked)
        if isinstance(found, str) or found is None:
            return Continuation((), found)
        return Continuation(tuple(found))

    def choices(self, clicked: Sequence[str] = ()) -> Choices:
        """What can be clicked after `clicked`, as a tree of spots.

        A leaf is the move that is complete, or None where it must go on: then ask again with the longer way there.

        >>> import taflheim
        >>> taflheim.game("halatafl").start().choices()["d4"]
        {'d5': 'd4-d5'}
        """
        found = self._after_clicks(clicked)
        return found if isinstance(found, dict) else {}

    def clicks(self, move: str) -> tuple[str, ...]:
        """The spots one clicks to make a legal move.

        >>> import taflheim
        >>> taflheim.game("quoridor").start().clicks("e8"), taflheim.game("halatafl").start().clicks("d4-d5")
        (('e8',), ('d4', 'd5'))
        """
        state, spots = self.state, list[str]()
        for step in self.game.move_numbers(move):
            spots += self._rulebook.view.clicks(state, step)
            if not self._is_lot(move):
                state, _ = self._rulebook.compiled.step(state, step)
        return tuple(spots)

    def way(self, move: str) -> tuple[str, ...]:
        """The spots along which a legal move is shown: those one clicks; before a single one, where a piece comes from.

        >>> import taflheim
        >>> taflheim.game("quoridor").start().way("e8"), taflheim.game("quoridor").start().way("e3h")
        (('e9', 'e8'), ('e3h',))
        """
        spots = self.clicks(move)
        if len(spots) != 1 or self._is_lot(move):
            return spots
        comes = (effect.spot for effect in self.effects(move) if effect.kind == "move" and effect.to == spots[0])
        return (*([first] if (first := next(comes, None)) else []), *spots)

    def explain_clicks(self, clicked: Sequence[str]) -> Message | None:
        """Why these clicks make no legal move; None if they can, or if they are no attempt at one.

        >>> import taflheim
        >>> str(taflheim.game("hnefatafl").start().explain_clicks(["d11", "e9"]))
        'd11-e9: pieces move along a rank or a file'
        """
        view, compiled = self._rulebook.view, self._rulebook.compiled
        known = self.game.layout.by_name.keys() >= set(clicked)
        if self.result or not known or self._after_clicks(clicked) != {}:
            return None
        for step in compiled.steps(self.state):
            spots = view.clicks(self.state, step)
            if spots == tuple(clicked[: len(spots)]):  # a chain goes on from here
                after, _ = compiled.step(self.state, step)
                return self._with(after).explain_clicks(clicked[len(spots) :])
        return view.explain_clicks(self.state, tuple(clicked))

    def effects(self, move: str) -> tuple[Effect, ...]:
        """What a move changes on the board, in order and in words."""
        after = self._after(move)
        return self._rulebook.view.effects(self.state, self.game.move_numbers(move), after)

    def effects_to(self, after: "Position", move: str) -> tuple[Effect, ...]:
        """The effects of a move that is known to lead to a position: nothing is checked or played again."""
        return self._rulebook.view.effects(self.state, self.game.move_numbers(move), after.state)

    def explain(self, move: str) -> Message | None:
        """Why a move is not legal, or None if it is."""
        try:
            self._after(self.draw_lot(move))
        except MoveError as error:
            return error.reason
        return None

    def written(self, move: str) -> str:
        """A legal move as it is written for people."""
        if self._is_lot(move):
            return move
        return self._rulebook.view.written(self.state, self.game.move_numbers(move), self._after(move))

    @property
    def typed(self) -> tuple[Typed, ...]:
        """What a person may type at a terminal instead of a move."""
        return () if self.result else self._rulebook.view.typed(self.state)

    def meant(self, line: str) -> str:
        """The move that a person means by a typed line: its text, in any case, or something shorter with its answer, or
        the spots that one would click for it.

        What means nothing comes back as it is: playing it gives the reason.

        >>> import taflheim
        >>> position = taflheim.game("quoridor").start()
        >>> position.meant("E8"), position.meant("h e3"), position.meant("x"), position.meant("nonsense")
        ('e8', 'e3h', 'pass', 'nonsense')
        >>> position = taflheim.game("halatafl").start()
        >>> position.meant("d4 d5"), position.meant("D4 - D5"), position.meant("d4 d7")
        ('d4-d5', 'd4-d5', 'd4-d7')
        """
        return meant(self, line)

    def diagram(self, style: Literal["ascii", "unicode"] = "ascii", labels: Mapping[str, str] | None = None) -> str:
        """The board as text, with coordinates; `labels` are written on spots, over what stands there."""
        from taflheim.games.diagram import draw

        return draw(self.game.layout, self.pieces, style, labels or {})

    def _repr_svg_(self) -> str:
        """What a notebook shows. Found by name: games know nothing of what draws them."""
        return str(import_module("taflheim.draw.svg").picture(self))

    # ---- a value --------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return self._rulebook.text.format(self.state)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.state == other.state and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.state)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.state)

    # ---- inside ---------------------------------------------------------------------------------------------------

    @property
    def _rulebook(self) -> Rulebook:
        return self.game.rulebook

    def _with(self, state: State) -> Self:
        return type(self)(self.game, state)

    def _is_lot(self, move: object) -> bool:
        return isinstance(move, str) and move in self._rulebook.chance

    def _after_clicks(self, clicked: Sequence[str]) -> Choices | str | None:
        return {} if self.result else follow_clicks(self._rulebook, self.state, clicked)

    def _after(self, move: str) -> State:
        """The state after a move whose outcome is known; raises the error that says why there is none."""
        numbers = self.game.move_numbers(move)
        rulebook, compiled = self.game.rulebook, self.game.rulebook.compiled
        state: State
        if rulebook.chance and (numbers[0] in rulebook.lots or numbers[0] >= self.game.action_size):
            return self._after_lot(move, numbers[0])
        state, how = compiled.tried(self.state, numbers[0])
        done = 1
        while how == compiled.GOES_ON and done < len(numbers):
            state, how = compiled.tried(state, numbers[done])
            done += 1
        if how >= compiled.ILLEGAL:
            raise IllegalMove(self._why_not(state, numbers[done - 1], how))
        if done < len(numbers):
            raise IllegalMove(say("too_long", rest=rulebook.text.move_text(numbers[done:])))
        if how == compiled.GOES_ON:
            raise IllegalMove(rulebook.text.say("must_go_on"))
        if move != (short := rulebook.text.move_text(numbers)):
            long = rulebook.view.written(self.state, numbers, state)
            if move != long:
                raise IllegalMove(say("written_wrong", short=short, long=long))
        return state

    def _after_lot(self, move: str, number: int) -> State:
        """The same for an outcome of a move of chance."""
        if self.result:
            raise IllegalMove(say("game_over"))
        if self._is_lot(move):
            raise IllegalMove(say("lot", move=move, example=self.outcomes(move)[0]))
        if not any(move in self.outcomes(lot) for lot in self._rulebook.chance):
            raise IllegalMove(self._rulebook.view.explain(self.state, number))
        state: State
        state, _ = self._rulebook.compiled.step(self.state, number)
        return state

    def _why_not(self, state: State, number: int, how: int) -> Message:
        if how == self._rulebook.compiled.OVER:
            return say("game_over")
        return self._rulebook.view.explain(state, number)


def _chain_texts(rulebook: Rulebook, listing: list[int]) -> Iterator[str]:
    """The texts of moves that are listed with their lengths before their steps."""
    text, at = rulebook.text.move_text, 0
    while at < len(listing):
        end = at + 1 + listing[at]
        yield text(listing[at + 1 : end])
        at = end


@cache
def _start_counts(game: "Game") -> dict[str, int]:
    seed = 0 if game.rulebook.seeded else None
    counts = Counter(piece.side for piece in game.start(seed).pieces)
    return {side: counts[side] for side in game.sides}


@cache
def _counted_sides(game: "Game") -> tuple[str, ...]:
    """The sides whose captured pieces are worth telling: those with a player, and more than one piece."""
    counts = _start_counts(game)
    return tuple(side for side in counts if counts[side] > 1 and side in game.seats) if len(game.seats) > 1 else ()
