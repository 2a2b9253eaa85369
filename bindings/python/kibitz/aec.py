"""An environment in the form of PettingZoo's AEC: one agent acts after the other. It does not need that package."""

from __future__ import annotations

from typing import Any, Iterator

from .games import CHANCE, Game, Position


class AECEnv:
    """Agents are "seat_0", "seat_1", …; actions are numbers into the list of legal actions of a turn.

    observe() gives {"observation": the view's text, "actions": the legal actions,
    "action_mask": a 1 for each of them, zeros up to max_actions}.
    """

    metadata = {"render_modes": ["ansi"], "name": "kibitz"}

    def __init__(self, game: Game | str, setup: str = "", max_actions: int = 512) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self.setup, self.max_actions = setup, max_actions
        self.position: Position
        self.reset()

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.position = self.game.start(self.setup, seed=1 if seed is None else seed)
        seats = self.position.status.seats
        self.possible_agents = [f"seat_{i}" for i in range(seats)]
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self._look()

    def _look(self) -> None:
        """Who is next, and what is legal; at the end the rewards: the share of the win, from -1 to 1."""
        status = self.position.status
        if status.actor == CHANCE:
            status = self.position.roll().status
        self._legal = [] if status.over else list(self.position.legal())
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        if not status.over:
            self.agent_selection = self.possible_agents[status.actor]
            return
        for agent, utility in zip(self.possible_agents, status.utility):
            self.rewards[agent] = 2 * utility - 1
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        actions = self._legal if agent == self.agent_selection else []
        mask = [1] * min(len(actions), self.max_actions)
        return {"observation": self.position.view(seat).text, "actions": actions,
                "action_mask": mask + [0] * (self.max_actions - len(mask))}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("an agent whose game is over takes the action None")
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None or not 0 <= action < len(self._legal):
            raise ValueError(f"{action} is no legal action of {agent}")
        self._cumulative_rewards[agent] = 0.0
        self.position.act(self._legal[action])
        self._look()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def render(self) -> str:
        return self.position.board

    def close(self) -> None:
        """Nothing is held."""
