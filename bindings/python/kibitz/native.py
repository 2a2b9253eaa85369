"""The functions of libkibitz, declared once, and its errors as exceptions."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_char, c_char_p, c_double, c_float,
                    c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p)
from typing import Any

SEATS = 8
NOBODY = -1
CHANCE = -2
EVERYONE = -1


class Error(Exception):
    """What the library refused: `code` ("illegal-action"), the sentence, and what is known of the cause."""

    def __init__(self, code: str, text: str, reason: str = "", detail: str = "", word: str = "",
                 line: int = 0, column: int = 0) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.reason = reason
        self.detail = detail
        self.word = word
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


class IllegalAction(Error):
    """An action that the rules do not allow here."""


class GameOver(Error):
    """The game is over: nothing can be played or searched."""


class ErrorStruct(Structure):
    _fields_ = [("code", c_int), ("text", c_char * 240), ("reason", c_char * 48),
                ("detail", c_char * 112), ("word", c_char * 64), ("line", c_int),
                ("column", c_int), ("reserved", c_char * 64)]


class OptionStruct(Structure):
    _fields_ = [("name", c_char_p), ("what", c_char_p), ("type", c_char_p), ("standard", c_char_p),
                ("choices", c_char_p), ("min", c_int64), ("max", c_int64),
                ("reserved", c_void_p * 4)]


class StatusStruct(Structure):
    _fields_ = [("seats", c_int), ("actor", c_int), ("ply", c_uint), ("over", c_int),
                ("utility", c_double * SEATS), ("points", c_double * SEATS),
                ("rank", c_int * SEATS), ("phase", c_char * 32), ("ending", c_char * 64),
                ("reserved", c_char * 64)]


class LimitsStruct(Structure):
    _fields_ = [("nodes", c_uint64), ("visits", c_uint64), ("depth", c_uint),
                ("movestogo", c_uint), ("movetime_ms", c_int64), ("clock_ms", c_int64 * SEATS),
                ("increment_ms", c_int64 * SEATS), ("byoyomi_ms", c_int64), ("infinite", c_int),
                ("reserved", c_int64 * 4)]


class LineStruct(Structure):
    _fields_ = [("action", c_char_p), ("pv", c_char_p), ("proof", c_char_p),
                ("value", c_double * SEATS), ("win", c_double * SEATS),
                ("points", c_double * SEATS), ("rank", (c_double * SEATS) * SEATS),
                ("visits", c_uint64), ("plies", c_uint), ("has_points", c_int),
                ("reserved", c_double * 8)]


class ProgressStruct(Structure):
    _fields_ = [("nodes", c_uint64), ("visits", c_uint64), ("worlds", c_uint64),
                ("depth", c_uint), ("seldepth", c_uint), ("lines", c_uint), ("time_ms", c_int64),
                ("running", c_int), ("reserved", c_int64 * 4)]


class EvaluationStruct(Structure):
    _fields_ = [("total", c_double * SEATS), ("win", c_double * SEATS), ("by_net", c_int),
                ("has_points", c_int), ("points", c_double * SEATS),
                ("reserved", c_double * 8)]


class JudgementStruct(Structure):
    _fields_ = [("ply", c_uint), ("actor", c_int), ("token", c_char_p), ("better", c_char_p),
                ("line", c_char_p), ("mark", c_char_p), ("loss", c_double),
                ("value", c_double * SEATS), ("luck", c_double * SEATS), ("valued", c_int),
                ("forced", c_int), ("reserved", c_double * 8)]


class TurnStruct(Structure):
    _fields_ = [("view", c_void_p), ("seat", c_int), ("kind", c_char_p), ("phase", c_char_p),
                ("tries", c_uint), ("refused", c_char_p), ("reserved", c_void_p * 4)]


class PlayoutsStruct(Structure):
    _fields_ = [("games", c_uint64), ("plies", c_uint64), ("utility", c_double * SEATS),
                ("reserved", c_double * 8)]


OUTCOME = CFUNCTYPE(c_int, c_void_p, c_char_p, c_double)
TERM = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int, c_double, c_double)
JUDGE = CFUNCTYPE(c_int, c_void_p, POINTER(JudgementStruct))
SINK = CFUNCTYPE(None, c_void_p, c_char_p)
INIT = CFUNCTYPE(c_int, c_void_p, c_int, c_int, c_void_p, c_char_p)
CHOOSE = CFUNCTYPE(c_int, c_void_p, POINTER(TurnStruct), POINTER(c_char), c_size_t)
ASK = CFUNCTYPE(None, c_void_p, POINTER(TurnStruct), c_void_p)
SEE = CFUNCTYPE(None, c_void_p, c_char_p)
DONE = CFUNCTYPE(None, c_void_p, POINTER(StatusStruct))
ANSWER = CFUNCTYPE(c_int, c_void_p, c_size_t, c_void_p, POINTER(ErrorStruct))


class PoolStruct(Structure):
    _fields_ = [("search", POINTER(c_void_p)), ("searches", c_size_t), ("visit", ANSWER),
                ("ctx", c_void_p), ("reserved", c_void_p * 4)]


class PlayerStruct(Structure):
    _fields_ = [("name", c_char_p), ("self", c_void_p), ("config", c_char_p), ("init", INIT),
                ("choose", CHOOSE), ("ask", ASK), ("see", SEE), ("done", DONE),
                ("reserved", c_void_p * 4)]


def _open() -> ctypes.CDLL:
    path = os.environ.get("KIBITZ_LIBRARY") or "libkibitz.so.1"
    try:
        return ctypes.CDLL(path)
    except OSError as why:
        raise ImportError(
            f"{path} is not there: install libkibitz1, or name the file in KIBITZ_LIBRARY "
            f"({why})") from why


_lib = _open()
_H = c_void_p  # a handle
_E = POINTER(ErrorStruct)

# name: (what it returns, what it takes). `int` stands for a code that is checked, `str` for text of ours.
_DECLARED: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_char_p, []), "version_number": (c_int, []), "code_name": (c_char_p, [c_int]),
    "free": (None, [c_void_p]),
    "open": (int, [POINTER(_H)]), "close": (None, [_H]),
    "game_count": (c_size_t, [_H]), "game_at": (_H, [_H, c_size_t]),
    "game_find": (_H, [_H, c_char_p]),
    "load_text": (int, [_H, c_char_p, c_size_t, POINTER(_H)]),
    "load_file": (int, [_H, c_char_p, POINTER(_H)]),
    "allow_objects": (None, [_H, c_int]),
    "game_name": (c_char_p, [_H]), "game_title": (c_char_p, [_H]),
    "game_players": (None, [_H, POINTER(c_int), POINTER(c_int), POINTER(c_int)]),
    "game_traits": (c_uint, [_H]), "game_option": (c_int, [_H, c_size_t, POINTER(OptionStruct)]),
    "position_start": (int, [_H, _H, c_char_p, POINTER(_H)]),
    "position_read": (int, [_H, _H, c_char_p, c_char_p, POINTER(_H)]),
    "position_from_blob": (int, [_H, c_char_p, POINTER(_H)]),
    "position_clone": (int, [_H, POINTER(_H)]), "position_close": (None, [_H]),
    "position_act": (int, [_H, c_char_p]),
    "position_act_parts": (int, [_H, POINTER(c_char_p), c_size_t]),
    "position_undo": (int, [_H, c_uint]), "position_set_seed": (None, [_H, c_uint64]),
    "position_roll": (int, [_H]),
    "position_status": (None, [_H, POINTER(StatusStruct)]),
    "position_verify": (int, [_H, c_char_p, POINTER(_H)]),
    "position_describe": (str, [_H, c_char_p]), "position_hash": (c_uint64, [_H]),
    "position_text": (str, [_H]), "position_blob": (str, [_H]), "position_board": (str, [_H]),
    "position_event": (c_char_p, [_H, c_uint]), "position_scene": (str, [_H, c_int]),
    "position_pick": (str, [_H, POINTER(c_char_p), c_size_t]),
    "position_legal": (int, [_H, POINTER(_H)]), "legal_close": (None, [_H]),
    "position_legal_count": (int, [_H, POINTER(c_uint64)]),
    "position_outcomes": (int, [_H, OUTCOME, c_void_p]),
    "view_of": (int, [_H, c_int, POINTER(_H)]), "view_from_blob": (int, [_H, c_char_p, POINTER(_H)]),
    "view_clone": (int, [_H, POINTER(_H)]), "view_close": (None, [_H]), "view_seat": (c_int, [_H]),
    "view_see": (int, [_H, c_char_p]), "view_status": (None, [_H, POINTER(StatusStruct)]),
    "view_verify": (int, [_H, c_char_p, POINTER(_H)]), "view_describe": (str, [_H, c_char_p]),
    "view_hash": (c_uint64, [_H]), "view_text": (str, [_H]), "view_blob": (str, [_H]),
    "view_board": (str, [_H]), "view_scene": (str, [_H]),
    "view_pick": (str, [_H, POINTER(c_char_p), c_size_t]), "view_legal": (int, [_H, POINTER(_H)]),
    "search_create": (int, [_H, POINTER(_H)]), "search_close": (None, [_H]),
    "search_set": (int, [_H, c_char_p, c_char_p]), "limits_none": (LimitsStruct, []),
    "search_start": (int, [_H, _H, POINTER(LimitsStruct)]),
    "search_start_view": (int, [_H, _H, POINTER(LimitsStruct)]),
    "search_stop": (None, [_H]), "search_wait": (int, [_H]),
    "search_progress": (None, [_H, POINTER(ProgressStruct)]),
    "search_line": (c_int, [_H, c_size_t, POINTER(LineStruct)]), "search_best": (c_char_p, [_H]),
    "search_why": (str, [_H]),
    "search_evaluate": (int, [_H, _H, TERM, c_void_p, POINTER(EvaluationStruct)]),
    "search_review": (int, [_H, _H, POINTER(LimitsStruct), JUDGE, c_void_p]),
    "table_create": (int, [_H, _H, c_uint64, POINTER(_H)]), "table_close": (None, [_H]),
    "table_set_illegal": (None, [_H, c_int]),
    "table_seat": (int, [_H, c_int, POINTER(PlayerStruct)]),
    "table_seat_engine": (int, [_H, c_int, c_char_p]),
    "table_step": (int, [_H, POINTER(c_int)]), "table_play": (int, [_H]),
    "table_answer": (int, [_H, c_int, c_char_p]), "table_stop": (None, [_H]),
    "table_position": (_H, [_H]), "table_status": (None, [_H, POINTER(StatusStruct)]),
    "session_open": (int, [SINK, c_void_p, POINTER(_H)]), "session_line": (c_int, [_H, c_char_p]),
    "session_wait": (None, [_H]), "session_close": (None, [_H]),
    "batch_playouts": (int, [_H, c_uint64, c_int, c_uint64, POINTER(PlayoutsStruct)]),
    "batch_terms": (c_size_t, [_H]),
    "batch_features": (int, [POINTER(_H), c_size_t, POINTER(c_float), c_size_t]),
    "batch_search": (int, [POINTER(PoolStruct), POINTER(_H), c_size_t, POINTER(LimitsStruct)]),
    "batch_search_views": (int, [POINTER(PoolStruct), POINTER(_H), c_size_t,
                                 POINTER(LimitsStruct)]),
}


def fail(err: ErrorStruct) -> Error:
    """The exception for an error of the library."""
    code = _lib.kibitz_code_name(err.code).decode()
    kind = {"illegal-action": IllegalAction, "game-over": GameOver}.get(code, Error)
    words = (err.text, err.reason, err.detail, err.word)
    return kind(code, *(w.decode("utf-8", "replace") for w in words), err.line, err.column)


class _Functions:
    """Every function of the library without its prefix; those that can fail raise."""


def _checked(function: Any) -> Any:
    def call(*arguments: Any) -> None:
        err = ErrorStruct()
        if function(*arguments, byref(err)):
            raise fail(err)
    return call


def take_text(address: int) -> str:
    """Text of the library as text of Python's; the library's is freed."""
    said = ctypes.string_at(address).decode("utf-8", "replace")
    _lib.kibitz_free(address)
    return said


def _texts(function: Any) -> Any:
    def call(*arguments: Any) -> str:
        err = ErrorStruct()
        address = function(*arguments, byref(err))
        if not address:
            raise fail(err)
        return take_text(address)
    return call


lib: Any = _Functions()
for _name, (_result, _arguments) in _DECLARED.items():
    _function = getattr(_lib, "kibitz_" + _name)
    _can_fail = _result in (int, str)
    _function.argtypes = _arguments + ([_E] if _can_fail else [])
    _function.restype = c_int if _result is int else c_void_p if _result is str else _result
    setattr(lib, _name, _checked(_function) if _result is int
            else _texts(_function) if _result is str else _function)

# In loops these two are called for every action: without a wrapper.
raw_act = _lib.kibitz_position_act
legal_next = _lib.kibitz_legal_next
legal_next.argtypes = [_H, _E]
legal_next.restype = c_char_p

if lib.version_number() // 10000 != 1:
    raise ImportError(f"libkibitz {lib.version().decode()} is not version 1.x")


class Library:
    """Games that know each other. There is one for all who do not ask for another: library()."""

    def __init__(self) -> None:
        self._h = c_void_p()
        lib.open(byref(self._h))

    def __del__(self) -> None:
        if getattr(self, "_h", None):
            lib.close(self._h)
            self._h = c_void_p()


_shared: Library | None = None


def library() -> Library:
    """The library that everyone shares."""
    global _shared
    if _shared is None:
        _shared = Library()
    return _shared
