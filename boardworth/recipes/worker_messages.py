"""What a worker is told, and what it tells: values, each with its length, through pipes.

A worker (`worker.py`) is a process that learns one game.
"""

from __future__ import annotations

from typing import IO, TypeAlias

import msgspec

_LENGTH = 4  # bytes of a length


class _Message(msgspec.Struct, frozen=True, tag=True):
    """One of the following."""


class Job(_Message, frozen=True):
    """Learn this game.

    Attributes:
        rules: the rule sheet.
        source: where it is from, for messages.
        name: of the game.
        end: when to be done, by time.monotonic(), which all processes share: starting takes long on
            a busy machine.
        seed: of everything random.
        threads: how many to use.
        memory: most bytes, and as many for the grounder.
        plays: whether to wait for questions afterwards; else models are sent.
    """

    rules: str
    source: str
    name: str
    end: float
    seed: int
    threads: int
    memory: int
    plays: bool


class Ask(_Message, frozen=True):
    """What do you play? The answer to an earlier question is not waited for any more.

    Attributes:
        number: of the question.
        moves: all joint moves of the game so far.
        role: the number of the role to choose for.
        seconds: to choose.
    """

    number: int
    moves: list[list[str]]
    role: int
    seconds: float


class Line(_Message, frozen=True):
    """Something for the log."""

    text: str


class Task(_Message, frozen=True):
    """A task begins, of some size; it ends with the next one."""

    name: str
    total: float


class Advanced(_Message, frozen=True):
    """How much of the task was done."""

    amount: float


class Draft(_Message, frozen=True):
    """The best model so far, as a file's bytes, and what it is in a line."""

    model: bytes
    summary: str


class Learned(_Message, frozen=True):
    """The job is done; moves may be asked for now.

    Attributes:
        method: by which it plays.
    """

    method: str


class Chosen(_Message, frozen=True):
    """The answer to a question."""

    number: int
    move: str


class Failed(_Message, frozen=True):
    """There will be no more, or no answer to a question, and why."""

    reason: str
    question: int = 0  # its number; 0 for all


ToWorker: TypeAlias = Job | Ask
FromWorker: TypeAlias = Line | Task | Advanced | Draft | Learned | Chosen | Failed

_to_worker = msgspec.msgpack.Decoder(ToWorker)
_from_worker = msgspec.msgpack.Decoder(FromWorker)


def write(pipe: IO[bytes], message: ToWorker | FromWorker) -> None:
    """Sends a message. Raises OSError if the reader has gone."""
    content = msgspec.msgpack.encode(message)
    pipe.write(len(content).to_bytes(_LENGTH, "big") + content)
    pipe.flush()


def read_told(pipe: IO[bytes]) -> ToWorker | None:
    """The next message to a worker; None at the end."""
    content = _content(pipe)
    return None if content is None else _to_worker.decode(content)


def read_answer(pipe: IO[bytes]) -> FromWorker | None:
    """The next message of a worker; None at the end."""
    content = _content(pipe)
    return None if content is None else _from_worker.decode(content)


def _content(pipe: IO[bytes]) -> bytes | None:
    length = pipe.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    expected = int.from_bytes(length, "big")
    content = pipe.read(expected)
    return content if len(content) == expected else None
