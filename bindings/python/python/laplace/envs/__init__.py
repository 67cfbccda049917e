"""Environments for Gymnasium and PettingZoo: ``pip install "laplace[envs]"``.

``laplace/Demon-v0`` and ``laplace/Well-v0`` are Gymnasium environments, also as vectorised ones that are stepped in Rust. Importing this
module registers them, and so does ``gym.make("laplace.envs:laplace/Demon-v0")``.

>>> import gymnasium as gym
>>> import laplace.envs
>>> env = gym.make("laplace/Demon-v0", window=5)
>>> observation, info = env.reset(seed=1, options={"s": 31})
>>> observation["board"].shape, observation["pieces"].tolist()
((24, 12), [1, 3, 5, 3, 4])
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> envs = gym.make_vec("laplace/Well-v0", num_envs=8)
>>> envs.reset(seed=1)[0]["board"].shape
(8, 20, 10)

``laplace.envs.blobwar_v0`` is a PettingZoo environment of the turn-based kind:

>>> from laplace.envs import blobwar_v0
>>> env = blobwar_v0.env(variant="ataxx")
>>> env.reset()
>>> env.agents
['player_0', 'player_1']
"""

from gymnasium.envs import registration

from laplace.envs.tetris import DemonEnv, DemonVectorEnv, WellEnv, WellVectorEnv

__all__ = ["DemonEnv", "DemonVectorEnv", "WellEnv", "WellVectorEnv"]

for _name in ("Demon", "Well"):
    registration.register(
        id=f"laplace/{_name}-v0",
        entry_point=f"laplace.envs.tetris:{_name}Env",
        vector_entry_point=f"laplace.envs.tetris:{_name}VectorEnv",
    )
