"""Writes files of game records for tests."""

import struct

from conftest import random_game


def wthor_record(game, seed, moves=None, **fields):
    """One game as WTHOR has it: passes omitted."""
    positions, played = random_game(game, seed)
    squares = [m for m in played if game.start().move_text(m) != "--"] if moves is None else moves
    codes = [10 * (m // 8 + 1) + m % 8 + 1 for m in squares]
    outcome = game.outcome(positions[-1]) * (1 if positions[-1].mover == 0 else -1)
    discs = fields.get("discs", (outcome + 64) // 2)
    best = fields.get("best", 40)
    return struct.pack("<3H2B60s", 1, 2, 3, discs, best, bytes(codes))


def wthor_file(path, records, games=None, size=8):
    count = len(records) if games is None else games
    header = struct.pack("<4BIHHBBBx", 20, 24, 1, 1, count, 0, 2023, size, 0, 24)
    path.write_bytes(header + b"".join(records))
    return path
