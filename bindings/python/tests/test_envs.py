"""The environments: the libraries' own checkers, and the rules of the games behind them."""

import subprocess
import sys
import warnings

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from pettingzoo.test import api_test, seed_test

import laplace.envs  # noqa: F401
from laplace import blobwar, demon, well
from laplace.envs import blobwar_v0

IDS = ["laplace/Demon-v0", "laplace/Well-v0"]


@pytest.mark.parametrize("render_mode", [None, "rgb_array", "ansi"])
@pytest.mark.parametrize("window", [1, 7, None])
@pytest.mark.parametrize("name", IDS)
def test_gymnasiums_checker_has_nothing_to_say(name, window, render_mode):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make(name, window=window, render_mode=render_mode)
        check_env(env.unwrapped)


def test_gymnasium_imports_the_environments_by_their_module():
    code = "import gymnasium; gymnasium.make('laplace.envs:laplace/Well-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


@pytest.mark.parametrize("name", IDS)
def test_the_same_seed_gives_the_same_episode(name):
    check_environments_match(gym.make(name), gym.make(name), num_steps=200, seed=3)


def test_the_demon_environment_plays_the_demons_game():
    env = gym.make("laplace/Demon-v0", window=None, limit=300)
    observation, info = env.reset(seed=1, options={"s": 231})
    assert info["s"] == 231 and observation["pieces"].tolist() == demon.sequence(231, 300).tolist()
    game = demon.Game(231, limit=300)
    chance = np.random.default_rng(1)
    terminated = False
    while not terminated:
        legal = np.flatnonzero(info["action_mask"])
        assert sorted(divmod(int(action), 12)[::-1] for action in legal) == sorted(game.legal_moves())
        action = int(chance.choice(legal))
        step = game.play((action % 12, action // 12))
        observation, reward, terminated, truncated, info = env.step(action)
        assert reward == step.points and info["score"] == game.score and not truncated
        assert (observation["board"] == game.board).all()
        assert observation["after_tetris"] == game.is_after_tetris
        assert terminated == game.is_over
        assert observation["pieces"][: 300 - game.placed].tolist() == game.upcoming(300)
    assert not info["action_mask"].any()


def test_a_solution_earns_its_score():
    solution = demon.solve(31, 200, effort=1)
    env = gym.make("laplace/Demon-v0", limit=200)
    env.reset(options={"s": 31})
    steps = [env.step(12 * int(rotation) + int(column)) for column, rotation in solution.moves]
    assert sum(step[1] for step in steps) == solution.score > 0
    assert [step[2] for step in steps] == [False] * 199 + [True]


def test_the_well_environment_plays_the_wells_game():
    figures = well.generate(60, seed=2)
    env = gym.make("laplace/Well-v0", figures=60, window=None, depth=6)
    observation, info = env.reset(options={"figures": figures})
    assert observation["pieces"].tolist() == figures.tolist()
    game = well.Game(figures, depth=6)
    chance = np.random.default_rng(1)
    terminated = False
    while not terminated:
        legal = np.flatnonzero(info["action_mask"])
        assert sorted(divmod(int(action), 10) for action in legal) == sorted(game.legal_moves())
        action = int(chance.choice(legal))
        before = game.placed
        game.play(divmod(action, 10))
        observation, reward, terminated, _, info = env.step(action)
        assert reward == game.placed - before and terminated == game.is_over
        assert (observation["board"] == game.board).all()


@pytest.mark.parametrize("name, action", [("laplace/Demon-v0", 11), ("laplace/Well-v0", 19)])
def test_a_move_that_cannot_be_played_ends_the_game(name, action):
    env = gym.make(name)
    env.reset(seed=1, options={"s": 31, "figures": [1] * 10})
    observation, reward, terminated, _, info = env.step(action)
    assert terminated and reward == 0 and not info["action_mask"].any() and not observation["board"].any()


@pytest.mark.parametrize("name", IDS)
def test_a_vectorised_environment_is_many_single_ones(name):
    count = 5
    # Short games, so that they end and begin anew.
    settings = {"limit": 12} if "Demon" in name else {"figures": 12}
    envs = gym.make_vec(name, num_envs=count, **settings)
    assert type(envs.unwrapped).__module__ == "laplace.envs.tetris"
    observation, info = envs.reset(seed=9)
    assert envs.observation_space.contains(observation)
    again, _ = envs.reset(seed=9)
    assert all((observation[key] == again[key]).all() for key in observation)
    chance = np.random.default_rng(4)
    over = np.zeros(count, dtype=bool)
    ended = 0
    boards = observation["board"]
    for _ in range(60):
        masks = info["action_mask"]
        actions = np.array(
            [0 if over[index] else chance.choice(np.flatnonzero(masks[index])) for index in range(count)]
        )
        observation, rewards, terminated, truncated, info = envs.step(actions)
        assert envs.observation_space.contains(observation) and not truncated.any()
        assert rewards.dtype == np.float64 and terminated.dtype == np.bool_
        for index in range(count):
            if over[index]:
                assert not observation["board"][index].any() and rewards[index] == 0 and not terminated[index]
            else:
                assert (observation["board"][index] != boards[index]).any()
        ended += terminated.sum()
        over = terminated
        boards = observation["board"]
    assert ended >= count
    with pytest.raises(laplace.InputError, match="expected 5 actions"):
        envs.unwrapped.step(np.zeros(3, dtype=np.int64))


def test_games_of_a_batch_follow_the_rules():
    envs = laplace.envs.WellVectorEnv(num_envs=3, figures=40, window=None, depth=7)
    observation, info = envs.reset(seed=[1, 2, 3])
    games = [well.Game(figures, depth=7) for figures in observation["pieces"]]
    over = np.zeros(3, dtype=bool)
    while not over.any():
        actions = np.array([int(np.flatnonzero(mask)[-1]) for mask in info["action_mask"]])
        for game, action in zip(games, actions, strict=True):
            game.play(divmod(int(action), 10))
        observation, rewards, over, _, info = envs.step(actions)
        assert all((board == game.board).all() for board, game in zip(observation["board"], games, strict=True))
        assert over.tolist() == [game.is_over for game in games]
        assert info["placed"].tolist() == [game.placed for game in games]


def test_some_games_of_a_batch_begin_anew():
    envs = laplace.envs.DemonVectorEnv(num_envs=3)
    _, info = envs.reset(seed=[1, None, 3])
    actions = np.array([int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]])
    envs.step(actions)
    mask = np.array([True, False, False])
    observation, _ = envs.reset(seed=[7, 8, 9], options={"reset_mask": mask})
    assert [board.any() for board in observation["board"]] == [False, True, True]


def test_pictures():
    env = gym.make("laplace/Demon-v0", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (24 * 12, 12 * 12, 3) and env.render().dtype == np.uint8
    env = gym.make("laplace/Well-v0", render_mode="ansi", depth=3)
    env.reset(seed=1, options={"figures": [4, 4]})
    env.step(0)
    assert env.render() == " " * 10 + "\n" + "11" + " " * 8 + "\n" + "11" + " " * 8 + "\n"
    envs = gym.make_vec("laplace/Demon-v0", num_envs=2, render_mode="ansi")
    envs.reset(seed=1)
    assert [len(text.split()) for text in envs.render()] == [24, 24]


@pytest.mark.parametrize(
    "settings",
    [{}, {"variant": "ataxx"}, {"variant": "course"}, {"map": "island"}, {"map": "island", "rules": "ends"},
     {"start": "x5o/7/7/7/7/7/o5x o 0 1", "rules": "ends"}],
    ids=str,
)  # fmt: skip
def test_pettingzoos_checkers_have_nothing_to_say(settings):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(blobwar_v0.env(**settings), num_cycles=300, verbose_progress=False)
        seed_test(lambda: blobwar_v0.env(**settings), num_cycles=50)


def test_a_game_of_the_pettingzoo_environment():
    env = blobwar_v0.env(variant="ataxx", render_mode="ansi")
    env.reset()
    position = blobwar.Position(variant="ataxx")
    chance = np.random.default_rng(1)
    agents = {"blue": "player_0", "red": "player_1"}
    totals = dict.fromkeys(agents.values(), 0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert agent == agents[position.turn] and env.render() == str(position)
        mine = 1 if agent == "player_0" else -1
        assert (observation[..., 0] == (position.board == mine)).all()
        assert (observation[..., 1] == (position.board == -mine)).all()
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        position = position.play(position.move_of_action(action))
        env.step(action)
    assert position.is_over
    wanted = {"draw": (0, 0), "blue": (1, -1), "red": (-1, 1)}[position.winner]
    assert tuple(totals.values()) == wanted


def test_an_illegal_move_loses():
    # The wrapper reports it as a warning of its logger.
    env = blobwar_v0.env()
    env.reset()
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1
    assert blobwar_v0.raw_env(render_mode="rgb_array").render().shape == (8 * 24, 8 * 24, 3)
