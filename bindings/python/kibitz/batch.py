"""Many at once: what would be slow one by one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from ctypes import byref, c_float, c_void_p
from dataclasses import dataclass
from typing import Any, Sequence

from . import native
from .games import Position
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
    """The answers of one search for each position, `threads` of them at a time."""
    def one(root: Root) -> Report:
        with Search(**(options or {})) as s:
            s.start(root, **limits)
            return s.answer()
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, roots))
