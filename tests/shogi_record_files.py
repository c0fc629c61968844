"""Files of records of shogi for tests, and games that begin in many ways."""

import io

from boardworth.rules import load_game
from boardworth.rules.records import read_records
from boardworth.rules.records.formats import RECORD_FORMATS

SHOGI = load_game("shogi")
EVEN = SHOGI.start()
WIN = EVEN.parse_move("win")
# What gote gives up, pieces in hand of both sides, a king that may declare its win.
STARTS = [
    EVEN,
    SHOGI.parse("handicap 2-piece"),
    SHOGI.parse("handicap right-7-piece"),
    SHOGI.parse("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1"),
    SHOGI.parse("1+P+P+PK+P+P+P1/2+P+P1+P+P2/9/9/9/9/9/9/4k4 b RB2G4S4Prb2g4n4l4p 1"),
]


def written(ending, records):
    """The bytes of a file."""
    file = io.BytesIO()
    RECORD_FORMATS[ending].write(records, file)
    return file.getvalue()


def read(folder, ending, content):
    path = folder / f"game{ending}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_records(SHOGI, path)


def only_game(folder, ending, content):
    found = read(folder, ending, content)
    assert not found.problems
    (record,) = found.games
    return record
