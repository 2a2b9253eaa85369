"""Games, positions, and views: what one seat knows."""

from __future__ import annotations

import json
from ctypes import byref, c_char_p, c_int, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any, Iterator, Sequence

from . import native
from .native import CHANCE, EVERYONE, NOBODY, ErrorStruct, Library, StatusStruct, lib, library

HAS_CHANCE, HAS_HIDDEN, HAS_REACTIONS, HAS_POINTS = 1, 4, 8, 16


@dataclass(frozen=True)
class Option:
    """An option of a game's rules."""
    name: str
    what: str
    type: str
    standard: str
    choices: tuple[str, ...]
    min: int
    max: int


@dataclass(frozen=True)
class Status:
    """Where a game stands. `actor` is a seat, CHANCE or NOBODY; the results hold once it is over."""
    seats: int
    actor: int
    ply: int
    over: bool
    utility: tuple[float, ...]
    points: tuple[float, ...]
    ranks: tuple[int, ...]
    phase: str
    ending: str


def _text(word: bytes | None) -> str:
    return word.decode("utf-8", "replace") if word else ""


def status_of(s: StatusStruct) -> Status:
    n = s.seats
    return Status(n, s.actor, s.ply, bool(s.over), tuple(s.utility[:n]), tuple(s.points[:n]),
                  tuple(s.rank[:n]), _text(s.phase), _text(s.ending))


class Game:
    """A game by its name. Raises KeyError where there is none."""

    def __init__(self, name: str, within: Library | None = None) -> None:
        self.library = within or library()
        self._h = c_void_p(lib.game_find(self.library._h, name.encode()))
        if not self._h:
            raise KeyError(name)

    @classmethod
    def _made(cls, handle: c_void_p, within: Library) -> "Game":
        return cls(_text(lib.game_name(handle)), within)

    @classmethod
    def from_text(cls, rules: str, within: Library | None = None) -> "Game":
        """The first game of a rules text. Error has the line and column of a mistake."""
        owner, made, data = within or library(), c_void_p(), rules.encode()
        lib.load_text(owner._h, data, len(data), byref(made))
        return cls._made(made, owner)

    @classmethod
    def from_file(cls, path: str, within: Library | None = None, native_code: bool = False) -> "Game":
        """The first game of a file. Shared objects run with all your rights: native_code allows them."""
        owner, made = within or library(), c_void_p()
        lib.allow_objects(owner._h, native_code)
        lib.load_file(owner._h, str(path).encode(), byref(made))
        return cls._made(made, owner)

    @property
    def name(self) -> str:
        return _text(lib.game_name(self._h))

    @property
    def title(self) -> str:
        return _text(lib.game_title(self._h))

    @property
    def players(self) -> tuple[int, int, int]:
        """The fewest, the most, and the default."""
        n = [c_int(), c_int(), c_int()]
        lib.game_players(self._h, *(byref(x) for x in n))
        return n[0].value, n[1].value, n[2].value

    @property
    def has_chance(self) -> bool:
        return bool(lib.game_traits(self._h) & HAS_CHANCE)

    @property
    def has_hidden(self) -> bool:
        return bool(lib.game_traits(self._h) & HAS_HIDDEN)

    @property
    def has_points(self) -> bool:
        return bool(lib.game_traits(self._h) & HAS_POINTS)

    @property
    def options(self) -> list[Option]:
        found: list[Option] = []
        o = native.OptionStruct()
        while lib.game_option(self._h, len(found), byref(o)):
            found.append(Option(_text(o.name), _text(o.what), _text(o.type), _text(o.standard),
                                tuple(_text(o.choices).split()), o.min, o.max))
        return found

    def start(self, setup: str = "", seed: int | None = None) -> "Position":
        """The start; `setup` as in the protocol: "players 3 set target=20". With a seed chance is rolled."""
        h = c_void_p()
        lib.position_start(self.library._h, self._h, setup.encode(), byref(h))
        return Position._made(h, self, seed)

    def read(self, text: str, setup: str = "", seed: int | None = None) -> "Position":
        """The position of a text, in chess a FEN."""
        h = c_void_p()
        lib.position_read(self.library._h, self._h, setup.encode(), text.encode(), byref(h))
        return Position._made(h, self, seed)

    def __repr__(self) -> str:
        return f"kibitz.Game({self.name!r})"


def games(within: Library | None = None) -> list[Game]:
    """Every game there is."""
    owner = within or library()
    return [Game._made(lib.game_at(owner._h, i), owner) for i in range(lib.game_count(owner._h))]


def _strings(parts: Sequence[str]) -> Any:
    return (c_char_p * max(1, len(parts)))(*(p.encode() for p in parts))


class _Look:
    """What positions and views have in common; `_kind` is the prefix of their functions."""

    _kind = ""
    _h: c_void_p
    game: Game | None

    def _ask(self, name: str, *arguments: Any) -> Any:
        return getattr(lib, f"{self._kind}_{name}")(self._h, *arguments)

    @property
    def status(self) -> Status:
        s = StatusStruct()
        self._ask("status", byref(s))
        return status_of(s)

    @property
    def actor(self) -> int:
        """The seat to act, CHANCE or NOBODY."""
        return self.status.actor

    @property
    def over(self) -> bool:
        return self.status.over

    def legal(self) -> Iterator[str]:
        """Every legal action, one after the other; there may be hundreds of thousands."""
        h, err = c_void_p(), ErrorStruct()
        self._ask("legal", byref(h))
        try:
            while (a := native.legal_next(h, byref(err))) is not None:
                yield a.decode()
            if err.code:
                raise native.fail(err)
        finally:
            lib.legal_close(h)

    def verify(self, action: str) -> str:
        """The canonical spelling of an action; IllegalAction says why it is none."""
        h = c_void_p()
        self._ask("verify", action.encode(), byref(h))
        return native.take_text(h.value or 0)

    def is_legal(self, action: str) -> bool:
        try:
            self.verify(action)
        except native.Error:
            return False
        return True

    def describe(self, action: str) -> str:
        return self._ask("describe", action.encode())

    @property
    def hash(self) -> int:
        return self._ask("hash")

    @property
    def text(self) -> str:
        return self._ask("text")

    @property
    def blob(self) -> str:
        return self._ask("blob")

    @property
    def board(self) -> str:
        return self._ask("board")

    def pick(self, *parts: str) -> dict[str, Any]:
        """What may follow the parts of an action that were chosen so far."""
        return json.loads(self._ask("pick", _strings(parts), len(parts)))

    def scene(self) -> dict[str, Any]:
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        from .svg import draw
        return draw(self.scene())

    def __str__(self) -> str:
        return self.board

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.text == other.text  # type: ignore[attr-defined]

    def __iter__(self) -> Iterator[str]:
        return self.legal()


class Position(_Look):
    """A position that knows everything. Equal positions have equal texts."""

    _kind = "position"

    def __init__(self, blob: str, within: Library | None = None) -> None:
        """From a blob; a position begins with Game.start() or Game.read()."""
        owner = within or library()
        self._h = c_void_p()
        self._library = owner
        self.game = None
        lib.position_from_blob(owner._h, blob.encode(), byref(self._h))

    @classmethod
    def _made(cls, handle: c_void_p, of: Game | None, seed: int | None = None) -> "Position":
        p = cls.__new__(cls)
        p._h, p.game, p._library = handle, of, of.library if of else library()
        if seed is not None:
            p.seed(seed)
            p.roll()
        return p

    def __del__(self) -> None:
        if getattr(self, "_h", None):
            lib.position_close(self._h)
            self._h = c_void_p()

    def act(self, action: str) -> "Position":
        """Plays an action, or announces an outcome of chance ("!6")."""
        err = ErrorStruct()
        if native.raw_act(self._h, action.encode(), byref(err)):
            raise native.fail(err)
        return self

    def act_parts(self, *parts: str) -> "Position":
        lib.position_act_parts(self._h, _strings(parts), len(parts))
        return self

    def undo(self, n: int = 1) -> "Position":
        lib.position_undo(self._h, n)
        return self

    def seed(self, seed: int) -> None:
        """From now on chance is decided by this seed."""
        lib.position_set_seed(self._h, seed)

    def roll(self) -> "Position":
        """Decides what is left to chance now."""
        lib.position_roll(self._h)
        return self

    def copy(self) -> "Position":
        h = c_void_p()
        lib.position_clone(self._h, byref(h))
        return Position._made(h, self.game)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()

    @property
    def events(self) -> list[str]:
        """All that was played, chance included."""
        found: list[str] = []
        while (e := lib.position_event(self._h, len(found))) is not None:
            found.append(e.decode())
        return found

    @property
    def legal_count(self) -> int:
        n = c_uint64()
        lib.position_legal_count(self._h, byref(n))
        return n.value

    def outcomes(self) -> list[tuple[str, float]]:
        """The outcomes of chance with their probabilities."""
        found: list[tuple[str, float]] = []

        def visit(_ctx: Any, token: bytes, probability: float) -> int:
            found.append((token.decode(), probability))
            return 1
        lib.position_outcomes(self._h, native.OUTCOME(visit), None)
        return found

    def scene(self, seat: int = EVERYONE) -> dict[str, Any]:
        """What lies on the table, for pages that know no game."""
        return json.loads(lib.position_scene(self._h, seat))

    def view(self, seat: int) -> "View":
        """What a seat knows."""
        h = c_void_p()
        lib.view_of(self._h, seat, byref(h))
        return View._made(h)

    def __repr__(self) -> str:
        return f"kibitz.Position({self.blob!r})"


class View(_Look):
    """What one seat knows, and nothing else."""

    _kind = "view"

    def __init__(self, blob: str, within: Library | None = None) -> None:
        owner = within or library()
        self._h, self._own, self.game = c_void_p(), True, None
        lib.view_from_blob(owner._h, blob.encode(), byref(self._h))

    @classmethod
    def _made(cls, handle: c_void_p, own: bool = True) -> "View":
        v = cls.__new__(cls)
        v._h, v._own, v.game = handle, own, None
        return v

    def __del__(self) -> None:
        if getattr(self, "_own", False) and getattr(self, "_h", None):
            lib.view_close(self._h)
            self._h = c_void_p()

    @property
    def seat(self) -> int:
        return lib.view_seat(self._h)

    def see(self, event: str) -> "View":
        """An event as this seat saw it."""
        lib.view_see(self._h, event.encode())
        return self

    def copy(self) -> "View":
        h = c_void_p()
        lib.view_clone(self._h, byref(h))
        return View._made(h)

    def scene(self) -> dict[str, Any]:
        return json.loads(lib.view_scene(self._h))

    def __repr__(self) -> str:
        return f"kibitz.View({self.text!r})"


__all__ = ["CHANCE", "EVERYONE", "NOBODY", "Game", "Option", "Position", "Status", "View", "games"]
