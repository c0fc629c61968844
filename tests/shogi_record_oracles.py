"""Records of shogi beside cshogi and python-shogi: what they write and read, as USI moves.

`python tests/shogi_record_oracles.py FOLDER` compares all games of a folder of USI lines.
"""

import io
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import cshogi
import shogi.CSA
import shogi.KIF
from cshogi import CSA, KI2, KIF

from boardworth.rules import load_game
from boardworth.rules.records import read_records
from boardworth.rules.records.formats import RECORD_FORMATS
from boardworth.rules.records.shogi.board import RecordBoard
from boardworth.rules.records.shogi.kif_moves import ki2_move
from boardworth.rules.records.shogi.usi_moves import usi_texts

NAMES = ("羽生善治", "谷川　浩司")
ENCODINGS = ("utf-8", "cp932")


def usi_moves(record):
    """The moves of a record of ours."""
    return [usi_texts(record.start.game)[move] for move in record.moves]


def sfen(record):
    """Where a record of ours begins."""
    return record.start.game.text(record.start)


def board_moves(start, moves):
    """A board of cshogi's, and its numbers of moves."""
    board, numbers = cshogi.Board(start), []
    for move in moves:
        numbers.append(board.push_usi(move))
    return cshogi.Board(start), numbers


def cshogi_csa(start, moves, path, encoding):
    """Writes a game in CSA."""
    board, numbers = board_moves(start, moves)
    with closing(CSA.Exporter(str(path), encoding=encoding)) as file:
        file.info(board, NAMES, {"EVENT": "第１回"}, "一局", "V2.2")
        for seconds, number in enumerate(numbers):
            # Commas join statements: both ways occur.
            file.move(number, seconds, "** 12 +7776FU", sep="\n" if seconds % 2 else ",")
        file.endgame("%TORYO", 3)


def cshogi_kif(start, moves, path, _encoding):
    """Writes a game in KIF; the ending of the file means the encoding."""
    board, numbers = board_moves(start, moves)
    with closing(KIF.Exporter(str(path))) as file:
        usual = start.split()[:3] == cshogi.STARTING_SFEN.split()[:3]
        file.header(NAMES, handicap=None if usual else board)
        for seconds, number in enumerate(numbers):
            file.move(number, seconds, seconds)
        file.end("resign")


def cshogi_ki2(start, moves, path, encoding):
    """Writes a game in KI2."""
    _, numbers = board_moves(start, moves)
    with closing(KI2.Exporter(str(path))) as file:
        file.header(NAMES)
        for number in numbers:
            file.move(number, "好手")
        file.end("%TORYO")
    path.write_bytes(path.read_text("cp932").encode(encoding))


def python_shogi_kif(start, moves, path, encoding):
    """Writes a game in KIF."""
    winner = "b" if len(moves) % 2 else "w"
    summary = {"names": NAMES, "sfen": start, "moves": moves, "win": winner}
    path.write_bytes(shogi.KIF.Exporter.kif(summary).encode(encoding))


def _csa_by_cshogi(text):
    (found,) = cshogi.Parser.parse_str(text)
    return found.sfen, list(map(cshogi.move_to_usi, found.moves))


def _kif_by_cshogi(text):
    found = KIF.Parser.parse_str(text)
    return found.sfen, list(map(cshogi.move_to_usi, found.moves))


def _by_python_shogi(parser):
    def read(text):
        (found,) = parser.parse_str(text)
        return found["sfen"], found["moves"]

    return read


def anything(_record):
    """What a program that knows all starts reads or writes."""
    return True


def even(record):
    """What a program that knows no diagrams reads or writes."""
    return record.start == record.start.game.start()


def nothing_in_hand(record):
    """What python-shogi reads of CSA: it loses pieces in hand."""
    return sfen(record).split()[2] == "-"


# Who writes, the ending of the file by its encoding, and which games.
WRITERS = {
    "cshogi's CSA": (cshogi_csa, {"utf-8": ".csa", "cp932": ".csa"}, anything),
    "cshogi's KIF": (cshogi_kif, {"utf-8": ".kifu", "cp932": ".kif"}, anything),
    "cshogi's KI2": (cshogi_ki2, {"utf-8": ".ki2u", "cp932": ".ki2"}, even),
    "python-shogi's KIF": (python_shogi_kif, {"utf-8": ".kifu", "cp932": ".kif"}, even),
}
# The ending of the file, who reads it, and which games.
READERS = {
    "cshogi's CSA": (".csa", _csa_by_cshogi, anything),
    "python-shogi's CSA": (".csa", _by_python_shogi(shogi.CSA.Parser), nothing_in_hand),
    "cshogi's KIF": (".kifu", _kif_by_cshogi, even),
    "python-shogi's KIF": (".kifu", _by_python_shogi(shogi.KIF.Parser), even),
}


def compare_theirs(game, who, record, encoding, folder):
    """Raises AssertionError unless we read what they write."""
    write, endings, _ = WRITERS[who]
    path = folder / f"game{endings[encoding]}"
    moves = [move for move in usi_moves(record) if move != "win"]
    write(sfen(record), moves, path, encoding)
    found = read_records(game, path)
    assert not found.problems, (who, found.problems, sfen(record), moves)
    (ours,) = found.games
    assert (sfen(ours), usi_moves(ours)) == (sfen(record), moves), who
    assert ours.players == NAMES


def compare_ours(who, record):
    """Raises AssertionError unless they read what we write."""
    ending, read, _ = READERS[who]
    file = io.BytesIO()
    RECORD_FORMATS[ending].write([record], file)
    start, moves = read(file.getvalue().decode())
    assert record.start.game.parse(start) == record.start, who
    assert moves == [move for move in usi_moves(record) if move != "win"], who


def compare_ki2(record):
    """Raises AssertionError unless cshogi reads our moves of KI2 where it reads its own."""
    ours, theirs = RecordBoard.of(record.start), cshogi.Board(sfen(record))
    for move in usi_moves(record):
        if move == "win":
            return
        number = theirs.move_from_usi(move)
        if _ki2_by_cshogi(ki2_move(ours, move), theirs) != move:
            own = KI2.move_to_ki2(number, theirs)
            assert _ki2_by_cshogi(own, theirs) != move, (move, theirs.sfen())
        ours.play(move)
        theirs.push(number)


def _ki2_by_cshogi(text, board):
    """The move that it takes a text for; it takes some drops for moves from beyond the board."""
    before = board.copy()
    try:
        (found,) = KI2.Parser.parse_move_str(text, before)
    except (AssertionError, IndexError, ValueError):
        return None
    return cshogi.move_to_usi(found)


if __name__ == "__main__":
    shogi_game = load_game("shogi")
    files = sorted(Path(sys.argv[1]).glob("*.usi"))
    games = [record for file in files for record in read_records(shogi_game, file).games]
    with tempfile.TemporaryDirectory() as work:
        for one in games:
            compare_ki2(one)
            for name in READERS:
                compare_ours(name, one)
            for name in WRITERS:
                for coding in ENCODINGS:
                    compare_theirs(shogi_game, name, one, coding, Path(work))
    print(f"{len(games)} games: no difference")
