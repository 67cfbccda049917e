"""The demon and the well as Gymnasium environments, one game or many.

An observation is a dictionary: ``board`` (0 for an empty cell, otherwise the number of the piece; the top line first), ``pieces``
(the next ones, as many as ``window``; 0 after the last), and for the demon ``after_tetris`` (whether a Tetris would earn 1200 points).
An action is ``columns * rotation + column``; ``info["action_mask"]`` has 1 for those that can be played. Any other ends the game,
as the contest and the task have it. The reward is the points of the piece (demon) or 1 for each figure placed (well).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from laplace import _native, demon, well

Observation = dict[str, Any]

ROTATIONS = 4
DEFAULT_WINDOW = 7
DEFAULT_FIGURES = 1000
# The largest seed of a game that Gymnasium's generator draws.
_MAX_SEED = 2**63 - 1

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


def _window(window: int | None, whole: int) -> int:
    """The number of pieces in an observation; ``None`` is the whole future."""
    return whole if window is None else min(max(window, 1), whole)


class _Env(gym.Env[Observation, np.int64]):
    """What both environments share."""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 8}

    _game: _native.DemonEnv | _native.WellEnv
    _board: npt.NDArray[np.uint8]
    _has_after_tetris: bool

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action."""
        observed, reward, is_over, score, placed = self._game.step(int(action))
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
        if self.render_mode == "rgb_array":
            return picture(self._board)
        if self.render_mode == "ansi":
            return self._game.text()
        return None


class DemonEnv(_Env):
    """``laplace/Demon-v0``: one game of the demon.

    ``limit`` is the number of pieces of a game, ``window`` the number of pieces in an observation (``None`` for the whole future).
    ``reset(options={"s": 231})`` plays that seed; otherwise it is drawn.
    """

    _has_after_tetris = True

    def __init__(
        self, limit: int = demon.MAX_MOVES, window: int | None = DEFAULT_WINDOW, render_mode: str | None = None
    ) -> None:
        self.render_mode = render_mode
        self._limit = limit
        shown = _window(window, limit)
        self.observation_space = _observation_space(demon.LINES, demon.COLUMNS, shown, after_tetris=True)
        self.action_space = spaces.Discrete(ROTATIONS * demon.COLUMNS)
        self._game = self._demon = _native.DemonEnv(limit, shown)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game."""
        super().reset(seed=seed)
        chosen = (options or {}).get("s")
        s = int(self.np_random.integers(1_000_001)) if chosen is None else int(chosen)
        observation, info = self._observation(self._demon.reset(s))
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
        self.render_mode = render_mode
        self._figures = figures
        self._family = family
        shown = _window(window, figures)
        self.observation_space = _observation_space(depth, well.COLUMNS, shown, after_tetris=False)
        self.action_space = spaces.Discrete(ROTATIONS * well.COLUMNS)
        self._game = self._well = _native.WellEnv(depth, shown)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game."""
        super().reset(seed=seed)
        chosen = (options or {}).get("figures")
        if chosen is None:
            chosen = well.generate(self._figures, int(self.np_random.integers(_MAX_SEED)), self._family)
        observation, info = self._observation(self._well.reset([int(figure) for figure in chosen]))
        return observation, {**info, "score": 0, "placed": 0}


class _VectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """What both vectorised environments share. A game that has ended begins anew with the next step, whose action is ignored."""

    metadata: dict[str, Any] = {
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": 8,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    _games: _native.DemonBatch | _native.WellBatch
    _has_after_tetris: bool
    _boards: npt.NDArray[np.uint8]

    def _prepare(
        self, num_envs: int, rows: int, columns: int, window: int, after_tetris: bool, render_mode: str | None
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = _observation_space(rows, columns, window, after_tetris)
        self.single_action_space = spaces.Discrete(ROTATIONS * columns)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._has_after_tetris = after_tetris
        self._all = np.ones(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games, or those of ``options["reset_mask"]``; game ``i`` of a seed is that of ``seed + i``."""
        seeds: list[int | None]
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
            seeds = [None if seed is None else seed + index for index in range(self.num_envs)]
        else:
            seeds = list(seed)
        drawn = [int(self.np_random.integers(_MAX_SEED)) if one is None else int(one) for one in seeds]
        which = (options or {}).get("reset_mask")
        if which is None:
            observed = self._games.reset(drawn)
        else:
            observed = self._games.reset_some([bool(chosen) for chosen in which], drawn)
        return self._observation(observed)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in every game."""
        observed, rewards, over, scores, placed = self._games.step(np.ascontiguousarray(actions, dtype=np.int64))
        observation, info = self._observation(observed)
        info.update(score=scores, _score=self._all, placed=placed, _placed=self._all)
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
        if self.render_mode == "rgb_array":
            return tuple(picture(board) for board in self._boards)
        if self.render_mode == "ansi":
            return tuple(self._games.boards())
        return None


class DemonVectorEnv(_VectorEnv):
    """Many games of the demon, stepped in Rust."""

    def __init__(
        self,
        num_envs: int = 1,
        limit: int = demon.MAX_MOVES,
        window: int | None = DEFAULT_WINDOW,
        render_mode: str | None = None,
    ) -> None:
        shown = _window(window, limit)
        self._prepare(num_envs, demon.LINES, demon.COLUMNS, shown, True, render_mode)
        self._games = _native.demon_batch(num_envs, limit, shown)


class WellVectorEnv(_VectorEnv):
    """Many games of the well, stepped in Rust."""

    def __init__(
        self,
        num_envs: int = 1,
        figures: int = DEFAULT_FIGURES,
        window: int | None = DEFAULT_WINDOW,
        depth: int = well.ROWS,
        family: str = "uniform",
        render_mode: str | None = None,
    ) -> None:
        shown = _window(window, figures)
        self._prepare(num_envs, depth, well.COLUMNS, shown, False, render_mode)
        self._games = _native.well_batch(num_envs, figures, depth, family, shown)
