"""Damaged records of shogi are read or refused with file and line; nothing else happens.

`python -m benchmarks records_fuzz` reads many more.
"""

import random
import re

import pytest
from conftest import random_game
from shogi_record_files import SHOGI, STARTS, read, written

from boardworth.errors import FormatError
from boardworth.rules.records import GameRecord
from boardworth.rules.records.record import Note

ENDINGS = (".csa", ".kif", ".kifu", ".ki2", ".ki2u", ".usi")
TAGS = {"Sente": "羽生", "Gote": "谷川", "Date": "1996.02.14", "Event": "王将戦"}


def sound_file(ending, draw):
    """A file of two games."""
    records = []
    for start in draw.sample(STARTS, 2):
        moves = tuple(random_game(SHOGI, draw.randrange(1000), start, 30)[1])
        notes = {1: Note(seconds=12, comment="好手"), len(moves): Note(value=-0.3, comment="最後")}
        records.append(GameRecord(start, moves, tags=TAGS, notes=notes))
    return written(ending, records)


def damaged(content, draw):
    """Bytes of it changed, lost, doubled or moved."""
    for _ in range(draw.randint(1, 4)):
        at, end = sorted(draw.randint(0, len(content)) for _ in range(2))
        end = min(end, at + draw.choice([1, 2, 3, 40, 4000]))
        part = content[at:end]
        inserted = draw.choice(
            [b"", part + part, part[::-1], draw.randbytes(len(part) % 8), b"\n", b"/\n", b"\0"]
        )
        content = content[:at] + inserted + content[end:]
    return content


def read_damaged(folder, ending, seed):
    """Reads a damaged file. Raises AssertionError if a problem has no place."""
    draw = random.Random(f"{ending} {seed}")
    try:
        problems = read(folder, ending, damaged(sound_file(ending, draw), draw)).problems
    except FormatError as error:
        problems = [str(error)]
    for problem in problems:
        assert re.match(re.escape(str(folder / f"game{ending}")) + r", line \d+: .", problem)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_damaged_record_is_read_or_refused_with_its_line(tmp_path, ending):
    for seed in range(60):
        read_damaged(tmp_path, ending, seed)
