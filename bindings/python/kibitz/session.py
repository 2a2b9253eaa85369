"""Protocol sessions without a process."""

from __future__ import annotations

import queue
from ctypes import byref, c_void_p
from typing import Any, Iterator

from . import native
from .native import lib


class Session:
    """Lines in, lines out, as with `kibitz uci`. Lines of the engine wait in a queue."""

    def __init__(self) -> None:
        self._h = c_void_p()
        self._lines: queue.Queue[str] = queue.Queue()
        self._sink = native.SINK(lambda _ctx, line: self._lines.put(line.decode()))
        lib.session_open(self._sink, None, byref(self._h))

    def send(self, line: str) -> bool:
        """Hands a line in; false after `quit`."""
        return bool(lib.session_line(self._h, line.encode()))

    def receive(self, timeout: float | None = None) -> str:
        """The next line of the engine; queue.Empty after the time."""
        return self._lines.get(timeout=timeout)

    def until(self, prefix: str, timeout: float | None = 60) -> Iterator[str]:
        """Lines up to one that begins like this."""
        while True:
            line = self.receive(timeout)
            yield line
            if line.startswith(prefix):
                return

    def wait(self) -> None:
        """Until every line has been obeyed."""
        lib.session_wait(self._h)

    def close(self) -> None:
        if getattr(self, "_h", None):
            lib.session_close(self._h)
            self._h = c_void_p()

    __del__ = close

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
