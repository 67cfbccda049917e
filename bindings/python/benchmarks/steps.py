"""Steps a second with a random policy on one core, beside Tetris-Gymnasium in the same run.

    pip install "laplace[envs]" tetris-gymnasium
    taskset -c 0 python bindings/python/benchmarks/steps.py [SECONDS]

Each environment is measured in rounds that take turns, so that a busy machine slows all of them alike; the median counts.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import gymnasium as gym
import numpy as np

import laplace.envs  # noqa: F401

ROUNDS = 7
BATCH = 256


def single(env: gym.Env, masked: bool) -> Callable[[float], float]:
    """Steps a second of one environment; a masked policy chooses among the moves that can be played."""
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    chance = random.Random(1)

    def run(seconds: float) -> float:
        nonlocal info
        steps = 0
        begin = time.perf_counter()
        while (elapsed := time.perf_counter() - begin) < seconds:
            for _ in range(50):
                if masked:
                    legal = info["action_mask"].nonzero()[0]
                    action = legal[int(chance.random() * len(legal))]
                else:
                    action = env.action_space.sample()
                _, _, terminated, truncated, info = env.step(action)
                steps += 1
                if terminated or truncated:
                    _, info = env.reset()
        return steps / elapsed

    return run


def many(envs: gym.vector.VectorEnv, masked: bool) -> Callable[[float], float]:
    """Steps a second of all games of a vectorised environment together."""
    envs.action_space.seed(1)
    _, info = envs.reset(seed=1)
    chance = np.random.default_rng(1)

    def run(seconds: float) -> float:
        nonlocal info
        steps = 0
        begin = time.perf_counter()
        while (elapsed := time.perf_counter() - begin) < seconds:
            if masked:
                # A random move that can be played: the largest of random numbers among them.
                mask = info["action_mask"]
                actions = (chance.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)
            else:
                actions = envs.action_space.sample()
            _, _, _, _, info = envs.step(actions)
            steps += envs.num_envs
        return steps / elapsed

    return run


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    from tetris_gymnasium.envs.tetris import Tetris  # noqa: F401

    runs = {
        "Tetris-Gymnasium": single(gym.make("tetris_gymnasium/Tetris"), masked=False),
        "laplace/Demon-v0": single(gym.make("laplace/Demon-v0"), masked=False),
        "laplace/Demon-v0, legal moves": single(gym.make("laplace/Demon-v0"), masked=True),
        "laplace/Well-v0, legal moves": single(gym.make("laplace/Well-v0"), masked=True),
        f"laplace/Demon-v0 x {BATCH}": many(gym.make_vec("laplace/Demon-v0", num_envs=BATCH), masked=False),
        f"laplace/Demon-v0 x {BATCH}, legal moves": many(gym.make_vec("laplace/Demon-v0", num_envs=BATCH), masked=True),
        f"laplace/Well-v0 x {BATCH}, legal moves": many(gym.make_vec("laplace/Well-v0", num_envs=BATCH), masked=True),
    }
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            rates[name].append(run(seconds))
    base = statistics.median(rates["Tetris-Gymnasium"])
    for name, measured in rates.items():
        rate = statistics.median(measured)
        print(f"{name:<45} {rate:>12,.0f} steps/s  {rate / base:>8.1f} x")


if __name__ == "__main__":
    main()
