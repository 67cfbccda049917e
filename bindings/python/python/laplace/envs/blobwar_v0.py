"""Blobwar and Ataxx as a PettingZoo environment: ``player_0``, blue, and ``player_1``, red, in turn.

An observation has four planes over the board, row 0 at the bottom: the agent's blobs, the opponent's, the holes, and the moves since
the last doubling (0 to 100). ``info["action_mask"]`` has 1 for each legal move; ``Position.move_of_action`` has the text of one. The
winner's reward is 1, the loser's -1; a draw is 0 for both.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped, unused-ignore]

from laplace._values import one_of, refusal
from laplace.blobwar import Position

__all__ = ["env", "raw_env"]

AGENTS = ("player_0", "player_1")
"""Blue and red, numbered as on the exercise sheet."""
_PLAYERS = {"blue": AGENTS[0], "red": AGENTS[1]}
_PLANES = 4
_CELL_PIXELS = 24
# Empty, blue, a hole, red: a board's -1 is the last one.
_PALETTE = np.array([(236, 236, 232), (38, 90, 200), (60, 60, 60), (205, 50, 50)], dtype=np.uint8)


def env(
    variant: str | None = None,
    map: str | None = None,
    rules: str | None = None,
    start: str | Position = "startpos",
    render_mode: str | None = None,
) -> AECEnv[str, npt.NDArray[np.int8], int]:
    """The environment with PettingZoo's wrappers: an illegal move loses. Settings are those of :class:`raw_env`."""
    wrapped: Any = raw_env(variant, map, rules, start, render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


# The name that PettingZoo's environments have.
class raw_env(AECEnv[str, npt.NDArray[np.int8], int]):  # type: ignore[misc, unused-ignore]
    """The environment itself.

    ``variant``, ``map`` and ``rules`` choose the game as in :class:`laplace.blobwar.Position`; ``start`` is any position.
    ``reset(options={"start": position})`` begins elsewhere.
    """

    metadata: dict[str, Any] = {
        "name": "blobwar_v0",
        "render_modes": ["rgb_array", "ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str | None = None,
        map: str | None = None,
        rules: str | None = None,
        start: str | Position = "startpos",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        one_of(render_mode, "a render mode", (None, *self.metadata["render_modes"]))
        self.render_mode = render_mode
        self._start = start if isinstance(start, Position) else Position(start, variant=variant, map=map, rules=rules)
        self.position = self._start
        size = self._start.size
        self.possible_agents = list(AGENTS)
        self._action_spaces = {agent: spaces.Discrete(self._start.action_count) for agent in AGENTS}
        shape = (size, size, _PLANES)
        self._observation_spaces = {agent: spaces.Box(0, 100, shape, np.int8) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. There is no chance in it, so that the seed does not matter."""
        # Other options are for other environments: PettingZoo's checker passes one.
        start = (options or {}).get("start", self._start)
        if not isinstance(start, Position) or start.size != self._start.size:
            raise refusal(start, f"a Position of {self._start.size} x {self._start.size}")
        self.position = start
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._select()

    def observe(self, agent: str) -> npt.NDArray[np.int8]:
        board = self.position.board
        mine = 1 if agent == AGENTS[0] else -1
        clock = np.full(board.shape, self.position.clock)
        return np.stack([board == mine, board == -mine, board == 2, clock], axis=-1).astype(np.int8)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type, unused-ignore]
            return
        if action is None:
            raise refusal(action, "an action: the agent has not ended")
        self.position = self.position.play(self.position.move_of_action(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Selects the agent to move, and ends the game if it is over."""
        self.agent_selection = _PLAYERS[self.position.turn]
        mask = self.position.action_mask()
        self.infos = {
            agent: {"action_mask": mask if agent == self.agent_selection else np.zeros_like(mask)} for agent in AGENTS
        }
        winner = self.position.winner
        if winner is None:
            return
        for agent in AGENTS:
            self.rewards[agent] = 0 if winner == "draw" else 1 if _PLAYERS[winner] == agent else -1
            self.terminations[agent] = True

    def render(self) -> npt.NDArray[np.uint8] | str | None:
        """The board: an image with row 0 at the bottom, or a text."""
        if self.render_mode == "ansi":
            return str(self.position)
        if self.render_mode == "rgb_array":
            image = _PALETTE[self.position.board[::-1]].repeat(_CELL_PIXELS, axis=0).repeat(_CELL_PIXELS, axis=1)
            image[::_CELL_PIXELS] = 0
            image[:, ::_CELL_PIXELS] = 0
            return image
        return None

    def close(self) -> None:
        """There is nothing to release."""
