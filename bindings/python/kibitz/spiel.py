"""OpenSpiel's method names over positions: for programs that were written for it. It does not need that package.

Actions are numbers into the list of legal actions of the position, in the order of the game.
"""

from __future__ import annotations

from .games import CHANCE, Game as KibitzGame, Position

CHANCE_PLAYER_ID = -1
TERMINAL_PLAYER_ID = -4


class State:
    def __init__(self, game: "Game", position: Position) -> None:
        self._game, self._position = game, position
        self._legal: list[str] | None = None

    def current_player(self) -> int:
        status = self._position.status
        if status.over:
            return TERMINAL_PLAYER_ID
        return CHANCE_PLAYER_ID if status.actor == CHANCE else status.actor

    def is_terminal(self) -> bool:
        return self._position.over

    def is_chance_node(self) -> bool:
        return self._position.actor == CHANCE

    def _actions(self) -> list[str]:
        if self._legal is None:
            self._legal = [] if self.is_terminal() else list(self._position.legal())
        return self._legal

    def legal_actions(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.current_player():
            return []
        return list(range(len(self._actions())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds = dict(self._position.outcomes())
        return [(i, odds[a]) for i, a in enumerate(self._actions())]

    def action_to_string(self, player: int, action: int | None = None) -> str:
        return self._actions()[player if action is None else action]

    def string_to_action(self, text: str) -> int:
        return self._actions().index(self._position.verify(text))

    def apply_action(self, action: int) -> None:
        self._position.act(self._actions()[action])
        self._legal = None

    def undo_action(self, player: int, action: int) -> None:
        self._position.undo()
        self._legal = None

    def returns(self) -> list[float]:
        """From -1 to 1, by seat; zeros until the game is over."""
        s = self._position.status
        return [2 * u - 1 if s.over else 0.0 for u in s.utility]

    def history_str(self) -> str:
        return " ".join(self._position.events)

    def information_state_string(self, player: int) -> str:
        return self._position.view(player).text

    observation_string = information_state_string

    def num_players(self) -> int:
        return self._position.status.seats

    def get_game(self) -> "Game":
        return self._game

    def clone(self) -> "State":
        return State(self._game, self._position.copy())

    def __str__(self) -> str:
        return self._position.text


class Game:
    def __init__(self, name: str, setup: str = "") -> None:
        self._kibitz, self._setup = KibitzGame(name), setup

    def new_initial_state(self) -> State:
        return State(self, self._kibitz.start(self._setup))

    def num_players(self) -> int:
        return self.new_initial_state().num_players()

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def __str__(self) -> str:
        return self._kibitz.name


def load_game(name: str, setup: str = "") -> Game:
    return Game(name, setup)
