"""Many at once: what would be slow one by one."""

from __future__ import annotations

from ctypes import byref, c_float, c_void_p
from dataclasses import dataclass
from typing import Any, Sequence

from . import native
from .games import Position, View
from .native import lib
from .search import Report, Root, Search


@dataclass(frozen=True)
class Playouts:
    """Sums over random games."""
    games: int
    plies: int
    utility: tuple[float, ...]


def playouts(position: Position, games: int, threads: int = 1, seed: int = 1) -> Playouts:
    """Random games from a position; the same seed gives the same sums for any number of threads."""
    out = native.PlayoutsStruct()
    lib.batch_playouts(position._h, games, threads, seed, byref(out))
    return Playouts(out.games, out.plies, tuple(out.utility[:position.status.seats]))


def features(positions: Sequence[Position]) -> Any:
    """The evaluation's terms, by position, seat and term: a numpy array, or a memoryview without numpy."""
    n = len(positions)
    if not n:
        raise ValueError("no positions")
    seats, terms = positions[0].status.seats, lib.batch_terms(positions[0]._h)
    numbers = (c_float * max(1, n * seats * terms))()
    handles = (c_void_p * n)(*(p._h for p in positions))
    lib.batch_features(handles, n, numbers, n * seats * terms)
    try:
        import numpy
    except ImportError:
        return memoryview(numbers).cast("B").cast("f", (n, seats, terms))
    return numpy.frombuffer(numbers, dtype=numpy.float32).reshape(n, seats, terms)


def searches(roots: Sequence[Root], threads: int = 2, options: dict[str, Any] | None = None,
             **limits: Any) -> list[Report]:
    """The answers for positions, or for views, from `threads` searches with these options.

    Unless the limits are times, the number of searches makes no difference."""
    views = isinstance(roots[0], View) if roots else False
    if any(isinstance(root, View) != views for root in roots):
        raise TypeError("positions and views are searched by different calls")
    answers: dict[int, Report] = {}
    failed: list[native.Error] = []
    pool = {s._h.value: s for s in (Search(**(options or {})) for _ in range(threads))}

    def visit(_ctx: Any, i: int, handle: int, why: Any) -> int:
        if why:
            failed.append(native.fail(why.contents))
            return 0
        pool[handle]._seats = roots[i].status.seats
        answers[i] = pool[handle].report()
        return 1
    over = native.PoolStruct((c_void_p * threads)(*pool), threads, native.ANSWER(visit))
    handles = (c_void_p * len(roots))(*(root._h for root in roots))
    made = Search._limits(limits)
    try:
        (lib.batch_search_views if views else lib.batch_search)(byref(over), handles, len(roots),
                                                                byref(made))
    except native.Error as stopped:
        raise failed[0] if failed else stopped
    return [answers[i] for i in range(len(roots))]
