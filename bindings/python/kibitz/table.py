"""Players at tables: a class to inherit, and games between players, searches and programs."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int, c_void_p
from dataclasses import dataclass
from typing import Any

from . import native
from .games import Position, Status, View, status_of
from .native import lib

ILLEGAL = ("forfeit", "skip", "ask", "random")
STEPS = ("played", "waiting", "over")


@dataclass(frozen=True)
class Turn:
    """What a player is told when it is asked. The view lives during the call."""
    view: View
    seat: int
    kind: str
    phase: str
    tries: int
    refused: str


class Player:
    """A player of one's own: inherit, and write choose()."""

    name = "player"

    def begin(self, seat: int, seats: int, view: View) -> None:
        """A game begins."""

    def choose(self, turn: Turn) -> str | None:
        """The action; None gives the game up."""
        raise NotImplementedError

    def see(self, event: str) -> None:
        """An event as this player's seat saw it."""

    def end(self, status: Status) -> None:
        """The game is over."""


class LaterPlayer(Player):
    """A player that is asked, and answers later with Table.answer(), from any thread."""

    def ask(self, turn: Turn, table: "Table") -> None:
        raise NotImplementedError


class _Seated:
    """A player as the library sees it. Exceptions are kept and raised by the table."""

    def __init__(self, player: Player, table: "Table") -> None:
        self.player, self.table = player, table
        s = native.PlayerStruct(name=player.name.encode())
        s.init = native.INIT(self._init)
        s.see = native.SEE(self._see)
        s.done = native.DONE(self._done)
        if isinstance(player, LaterPlayer):
            s.ask = native.ASK(self._ask)
        else:
            s.choose = native.CHOOSE(self._choose)
        self.struct = s

    def _guard(self, work: Any, otherwise: int) -> int:
        try:
            result = work()
        except BaseException as why:  # goes through C
            self.table._raised = self.table._raised or why
            return otherwise
        return otherwise if result is None else result

    def _turn(self, at: Any) -> Turn:
        t = at.contents
        return Turn(View._made(c_void_p(t.view), own=False), t.seat, t.kind.decode(),
                    t.phase.decode(), t.tries, (t.refused or b"").decode())

    def _init(self, _self: Any, seat: int, seats: int, view: int, _config: bytes) -> int:
        return self._guard(lambda: self.player.begin(
            seat, seats, View._made(c_void_p(view), own=False)) or 1, 0)

    def _choose(self, _self: Any, at: Any, out: Any, room: int) -> int:
        def work() -> int:
            action = self.player.choose(self._turn(at))
            if action is None:
                return 0
            data = action.encode()[:room - 1] + b"\0"
            ctypes.memmove(out, data, len(data))
            return 1
        return self._guard(work, 0)

    def _ask(self, _self: Any, at: Any, _table: int) -> None:
        self._guard(lambda: self.player.ask(self._turn(at), self.table), 0)  # type: ignore

    def _see(self, _self: Any, event: bytes) -> None:
        self._guard(lambda: self.player.see(event.decode()), 0)

    def _done(self, _self: Any, at: Any) -> None:
        self._guard(lambda: self.player.end(status_of(at.contents)), 0)


class Table:
    """One game from a position on. Seats take a Player, or the words of an engine: "nodes=2000", "random"."""

    def __init__(self, start: Position, *seats: Player | str, seed: int = 1,
                 illegal: str = "forfeit") -> None:
        self._h = c_void_p()
        self._raised: BaseException | None = None
        self._seated: dict[int, _Seated] = {}
        self._start = start
        lib.table_create(start._library._h, start._h, seed, byref(self._h))
        lib.table_set_illegal(self._h, ILLEGAL.index(illegal))
        for i, who in enumerate(seats):
            self.seat(i, who)

    def seat(self, seat: int, who: Player | str) -> None:
        if isinstance(who, str):
            lib.table_seat_engine(self._h, seat, who.encode())
            return
        seated = _Seated(who, self)
        lib.table_seat(self._h, seat, byref(seated.struct))
        self._seated[seat] = seated

    def _raise(self) -> None:
        if self._raised:
            why, self._raised = self._raised, None
            raise why

    def step(self) -> str:
        """Plays one event, or asks for it: "played", "waiting" or "over"."""
        step = c_int()
        try:
            lib.table_step(self._h, byref(step))
        finally:
            self._raise()
        return STEPS[step.value]

    def play(self) -> Status:
        """To the end. Exceptions of players are raised here."""
        try:
            lib.table_play(self._h)
        finally:
            self._raise()
        return self.status

    def answer(self, seat: int, action: str) -> None:
        """From any thread: the answer of a LaterPlayer."""
        lib.table_answer(self._h, seat, action.encode())

    def stop(self) -> None:
        lib.table_stop(self._h)

    @property
    def status(self) -> Status:
        s = native.StatusStruct()
        lib.table_status(self._h, byref(s))
        return status_of(s)

    @property
    def position(self) -> Position:
        """A copy of where the game is."""
        h = c_void_p()
        lib.position_clone(lib.table_position(self._h), byref(h))
        return Position._made(h, self._start.game)

    def __del__(self) -> None:
        if getattr(self, "_h", None):
            lib.table_close(self._h)
            self._h = c_void_p()
