"""Damage done to files of game records and problems, and what becomes of a damaged one."""

import random
import re
from io import BytesIO
from pathlib import Path

import boardworth as bw
from boardworth.errors import BoardworthError
from boardworth.rules import Game
from boardworth.rules.records import (
    GameRecord,
    Note,
    read_problems,
    read_records,
    write_problems,
    write_records,
)
from boardworth.rules.records.formats import RECORD_FORMATS

PGN = """[Event "a"]
[Result "1-0"]

1. e4 {[%clk 0:01:02] [%eval 0.3]} e5 $1 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6 3. Bb5 a6! ; rest
4. Ba4 Nf6 5. O-O Be7 1-0

[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]

1. a8=Q Kg7 {a comment} 2. Qa7+ *

"""
GGF = (
    "(;GM[Othello]PC[here]PB[a]PW[b]RE[+2.00]TY[8]BO[8 ---------------------------O*"
    "------*O--------------------------- *]B[f5/1.5/2]W[d6]B[c3];)\n"
)
EPD = '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001"; acd 9;\n'
OBF = "--OOOOOOXXOXXXXO-XXXOO-OOXXOOXOOOOOXXOOO-OOXXXO--OOOOOOO-OOOXXXX X; A7:+2; A8:-4;\n"
SHOGI = (".csa", ".kif", ".kifu", ".ki2", ".ki2u", ".usi")
TEXTS = {
    "a.pgn": ("chess", 3 * PGN),
    "a.ggf": ("othello", 4 * GGF),
    "a.gam": ("othello", "+f5-d6+c3: -04 10\n+f5-d6: +02 10\n"),
    "a.txt": ("othello", "f5d6c3d3c4 +4\nposition: " + OBF.split(";", maxsplit=1)[0] + "\na7 +2\n"),
    "a.epd": ("chess", 3 * EPD),
    "a.obf": ("othello", 3 * OBF),
    "a.wtb": ("othello", ""),
    **{f"a{ending}": ("shogi", "") for ending in SHOGI},
}
_TOKENS = re.compile(r"\w+|\s+|.", re.DOTALL)
_SPECIAL = (
    *r'{}()[]";%$*/-\é', "--", "1-0", "1.", "1...", "O-O", "e8=Q", "Kxe9", "\n", "\r\n"
)  # fmt: skip


def sound(name: str) -> tuple[Game, bytes]:
    """A file that can be read, and its game."""
    game_name, text = TEXTS[name]
    game = bw.load_game(game_name)
    if text:
        return game, text.encode()
    if game_name == "shogi":
        return game, _shogi(game, Path(name).suffix)
    moves = [
        10 * (move // 8 + 1) + move % 8 + 1 for move in game.parse_line(game.start(), "f5d6c3")
    ]
    record = bytes(6) + bytes([40, 40]) + bytes(moves) + bytes(60 - len(moves))
    header = (
        bytes([20, 26, 1, 1, 3, 0, 0, 0, 0, 0])
        + (2026).to_bytes(2, "little")
        + bytes([8, 0, 24, 0])
    )
    return game, header + 3 * record


def _shogi(game: Game, ending: str) -> bytes:
    """Three games with what else the format holds."""
    moves = game.parse_line(game.start(), "7g7f 3c3d 8h2b+ 3a2b B*4e")
    tags = {"Sente": "羽生", "Gote": "谷川", "Date": "1996.02.14", "Event": "王将戦"}
    notes = {1: Note(seconds=12, comment="好手"), 3: Note(comment="角交換")}
    file = BytesIO()
    write = RECORD_FORMATS[ending].write
    assert write is not None
    write(3 * [GameRecord(game.start(), moves, tags=tags, notes=notes)], file)
    return file.getvalue()


def damaged(content: bytes, seed: int) -> bytes:
    """The content with tokens deleted, doubled, swapped or replaced, cut off, or with odd bytes."""
    draw = random.Random(seed)
    tokens = [token.encode("latin-1") for token in _TOKENS.findall(content.decode("latin-1"))]
    for _ in range(draw.choice([1, 1, 2, 5, 20])):
        one, other = draw.randrange(len(tokens)), draw.randrange(len(tokens))
        match draw.randrange(6):
            case 0:
                tokens[one] = b""
            case 1:
                tokens[one] *= draw.choice([2, 2, 50])
            case 2:
                tokens[one], tokens[other] = tokens[other], tokens[one]
            case 3 if draw.random() < 0.2:
                tokens = tokens[: one + 1]
            case 4:
                tokens[one] = draw.randbytes(draw.randint(1, 4))
            case _:
                tokens[one] = draw.choice(_SPECIAL).encode()
    return b"".join(tokens)


def outcome_of(folder: Path, number: int) -> str:
    """Reads a damaged file; what is read is written and read again. Problems must name the place.

    Raises whatever should not happen.
    """
    name = list(TEXTS)[number % len(TEXTS)]
    game, content = sound(name)
    path = folder / name
    path.write_bytes(damaged(content, number))
    place = re.compile(
        re.escape(str(path)) + (r"(: |, line 1)" if name == "a.wtb" else r"(, line \d+: |: no )")
    )
    try:
        if name.endswith((".epd", ".obf")):
            problems = read_problems(game, path)
            write_problems(path, problems)
            assert len(read_problems(game, path)) == len(problems)
            return "read"
        found = read_records(game, path)
    except BoardworthError as error:
        if not place.match(str(error)):
            raise ValueError(f"no place in: {error}") from error
        return "refused"
    for problem in found.problems:
        if not place.match(problem):
            raise ValueError(f"no place in: {problem}")
    again = folder / f"again{ {'chess': '.pgn', 'shogi': '.usi'}.get(game.name, '.txt') }"
    games = tuple(found.games)
    if not games:
        return "refused"
    write_records(game, again, games)
    assert [one.moves for one in read_records(game, again).games] == [one.moves for one in games]
    return "in part" if found.problems else "read"
