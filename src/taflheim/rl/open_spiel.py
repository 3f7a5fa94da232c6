"""The games in OpenSpiel: `register()` makes `pyspiel.load_game("taflheim_quoridor(players=4)")` work.

Chance nodes draw the outcomes of moves of chance. A game with random boards has a parameter `seed`, which says on which
board it begins. OpenSpiel is not among our dependencies: `pip install open_spiel` (Linux and macOS).
"""

from typing import Any

import numpy as np

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("OpenSpiel is not installed: pip install open_spiel", name=error.name) from error

from taflheim.games.batch import Batch
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.games.registry import game as taflheim_game
from taflheim.games.registry import rulebooks
from taflheim.games.rulebook import Rulebook

PREFIX = "taflheim_"
MOST_STEPS = 10_000
"""What OpenSpiel is told about how long a game can be; it is longer than any that is not played to be long."""


def register() -> list[str]:
    """Tell OpenSpiel of all games, and return their names there. To do it again does no harm.

    >>> import pyspiel
    >>> names = register()
    >>> state = pyspiel.load_game("taflheim_quoridor(players=2,rules=strict)").new_initial_state()
    >>> len(state.legal_actions()), state.action_to_string(67), str(state)
    (131, 'e8', 'e9,e1 10,10 - - a')
    """
    known, ours = set(pyspiel.registered_names()), []
    for rulebook in rulebooks().values():
        ours.append(PREFIX + rulebook.name)
        if ours[-1] not in known:
            # A class of its own: OpenSpiel frees what makes games when Python has ended already. With a function that
            # is a crash; a class is never freed.
            made = type(f"Spiel_{rulebook.name}", (SpielGame,), {"rulebook": rulebook})
            pyspiel.register_game(_game_type(rulebook), made)
    return ours


def _game_type(rulebook: Rulebook) -> Any:
    kind = pyspiel.GameType
    most = max(rulebook.players)
    return kind(
        short_name=PREFIX + rulebook.name,
        long_name=rulebook.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if rulebook.chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if rulebook.players == (2,) else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=min(rulebook.players),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=True,
        parameter_specification={
            **{option.name: option.values[0] for option in rulebook.options},
            **({"seed": 0} if rulebook.seeded else {}),
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its options, for OpenSpiel."""

    rulebook: Rulebook

    def __init__(self, params: dict[str, Any] | None = None):
        rulebook, params = self.rulebook, params or {}
        options = {option.name: params.get(option.name, option.values[0]) for option in rulebook.options}
        self.game: Game = taflheim_game(rulebook.name, **options)
        self.seed = int(params.get("seed", 0))
        self.looker = Batch(self.game, 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.action_size,
            max_chance_outcomes=self.game.move_count - self.game.action_size,
            num_players=len(self.game.seats),
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=MOST_STEPS,
            **({"utility_sum": 0.0} if len(rulebook.players) == 1 and rulebook.players[0] == 2 else {}),
        )
        super().__init__(_game_type(rulebook), info, params)

    def new_initial_state(self) -> "SpielState":
        """The start of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Observations are the game's planes."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game that is played, its history included."""

    def __init__(self, spiel: SpielGame):
        super().__init__(spiel)
        # Not the game of OpenSpiel: it copies what a state holds, and could not copy that.
        self.game: Game = spiel.game
        start = spiel.game.start(spiel.seed) if spiel.game.rulebook.seeded else spiel.game.start()
        self.position: Position = start
        self.record: Record = spiel.game.record(start)
        self._steps: list[int] = []
        """The steps of a chain that is not over."""
        self._lot: str | None = None
        """The move of chance whose outcome has to be drawn."""

    def current_player(self) -> Any:
        """The number of who is to move, or OpenSpiel's for chance and for the end."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self._lot else self.position.state.turn

    def is_terminal(self) -> bool:
        """Whether the game is over, by a draw, too."""
        return self.record.result is not None

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal_numbers())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What a move of chance can become, numbered from 0 on."""
        game = self.game
        assert self._lot
        numbers = [game.move_numbers(move)[0] - game.action_size for move in self.position.outcomes(self._lot)]
        return [(number, 1 / len(numbers)) for number in numbers]

    def _apply_action(self, action: int) -> None:
        game = self.game
        if self._lot:
            move = game.move_text([action + game.action_size])
            self.record, self._lot = self.record.play(move), None
            self.position = self.record.position
        elif action in game.rulebook.lots:
            self._lot = game.move_text([action])
        else:
            self.position = self.position.step(action)
            self._steps.append(action)
            if not self.position.ongoing:
                self.record, self._steps = self.record.play(game.move_text(self._steps)), []

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.game
        return game.move_text([action + game.action_size if player == pyspiel.PlayerId.CHANCE else action])

    def returns(self) -> list[float]:
        """1 for who has won, -1 for the others, 0 while the game goes on and for a draw."""
        result, seats = self.record.result, self.game.seats
        if result is None or result.winner is None:
            return [0.0] * len(seats)
        return [1.0 if seat == result.winner else -1.0 for seat in seats]

    def __str__(self) -> str:
        return str(self.position)


class Observer:
    """The planes of a position, as the side to move sees them."""

    def __init__(self, spiel: SpielGame):
        self._batch = spiel.looker
        shape = spiel.looker.observation_shape
        self._planes = np.zeros((1, *shape), np.float32)
        self.tensor = self._planes.reshape(-1)
        self.dict = {"observation": self._planes[0]}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state; everybody is shown what the side to move sees."""
        self._batch.set_position(0, state.position)
        self._batch.observe(self._planes)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position's text."""
        return str(state)
