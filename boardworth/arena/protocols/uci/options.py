"""What a program can set about our engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError
from boardworth.processes import memory_of_machine

if TYPE_CHECKING:
    from boardworth.arena.protocols.uci.dialect import Dialect

# MiB: what the machine has, less what others need.
MAX_MEMORY = max(memory_of_machine() * 3 // 4 >> 20, 1)
MAX_THREADS = 1024
MAX_VARIATIONS = 500
# Milliseconds between a program and the engine: two pipes, and processes that wait for a processor.
OVERHEAD = 30


@dataclass(frozen=True, slots=True)
class Options:
    """What is set."""

    memory: int = 64  # of the table, in MiB
    threads: int = 1
    variations: int = 1
    chess960: bool = False
    overhead: int = OVERHEAD  # in milliseconds

    def lines(self, dialect: Dialect) -> list[str]:
        """The options as the engine announces them."""
        spins = {
            dialect.hash: (self.memory, 1, MAX_MEMORY),
            "Threads": (self.threads, 1, MAX_THREADS),
            "MultiPV": (self.variations, 1, MAX_VARIATIONS),
            dialect.overhead: (self.overhead, 0, 10_000),
        }
        lines = [
            f"name {name} type spin default {value} min {least} max {most}"
            for name, (value, least, most) in spins.items()
        ]
        lines.append(f"name {dialect.ponder} type check default false")
        if dialect.game == "chess":
            lines.append("name UCI_Chess960 type check default false")
            lines.append("name Clear Hash type button")
        return [f"option {line}" for line in lines]

    def set(self, words: Sequence[str]) -> Options:
        """The options after a command `setoption`. Raises BoardworthError."""
        name, value = _split(words)
        match name:
            case "hash" | "usi_hash":
                return replace(self, memory=_number(name, value, 1, MAX_MEMORY))
            case "threads":
                return replace(self, threads=_number(name, value, 1, MAX_THREADS))
            case "multipv":
                return replace(self, variations=_number(name, value, 1, MAX_VARIATIONS))
            case "moveoverhead":
                return replace(self, overhead=_number(name, value, 0, 10_000))
            case "uci_chess960":
                return replace(self, chess960=value.lower() == "true")
            # Programs say so; nothing depends on it.
            case "ponder" | "usi_ponder" | "uci_analysemode" | "clearhash":
                return self
        raise BoardworthError(f"setoption: there is no option '{' '.join(words)[:60]}'")


def clears_table(words: Sequence[str]) -> bool:
    """Whether a command `setoption` is the button that forgets what was searched."""
    return _split(words)[0] == "clearhash"


def _split(words: Sequence[str]) -> tuple[str, str]:
    """The name of an option without blanks and capitals, and its value."""
    start = 1 if words[:1] == ["name"] else 0
    end = words.index("value") if "value" in words else len(words)
    return "".join(words[start:end]).lower(), " ".join(words[end + 1 :])


def _number(name: str, text: str, least: int, most: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise BoardworthError(f"setoption {name}: '{text[:20]}' is not a number") from None
    return max(min(number, most), least)
