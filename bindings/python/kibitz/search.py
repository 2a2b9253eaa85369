"""Searches: the best actions of a position, while they are looked for and afterwards."""

from __future__ import annotations

import time
from ctypes import byref, c_void_p
from dataclasses import dataclass
from typing import Any, Iterator, Union

from . import native
from .games import Position, View
from .native import Library, lib, library

Root = Union[Position, View]


@dataclass(frozen=True)
class Line:
    """An action and what follows it. Values are shares of the win, by seat."""
    action: str
    pv: tuple[str, ...]
    value: tuple[float, ...]
    win: tuple[float, ...]
    points: tuple[float, ...] | None
    visits: int
    proof: str
    plies: int


@dataclass(frozen=True)
class Report:
    """What is known so far, the best line first; `running` is false for the answer."""
    lines: tuple[Line, ...]
    nodes: int
    visits: int
    depth: int
    time_ms: int
    running: bool


@dataclass(frozen=True)
class Evaluation:
    """What the evaluation says of a position, by seat; terms are (name, seat, raw, weight)."""
    total: tuple[float, ...]
    win: tuple[float, ...]
    by_net: bool
    points: tuple[float, ...] | None
    terms: tuple[tuple[str, int, float, float], ...]


@dataclass(frozen=True)
class Judgement:
    """What one event of a game was worth."""
    ply: int
    actor: int
    token: str
    better: str
    line: str
    mark: str
    loss: float
    value: tuple[float, ...]
    luck: tuple[float, ...]
    forced: bool


class Search:
    """A search with its options, by the protocol's names (spaces as underscores):

        with Search(Hash=64, Threads=2) as s:
            for report in s.run(position, movetime_ms=1000):
                print(report.lines[0].action)
    """

    def __init__(self, within: Library | None = None, **options: Any) -> None:
        self._library = within or library()
        self._h = c_void_p()
        self._seats = 0
        lib.search_create(self._library._h, byref(self._h))
        for name, value in options.items():
            self.set(name.replace("_", " "), value)

    def set(self, name: str, value: Any) -> None:
        word = str(value).lower() if isinstance(value, bool) else str(value)
        lib.search_set(self._h, name.encode(), word.encode())

    def close(self) -> None:
        if getattr(self, "_h", None):
            lib.search_close(self._h)
            self._h = c_void_p()

    __del__ = close

    def __enter__(self) -> "Search":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    @staticmethod
    def _limits(limits: dict[str, Any]) -> native.LimitsStruct:
        made = lib.limits_none()
        for name, value in limits.items():
            if not hasattr(made, name):
                raise TypeError(f"{name} is no limit: nodes, visits, depth, movetime_ms, infinite, …")
            if name in ("clock_ms", "increment_ms"):
                for i, x in enumerate(value):
                    getattr(made, name)[i] = x
            else:
                setattr(made, name, value)
        return made

    def start(self, root: Root, **limits: Any) -> None:
        """Searches on a thread of its own; progress() and stop() meanwhile, answer() in the end."""
        made = self._limits(limits)
        self._seats = root.status.seats
        function = lib.search_start_view if isinstance(root, View) else lib.search_start
        function(self._h, root._h, byref(made))

    def stop(self) -> None:
        lib.search_stop(self._h)

    def report(self) -> Report:
        """What is known now, or was found last."""
        now = native.ProgressStruct()
        lib.search_progress(self._h, byref(now))
        lines = []
        line = native.LineStruct()
        for i in range(now.lines):
            if not lib.search_line(self._h, i, byref(line)):
                break
            n = self._seats
            lines.append(Line(line.action.decode(), tuple(line.pv.decode().split()),
                              tuple(line.value[:n]), tuple(line.win[:n]),
                              tuple(line.points[:n]) if line.has_points else None, line.visits,
                              line.proof.decode(), line.plies))
        return Report(tuple(lines), now.nodes, now.visits, now.depth, now.time_ms,
                      bool(now.running))

    def answer(self) -> Report:
        """Waits for what was started."""
        lib.search_wait(self._h)
        return self.report()

    def run(self, root: Root, every: float = 0.05, **limits: Any) -> Iterator[Report]:
        """Reports while it searches, the answer last. Who leaves the loop stops the search."""
        self.start(root, **limits)
        try:
            while True:
                report = self.report()
                if not report.running:
                    break
                if report.lines:
                    yield report
                time.sleep(every)
        finally:
            self.stop()
            lib.search_wait(self._h)
        yield self.report()

    def best(self, root: Root, **limits: Any) -> str:
        """The action that it would play; a second is spent unless the limits say otherwise."""
        self.start(root, **limits)
        lib.search_wait(self._h)
        found = lib.search_best(self._h)
        if found is None:
            raise native.Error("internal", "nothing was found")
        return found.decode()

    def why(self) -> str:
        """Why the first line, against the second."""
        return lib.search_why(self._h)

    def evaluate(self, position: Position) -> Evaluation:
        terms: list[tuple[str, int, float, float]] = []
        out = native.EvaluationStruct()
        n = position.status.seats

        def visit(_ctx: Any, name: bytes, seat: int, raw: float, weight: float) -> int:
            terms.append((name.decode(), seat, raw, weight))
            return 1
        lib.search_evaluate(self._h, position._h, native.TERM(visit), None, byref(out))
        return Evaluation(tuple(out.total[:n]), tuple(out.win[:n]), bool(out.by_net),
                          tuple(out.points[:n]) if out.has_points else None, tuple(terms))

    def review(self, position: Position, **limits: Any) -> list[Judgement]:
        """What every event of the position's game was worth; the limits are for each decision."""
        found: list[Judgement] = []
        n = position.status.seats

        def visit(_ctx: Any, at: Any) -> int:
            j = at.contents
            found.append(Judgement(j.ply, j.actor, j.token.decode(), j.better.decode(),
                                   j.line.decode(), j.mark.decode("utf-8"), j.loss,
                                   tuple(j.value[:n]), tuple(j.luck[:n]), bool(j.forced)))
            return 1
        made = self._limits(limits)
        lib.search_review(self._h, position._h, byref(made), native.JUDGE(visit), None)
        return found
