"""The demon and the well as Gymnasium environments, one game or many.

An observation is a dictionary: ``board`` (0 for an empty cell, otherwise the number of the piece; the top line first), ``pieces``
(the next ones, as many as ``window``; 0 after the last), and for the demon ``after_tetris`` (whether a Tetris would earn 1200 points).
An action is ``columns * rotation + column``; ``info["action_mask"]`` has 1 for those that can be played. Any other ends the game,
as the contest and the task have it. The reward is the points of the piece (demon) or 1 for each figure placed (well).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from laplace import _native, demon, well
from laplace._values import integer, one_of, optional_integer, options_of, refusal
from laplace.errors import InputError

Observation = dict[str, Any]

ROTATIONS = 4
DEFAULT_WINDOW = 7
DEFAULT_FIGURES = 1000
# The largest seed of a game that Gymnasium's generator draws.
_MAX_SEED = 2**63 - 1
# The most games of a vectorised environment: their boards alone have hundreds of megabytes.
_MAX_ENVS = 1_000_000
# How many numbers a game of a vectorised environment draws at once.
_DRAWN_AT_ONCE = 32

# An empty cell, then the seven pieces.
_PALETTE = np.array(
    [(24, 26, 31), (0, 188, 212), (63, 81, 181), (255, 152, 0), (76, 175, 80), (244, 67, 54), (156, 39, 176), (255, 214, 0)],
    dtype=np.uint8,
)  # fmt: skip
_CELL_PIXELS = 12


def picture(board: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """A board as an image: rows, columns, RGB; cells have a dark edge."""
    image = _PALETTE[board].repeat(_CELL_PIXELS, axis=0).repeat(_CELL_PIXELS, axis=1)
    image[::_CELL_PIXELS] = 0
    image[:, ::_CELL_PIXELS] = 0
    return image


def _observation_space(rows: int, columns: int, window: int, after_tetris: bool) -> spaces.Dict:
    parts: dict[str, spaces.Space[Any]] = {
        "board": spaces.Box(0, 7, (rows, columns), np.uint8),
        "pieces": spaces.Box(0, 7, (window,), np.uint8),
    }
    if after_tetris:
        parts["after_tetris"] = spaces.Discrete(2)
    return spaces.Dict(parts)


def _window(window: int | None, whole: int, most: int) -> int:
    """The number of pieces in an observation; ``None`` is the whole future, and more than that is all of it."""
    return whole if window is None else min(integer(window, "a window", 1, most), whole)


def _limit(limit: int) -> int:
    return integer(limit, "a number of moves", 1, demon.MAX_MOVES)


def _figure_count(figures: int) -> int:
    return integer(figures, "a number of figures", 1, well.MAX_FIGURES)


def _depth(depth: int) -> int:
    return integer(depth, "a depth", 1, well.ROWS)


def _check_render_mode(render_mode: str | None) -> None:
    one_of(render_mode, "a render mode", (None, "rgb_array", "ansi"))


def _chosen_seed(options: Mapping[str, Any]) -> int | None:
    """The demon's seed that the options ask for."""
    chosen = options.get("s")
    return None if chosen is None else integer(chosen, "a seed", 0, demon.MAX_SEED)


# The seeds of a game of the demon, and those of the figures of a game of the well, are below these.
_DEMON_SEEDS = demon.MAX_SEED + 1
_WELL_SEEDS = _MAX_SEED


class _Env(gym.Env[Observation, np.int64]):
    """What both environments share."""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 8}

    _game: _native.DemonEnv | _native.WellEnv
    _board: npt.NDArray[np.uint8]
    _has_after_tetris: bool
    _actions: int
    # Whether there is a game to play on: neither before the first reset nor after the end.
    _is_playing = False

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action."""
        if not self._is_playing:
            raise ResetNeeded("there is no game, or it is over: call reset() first")
        if not isinstance(action, (int, np.integer)) or isinstance(action, bool):
            raise refusal(action, f"an action from 0 to {self._actions - 1}")
        # An action that cannot be played ends the game, also one beyond the largest.
        number = min(max(int(action), -1), self._actions)
        observed, reward, is_over, score, placed = self._game.step(number)
        self._is_playing = not is_over
        observation, info = self._observation(observed)
        info["score"] = score
        info["placed"] = placed
        return observation, reward, is_over, False, info

    def _observation(self, observed: tuple[Any, ...]) -> tuple[Observation, dict[str, Any]]:
        board, pieces, after_tetris, mask = observed
        self._board = board
        if self._has_after_tetris:
            return {"board": board, "pieces": pieces, "after_tetris": after_tetris}, {"action_mask": mask}
        return {"board": board, "pieces": pieces}, {"action_mask": mask}

    def render(self) -> Any:
        """The board: an image, or a text."""
        if not hasattr(self, "_board"):
            raise ResetNeeded("there is no game: call reset() first")
        if self.render_mode == "rgb_array":
            return picture(self._board)
        if self.render_mode == "ansi":
            return self._game.text()
        return None


class DemonEnv(_Env):
    """``laplace/Demon-v0``: one game of the demon.

    ``limit`` is the number of pieces of a game, ``window`` the number of pieces in an observation (``None`` for the whole future;
    never more than a game has).
    ``reset(options={"s": 231})`` plays that seed; otherwise it is drawn.
    """

    _has_after_tetris = True

    def __init__(
        self, limit: int = demon.MAX_MOVES, window: int | None = DEFAULT_WINDOW, render_mode: str | None = None
    ) -> None:
        _check_render_mode(render_mode)
        self.render_mode = render_mode
        limit = _limit(limit)
        shown = _window(window, limit, demon.MAX_MOVES)
        self.observation_space = _observation_space(demon.LINES, demon.COLUMNS, shown, after_tetris=True)
        self._actions = ROTATIONS * demon.COLUMNS
        self.action_space = spaces.Discrete(self._actions)
        self._game = self._demon = _native.DemonEnv(limit, shown)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game."""
        chosen = _chosen_seed(options_of(options, "s"))
        super().reset(seed=seed)
        s = int(self.np_random.integers(_DEMON_SEEDS)) if chosen is None else chosen
        observation, info = self._observation(self._demon.reset(s))
        self._is_playing = True
        return observation, {**info, "s": s, "score": 0, "placed": 0}


class WellEnv(_Env):
    """``laplace/Well-v0``: one game of the well.

    ``figures`` is the number of figures of a game, ``family`` their kind (``laplace.well.FAMILIES``), ``depth`` the rows of the well,
    ``window`` the number of figures in an observation (``None`` for the whole future). ``reset(options={"figures": [...]})`` plays
    those figures; otherwise they are drawn.
    """

    _has_after_tetris = False

    def __init__(
        self,
        figures: int = DEFAULT_FIGURES,
        window: int | None = DEFAULT_WINDOW,
        depth: int = well.ROWS,
        family: str = "uniform",
        render_mode: str | None = None,
    ) -> None:
        _check_render_mode(render_mode)
        one_of(family, "a family", well.FAMILIES)
        self.render_mode = render_mode
        self._figures = figures = _figure_count(figures)
        self._family = family
        depth = _depth(depth)
        shown = _window(window, figures, well.MAX_FIGURES)
        self.observation_space = _observation_space(depth, well.COLUMNS, shown, after_tetris=False)
        self._actions = ROTATIONS * well.COLUMNS
        self.action_space = spaces.Discrete(self._actions)
        self._game = self._well = _native.WellEnv(depth, shown)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game."""
        chosen = options_of(options, "figures").get("figures")
        if chosen is not None:
            chosen = [integer(figure, "a figure", 1, 7) for figure in chosen]
            if not chosen:
                raise refusal(chosen, "at least one figure")
        super().reset(seed=seed)
        if chosen is None:
            chosen = well.generate(self._figures, int(self.np_random.integers(_WELL_SEEDS)), self._family).tolist()
        observation, info = self._observation(self._well.reset(chosen))
        self._is_playing = True
        return observation, {**info, "score": 0, "placed": 0}


class _VectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """What both vectorised environments share. A game that has ended begins anew with the next step, whose action is ignored.

    Each game has a random generator of its own and draws from it as a single environment does, so that the games of a seed are
    those of Gymnasium's own vectorisation.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": 8,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    _games: _native.DemonBatch | _native.WellBatch
    _has_after_tetris: bool
    _boards: npt.NDArray[np.uint8]
    _seed_count: int
    # The options that reset knows beside "reset_mask".
    _options: tuple[str, ...] = ()
    # Which games begin anew with the next step; `None` before the first reset.
    _over: npt.NDArray[np.bool_] | None = None

    def _prepare(
        self, num_envs: int, rows: int, columns: int, window: int, after_tetris: bool, render_mode: str | None
    ) -> None:
        _check_render_mode(render_mode)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = _observation_space(rows, columns, window, after_tetris)
        self.single_action_space = spaces.Discrete(ROTATIONS * columns)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._has_after_tetris = after_tetris
        self._all = np.ones(num_envs, dtype=np.bool_)
        self._generators = [seeding.np_random()[0] for _ in range(num_envs)]
        self._drawn: list[list[int]] = [[] for _ in range(num_envs)]

    def _seed_generator(self, index: int, seed: int | None) -> None:
        """Begins the generator of a game anew, if there is a seed."""
        if seed is not None:
            self._generators[index] = seeding.np_random(seed)[0]
            self._drawn[index].clear()

    def _draw(self, index: int) -> int:
        """Draws from the generator of a game: several numbers at once, which takes little longer than one."""
        drawn = self._drawn[index]
        if not drawn:
            drawn.extend(self._generators[index].integers(self._seed_count, size=_DRAWN_AT_ONCE)[::-1].tolist())
        return drawn.pop()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        """The seed of each game."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            first = integer(seed, "a seed", 0, _MAX_SEED)
            return [first + index for index in range(self.num_envs)]
        seeds = [optional_integer(one, "a seed", 0, _MAX_SEED) for one in seed]
        if len(seeds) != self.num_envs:
            raise refusal(seed, f"{self.num_envs} seeds, one for each game")
        return seeds

    def _mask(self, which: Any) -> npt.NDArray[np.bool_]:
        """Which games begin anew."""
        if which is None:
            return self._all
        mask = np.asarray(which)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise refusal(which, f"a reset_mask of {self.num_envs} booleans, one for each game")
        if self._over is None and not mask.all():
            raise ResetNeeded("there are no games yet: reset() all of them first")
        return mask

    def _chosen(self, options: Mapping[str, Any]) -> int | None:
        """What the options ask all games to play, in place of what is drawn."""
        return None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games, or those of ``options["reset_mask"]``; game ``i`` of a seed is that of ``seed + i``."""
        known = options_of(options, "reset_mask", *self._options)
        seeds = self._seeds(seed)
        mask = self._mask(known.get("reset_mask"))
        chosen = self._chosen(known)
        begun: list[int | None] = [None] * self.num_envs
        for index in np.flatnonzero(mask).tolist():
            self._seed_generator(index, seeds[index])
            begun[index] = self._draw(index) if chosen is None else chosen
        observation, info = self._observation(self._games.reset(begun))
        self._over = ~mask if self._over is None else self._over & ~mask
        zeros = np.zeros(self.num_envs, dtype=np.int64)
        info.update(score=zeros, _score=mask, placed=zeros.copy(), _placed=mask)
        self._add_seeds(info, mask, [s for s in begun if s is not None])
        return observation, info

    def _add_seeds(self, info: dict[str, Any], mask: npt.NDArray[np.bool_], seeds: list[int]) -> None:
        """Adds the demon's seed of each game that began."""
        if self._has_after_tetris:
            info["s"] = np.zeros(self.num_envs, dtype=np.int64)
            info["s"][mask] = seeds
            info["_s"] = mask

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in every game."""
        if self._over is None:
            raise ResetNeeded("there are no games: call reset() first")
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise refusal(actions, f"{self.num_envs} actions, one for each game: an array of integers")
        if given.shape != (self.num_envs,):
            found = f"{given.size} actions" if given.ndim == 1 else f"actions of the shape {given.shape}"
            expected = f"{self.num_envs} actions, one for each game"
            raise InputError(f"found {found}, expected {expected}", None, found, expected)
        begun = self._over
        drawn = [self._draw(index) for index in np.flatnonzero(begun).tolist()]
        observed, rewards, over, scores, placed = self._games.step(
            np.ascontiguousarray(given, dtype=np.int64), drawn
        )
        self._over = over
        observation, info = self._observation(observed)
        info.update(score=scores.astype(np.int64), _score=self._all, placed=placed.astype(np.int64), _placed=self._all)
        if drawn:
            self._add_seeds(info, begun, drawn)
        return observation, rewards, over, np.zeros(self.num_envs, dtype=np.bool_), info

    def _observation(self, observed: tuple[Any, ...]) -> tuple[Observation, dict[str, Any]]:
        boards, pieces, after_tetris, masks = observed
        self._boards = boards
        info = {"action_mask": masks, "_action_mask": self._all}
        if self._has_after_tetris:
            return {"board": boards, "pieces": pieces, "after_tetris": after_tetris.astype(np.int64)}, info
        return {"board": boards, "pieces": pieces}, info

    def render(self) -> tuple[Any, ...] | None:
        """The boards: images, or texts."""
        if self._over is None:
            raise ResetNeeded("there are no games: call reset() first")
        if self.render_mode == "rgb_array":
            return tuple(picture(board) for board in self._boards)
        if self.render_mode == "ansi":
            return tuple(self._games.boards())
        return None


class DemonVectorEnv(_VectorEnv):
    """Many games of the demon, stepped in Rust. ``reset(options={"s": 231})`` plays that seed in all of them."""

    _options = ("s",)
    _seed_count = _DEMON_SEEDS

    def _chosen(self, options: Mapping[str, Any]) -> int | None:
        return _chosen_seed(options)

    def __init__(
        self,
        num_envs: int = 1,
        limit: int = demon.MAX_MOVES,
        window: int | None = DEFAULT_WINDOW,
        render_mode: str | None = None,
    ) -> None:
        limit = _limit(limit)
        shown = _window(window, limit, demon.MAX_MOVES)
        num_envs = integer(num_envs, "a number of environments", 1, _MAX_ENVS)
        self._prepare(num_envs, demon.LINES, demon.COLUMNS, shown, True, render_mode)
        self._games = _native.demon_batch(num_envs, limit, shown)


class WellVectorEnv(_VectorEnv):
    """Many games of the well, stepped in Rust."""

    _seed_count = _WELL_SEEDS

    def __init__(
        self,
        num_envs: int = 1,
        figures: int = DEFAULT_FIGURES,
        window: int | None = DEFAULT_WINDOW,
        depth: int = well.ROWS,
        family: str = "uniform",
        render_mode: str | None = None,
    ) -> None:
        figures = _figure_count(figures)
        shown = _window(window, figures, well.MAX_FIGURES)
        depth = _depth(depth)
        one_of(family, "a family", well.FAMILIES)
        num_envs = integer(num_envs, "a number of environments", 1, _MAX_ENVS)
        self._prepare(num_envs, depth, well.COLUMNS, shown, False, render_mode)
        self._games = _native.well_batch(num_envs, figures, depth, family, shown)
