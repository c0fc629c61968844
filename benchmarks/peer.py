"""Another engine, asked over NBoard."""

import time
from collections.abc import Sequence
from contextlib import closing

import boardworth as bw
from boardworth.arena.protocols import NBoardPlayer


def peer_seconds(command: str, positions: Sequence[bw.Position], limit: bw.Limit) -> float:
    """How long an engine thinks about all positions, once it has loaded what it knows."""
    with closing(NBoardPlayer(command)) as peer:
        peer.move(positions[0].game.start(), limit if limit.depth == 1 else bw.Limit(depth=1))
        start = time.perf_counter()
        for position in positions:
            peer.move(position, limit)
        return time.perf_counter() - start
