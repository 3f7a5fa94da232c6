"""Names of the games for one in Gymnasium: `gymnasium.make("taflheim/hivolts-v0")`, once `taflheim.rl` is imported."""

import gymnasium

from taflheim.games.registry import rulebooks


def register_games() -> None:
    """Tell Gymnasium of every game for one that it does not know yet."""
    for name, rulebook in rulebooks().items():
        known = f"taflheim/{name}-v0"
        if rulebook.players == (1,) and known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point="taflheim.rl:gym_env",
                vector_entry_point="taflheim.rl:vector_env",
                kwargs={"name": name},
            )
