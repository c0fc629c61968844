"""Another engine, asked over NBoard."""

import os
import resource
from collections.abc import Sequence
from contextlib import closing

import boardworth as bw
from boardworth.arena.protocols import NBoardPlayer

ROUNDS = 3


def peer_command() -> str | None:
    """What starts the other engine, if there is one."""
    return os.environ.get("BOARDWORTH_NBOARD_PEER")


def peer_name() -> str:
    """For tables; a command may have paths that mean nothing elsewhere."""
    return os.environ.get("BOARDWORTH_NBOARD_NAME", "another engine")


def peer_seconds(command: str, positions: Sequence[bw.Position], limit: bw.Limit) -> list[float]:
    """The CPU time that an engine spends on all positions, by round; that of its start left out."""
    start = _cpu_seconds(command, [], limit)
    return [_cpu_seconds(command, positions, limit) - start for _ in range(ROUNDS)]


def _cpu_seconds(command: str, positions: Sequence[bw.Position], limit: bw.Limit) -> float:
    """Of a whole process."""
    before = _children()
    with closing(NBoardPlayer(command)) as peer:
        peer.move(bw.load_game("othello").start(), bw.Limit(depth=1))
        for position in positions:
            peer.move(position, limit)
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
