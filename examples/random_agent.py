"""A random agent, in a game of PettingZoo and in one of Gymnasium.

python examples/random_agent.py quoridor players=4
python examples/random_agent.py hivolts
"""

import sys

import taflheim
import taflheim.rl


def play_together(name: str, seed: int, **options: str) -> dict[str, float]:
    """A game of two or more; the reward of each agent."""
    env = taflheim.rl.aec_env(name, **options)
    env.reset(seed=seed)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        rewards[agent] += float(reward)
        env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
    print(env.position.diagram())
    return rewards


def play_alone(name: str, seed: int, **options: str) -> dict[str, float]:
    """A game of one, and its reward."""
    env = taflheim.rl.gym_env(name, **options)
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    over = cut = False
    reward = 0.0
    while not over and not cut:
        _, reward, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
    print(env.position.diagram())
    return {env.game.seats[0]: reward}


def main(arguments: list[str]) -> None:
    """The name of a game, then its options."""
    name, *rest = arguments
    options = dict(option.split("=", 1) for option in rest)
    alone = len(taflheim.game(name, **options).seats) == 1
    print((play_alone if alone else play_together)(name, 1, **options))


if __name__ == "__main__":
    main(sys.argv[1:])
