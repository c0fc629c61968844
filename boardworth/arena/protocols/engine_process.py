"""A child process that is spoken to line by line, and is never waited for in vain.

Its output is read only while an answer is expected: an engine that says too much fills its own
pipe and waits, so neither side needs a thread or can block the other for good.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import IO, TYPE_CHECKING, TypeVar

from boardworth.errors import EngineError

if TYPE_CHECKING:
    from boardworth.search import StopSign

Found = TypeVar("Found")

MAX_LINE = 1 << 16  # Bytes of a line that are kept.
_PIECE = 1 << 16
_GLANCE = 0.02  # Seconds between looks at a stop sign.
_LAST_WORDS = 1.0  # Seconds for an engine that ends to say why, and to be gone.
_FAREWELL = 0.5  # Seconds for an engine to leave by itself.
_QUOTED = 80  # Characters of a line that a message quotes.


class _Lines:
    """Bytes cut into lines; of a line that is too long, only the beginning is kept."""

    def __init__(self) -> None:
        self._rest = b""
        self._whole: deque[str] = deque()
        self.last = ""

    def feed(self, piece: bytes) -> None:
        *lines, rest = piece.split(b"\n")
        if lines:
            self._finish(self._rest + lines[0])
            for line in lines[1:]:
                self._finish(line)
            self._rest = b""
        self._rest = (self._rest + rest)[:MAX_LINE]

    def next(self) -> str | None:
        return self._whole.popleft() if self._whole else None

    def forget(self) -> None:
        self._whole.clear()

    def _finish(self, line: bytes) -> None:
        text = line[:MAX_LINE].decode(errors="replace").strip("\r")
        self._whole.append(text)
        self.last = text if text.strip() else self.last


class EngineProcess:
    """A running engine, started without a shell. Serves one thread; mishaps are EngineErrors."""

    def __init__(self, command: str, name: str) -> None:
        self.name = name
        self._sent = ""
        self._output, self._complaints = _Lines(), _Lines()
        self._process = self._start(command)
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None and stdout is not None and stderr is not None  # noqa: PT018
        self._input: IO[bytes] = stdin
        # A full pipe means an engine that does not listen; it must not stop us too.
        os.set_blocking(stdin.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(stdout, selectors.EVENT_READ, self._output)
        self._selector.register(stderr, selectors.EVENT_READ, self._complaints)

    def _start(self, command: str) -> subprocess.Popen[bytes]:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise EngineError(f"{self.name}: not a command: {error}") from None
        if not words:
            raise EngineError(f"{self.name}: no command")
        pipe = subprocess.PIPE
        try:
            # A group of its own: Ctrl-C is ours, and its children end with it.
            return subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise EngineError(f"{self.name} cannot be started: {words[0]}: {why}") from None

    def send(self, line: str) -> None:
        """Sends one line."""
        self._sent = line
        data = line.encode() + b"\n"
        try:
            written = os.write(self._input.fileno(), data)
        except BlockingIOError:
            written = 0
        except (OSError, ValueError):
            raise self.failure(self._how_it_ended()) from None
        if written < len(data):
            raise self.failure("it does not read what it is sent")

    def expect(
        self, wanted: Callable[[str], Found | None], seconds: float, stop: StopSign | None = None
    ) -> Found:
        """Reads lines until `wanted` finds something in one, and returns that."""
        seconds = max(seconds, 0.0)
        deadline = time.monotonic() + seconds
        while True:
            while (line := self._output.next()) is not None:
                if (found := wanted(line)) is not None:
                    return found
            left = deadline - time.monotonic()
            if left <= 0:
                raise self.failure(f"no answer in {seconds:.3g} s")
            if stop is not None and stop.stopped:
                raise self.failure("stopped")
            if not self._read(min(left, _GLANCE if stop is not None else left)):
                raise self.failure(self._how_it_ended())

    def cpu_seconds(self) -> float:
        """CPU time that the running process has taken so far; on Linux."""
        # The number that clock_getcpuclockid gives: that of all threads of a process.
        return time.clock_gettime((~self._process.pid << 3) | 2)

    def failure(self, what: str) -> EngineError:
        """An error that says what is wrong, with the last line of either side."""
        parts = [f"{self.name}: {what}"]
        if self._sent:
            parts.append(f"last sent: {_quoted(self._sent)}")
        if self._output.last:
            parts.append(f"its last line: {_quoted(self._output.last)}")
        if self._complaints.last:
            parts.append(f"on its standard error: {_quoted(self._complaints.last)}")
        return EngineError("; ".join(parts))

    def close(self, farewell: str = "") -> None:
        """Ends the process and all it has started; after a farewell, it may leave by itself."""
        if self._input.closed:
            return
        if farewell:
            with suppress(EngineError):
                self.send(farewell)
        self._input.close()
        deadline = time.monotonic() + _FAREWELL
        while farewell and (left := deadline - time.monotonic()) > 0 and self._read(left):
            self._output.forget()
        # Not waited for so far: the number still belongs to this process and its group.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _read(self, seconds: float) -> bool:
        """Takes in what comes within some seconds; False once the output has ended."""
        for key, _ in self._selector.select(seconds):
            piece = os.read(key.fd, _PIECE)
            if piece:
                key.data.feed(piece)
                self._complaints.forget()  # Only the last one is ever shown.
                continue
            key.data.feed(b"\n")  # The last line may lack its end.
            self._selector.unregister(key.fileobj)
            if key.data is self._output:
                return False
        return any(key.data is self._output for key in self._selector.get_map().values())

    def _how_it_ended(self) -> str:
        """What became of an engine that cannot be spoken to; its complaints are read first."""
        deadline = time.monotonic() + _LAST_WORDS
        while (left := deadline - time.monotonic()) > 0 and self._selector.get_map():
            self._read(left)
        # Looks without taking note, so that the group can still be ended by its number.
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        while (ended := os.waitid(os.P_PID, self._process.pid, look)) is None:
            if time.monotonic() > deadline:
                break
            time.sleep(_GLANCE)
        if ended is None:
            return "it has closed its input or output"
        if ended.si_code == os.CLD_EXITED:
            return f"it has ended with exit code {ended.si_status}"
        return f"it was ended by {signal.Signals(ended.si_status).name}"


def _quoted(line: str) -> str:
    """A line as a message may show it: printable and short."""
    text = "".join(c if c.isprintable() else " " for c in line).strip()
    return f"'{text}'" if len(text) <= _QUOTED else f"'{text[:_QUOTED]}...'"
