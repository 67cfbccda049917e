"""The environments: the libraries' own checkers, and the rules of the games behind them."""

import copy
import inspect
import subprocess
import sys
import warnings

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
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


@pytest.mark.parametrize("action", ["illegal", -1, -2, 48, 12 * 2**32, 10 * 2**32])
@pytest.mark.parametrize(
    "name, options, illegal", [("laplace/Demon-v0", {"s": 31}, 11), ("laplace/Well-v0", {"figures": [1] * 10}, 19)]
)
def test_a_move_that_cannot_be_played_ends_the_game(name, options, illegal, action):
    env = gym.make(name, disable_env_checker=True)
    env.reset(seed=1, options=options)
    action = illegal if action == "illegal" else action
    observation, reward, terminated, _, info = env.step(action)
    assert terminated and reward == 0 and not info["action_mask"].any() and not observation["board"].any()
    with pytest.raises(ResetNeeded):
        env.step(0)
    envs = gym.make_vec(name, num_envs=2)
    envs.reset(seed=1)
    assert envs.unwrapped.step(np.array([max(-(2**63), -abs(action)), 48]))[2].tolist() == [True, True]


@pytest.mark.parametrize("name", IDS)
def test_the_games_of_a_batch_are_those_of_gymnasiums_own_vectorisation(name):
    settings = {"limit": 5} if "Demon" in name else {"figures": 5}
    ours, theirs = (
        gym.make_vec(name, num_envs=3, vectorization_mode=mode, **settings) for mode in ("vector_entry_point", "sync")
    )
    assert type(ours.unwrapped) is not type(theirs.unwrapped)
    chance = np.random.default_rng(2)
    # Without a seed the generators go on.
    for seed in (7, None, [1, 2, 3], [5, None, 6]):
        observed, info = ours.reset(seed=seed)
        wanted, their_info = theirs.reset(seed=seed)
        assert info.keys() == their_info.keys()
        # Far enough that every game has ended and begun anew.
        for _ in range(300):
            assert all((observed[key] == wanted[key]).all() for key in wanted)
            assert all((np.asarray(info[key]) == np.asarray(their_info[key])).all() for key in ("score", "placed"))
            masks = info["action_mask"]
            actions = np.array([int(chance.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks])
            observed, rewards, over, _, info = ours.step(actions)
            wanted, their_rewards, their_over, _, their_info = theirs.step(actions)
            assert (rewards == their_rewards).all() and (over == their_over).all()
            assert ("s" in info) == ("s" in their_info)
            if "s" in info:
                assert (info["_s"] == their_info["_s"]).all() and (info["s"] == their_info["s"]).all()


def test_the_demons_seed_can_be_chosen_for_a_batch():
    envs = laplace.envs.DemonVectorEnv(num_envs=2, window=6)
    observation, info = envs.reset(options={"s": 31})
    assert observation["pieces"].tolist() == [demon.sequence(31, 6).tolist()] * 2
    assert info["s"].tolist() == [31, 31] and info["score"].tolist() == info["placed"].tolist() == [0, 0]


def test_environments_need_a_reset_first():
    for env in (laplace.envs.DemonEnv(render_mode="ansi"), laplace.envs.WellVectorEnv(render_mode="rgb_array")):
        with pytest.raises(ResetNeeded):
            env.render()
        with pytest.raises(ResetNeeded):
            env.step(np.zeros(1, dtype=np.int64))


def _vector(**settings):
    return laplace.envs.DemonVectorEnv(**{"num_envs": 3, **settings})


def _stepped(actions):
    envs = _vector()
    envs.reset(seed=1)
    return envs.step(actions)


def _stepped_alone(action):
    env = laplace.envs.DemonEnv()
    env.reset(seed=1)
    return env.step(action)


@pytest.mark.parametrize(
    "call, expected",
    [
        (lambda: _vector().reset(seed=[1, 2]), "3 seeds, one for each game"),
        (lambda: _vector().reset(seed=[1, 2, 3, 4, 5]), "3 seeds, one for each game"),
        (lambda: _vector().reset(seed=-1), f"a seed from 0 to {2**63 - 1}"),
        (lambda: _vector().reset(seed=[1, 2.5, 3]), f"a seed from 0 to {2**63 - 1}"),
        (lambda: _vector().reset(options={"reset_mask": [True]}), "a reset_mask of 3 booleans, one for each game"),
        (lambda: _vector().reset(options={"foo": 1}), "an option: reset_mask, s"),
        (lambda: _vector(num_envs=0), "a number of environments from 1 to 1000000"),
        (lambda: _vector(window=0), "a window from 1 to 9999"),
        (lambda: _vector(limit=0), "a number of moves from 1 to 9999"),
        (lambda: _stepped(np.full(3, np.nan)), "3 actions, one for each game: an array of integers"),
        (lambda: _stepped([1.5, 2.0, 3.0]), "3 actions, one for each game: an array of integers"),
        (lambda: _stepped([[1, 2, 3]]), "3 actions, one for each game"),
        (lambda: _stepped_alone(1.5), "an action from 0 to 47"),
        (lambda: laplace.envs.DemonEnv(window=-1), "a window from 1 to 9999"),
        (lambda: laplace.envs.DemonEnv(window=10**30), "a window from 1 to 9999"),
        (lambda: laplace.envs.DemonEnv(render_mode="human"), "a render mode: None, rgb_array, ansi"),
        (lambda: laplace.envs.DemonEnv().reset(options={"s": 1.5}), "a seed from 0 to 1000000"),
        (lambda: laplace.envs.DemonEnv().reset(options={"seed": 5}), "an option: s"),
        (lambda: laplace.envs.WellEnv(window=0), "a window from 1 to 1000000"),
        (lambda: laplace.envs.WellEnv(figures=0), "a number of figures from 1 to 1000000"),
        (lambda: laplace.envs.WellEnv(depth=21), "a depth from 1 to 20"),
        (lambda: laplace.envs.WellEnv().reset(options={"foo": 1}), "an option: figures"),
        (lambda: laplace.envs.WellEnv().reset(options={"figures": []}), "at least one figure"),
        (lambda: laplace.envs.WellEnv().reset(options={"figures": [1.5]}), "a figure from 1 to 7"),
        (lambda: laplace.envs.WellVectorEnv(family="x"), None),
        (lambda: blobwar_v0.env(render_mode="human"), "a render mode: None, rgb_array, ansi"),
        (lambda: blobwar_v0.raw_env().reset(options={"start": "startpos"}), "a Position of 8 x 8"),
    ],
)
def test_what_is_refused_says_what_was_expected(call, expected):
    with pytest.raises(laplace.InputError) as error:
        call()
    assert error.value.found and error.value.expected
    assert expected is None or error.value.expected == expected


def test_the_pettingzoo_environment_shows_its_settings():
    names = list(inspect.signature(blobwar_v0.env).parameters)
    assert names == list(inspect.signature(blobwar_v0.raw_env).parameters) and "render_mode" in names


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


@pytest.mark.parametrize("name", ["Demon", "Well"])
def test_a_deep_copy_of_an_environment_goes_on_by_itself(name):
    env = gym.make(f"laplace/{name}-v0")
    envs = gym.make_vec(f"laplace/{name}-v0", num_envs=3)
    for made, action in ((env, 0), (envs, np.zeros(3, dtype=np.int64))):
        made.reset(seed=4)
        made.step(action)
        other = copy.deepcopy(made)
        board = other.step(action)[0]["board"]
        other.step(action)
        # The original has not moved: the same action gives the same board.
        assert (made.step(action)[0]["board"] == board).all()
