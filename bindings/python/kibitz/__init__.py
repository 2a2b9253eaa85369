"""Kibitz: analyse and play turn-based tabletop games.

    import kibitz
    p = kibitz.Game("chess").start()
    with kibitz.Search() as s:
        print(s.best(p, movetime_ms=500))
"""

from . import batch
from .games import CHANCE, EVERYONE, NOBODY, Game, Option, Position, Status, View, games
from .native import Error, GameOver, IllegalAction, Library, library
from .native import lib as _lib
from .search import Evaluation, Judgement, Line, Report, Search
from .session import Session
from .table import LaterPlayer, Player, Table, Turn

__version__ = _lib.version().decode()

__all__ = ["CHANCE", "EVERYONE", "NOBODY", "Error", "Evaluation", "Game", "GameOver",
           "IllegalAction", "Judgement", "LaterPlayer", "Library", "Line", "Option", "Player",
           "Position", "Report", "Search", "Session", "Status", "Table", "Turn", "View", "batch",
           "games", "library"]
