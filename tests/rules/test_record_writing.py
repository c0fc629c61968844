"""Records that were written and read are the same games."""

import io
import tempfile
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest
from conftest import random_game
from hypothesis import given, settings
from hypothesis import strategies as st

from boardworth.errors import FormatError
from boardworth.rules import load_game
from boardworth.rules.records import GameRecord, Note, read_records, write_records
from boardworth.rules.records.pgn_writing import pgn_text

CHESS, OTHELLO = load_game("chess"), load_game("othello")
CHESS_GAMES = [random_game(CHESS, seed) for seed in range(6)]
OTHELLO_GAMES = [random_game(OTHELLO, seed) for seed in range(6)]

WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1)
VALUES = st.lists(WORDS, max_size=4).map(" ".join)
SECONDS = st.none() | st.integers(0, 10**7).map(lambda n: n / 1000)
NUMBERS = st.none() | st.integers(-10_000, 10_000).map(lambda n: n / 100)


@st.composite
def notes(draw, plies):
    note = draw(
        st.builds(
            Note,
            seconds=SECONDS,
            clock=SECONDS,
            value=NUMBERS,
            comment=VALUES.map(lambda text: text.replace("}", ")").replace("[%", "(%")),
            nags=st.lists(st.integers(0, 255), max_size=2).map(tuple),
        )
    )
    mate = draw(st.none() | st.integers(-50, 50))
    note = note if mate is None else replace(note, value=None, mate=mate)
    return {draw(st.integers(0, plies)): note} if note != Note() else {}


@st.composite
def chess_records(draw):
    positions, moves = draw(st.sampled_from(CHESS_GAMES))
    first = draw(st.integers(0, len(moves)))
    played = moves[first : draw(st.integers(first, len(moves)))]
    last = positions[first + len(played)]
    score = CHESS.final_score(last) if not last.legal_moves() else draw(st.sampled_from([1, 0, -1]))
    tags = draw(st.dictionaries(st.sampled_from(["Event", "White", "ECO"]), VALUES))
    return GameRecord(
        positions[first], tuple(played), score, tags=tags, notes=draw(notes(len(played)))
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(chess_records(), min_size=1, max_size=3))
def test_chess_games_come_back_from_pgn(records):
    for record, found in zip(records, _written_and_read(CHESS, "a.pgn", records), strict=True):
        assert (found.start, found.moves, found.score) == (record.start, record.moves, record.score)
        assert {name: found.tags[name] for name in record.tags} == record.tags
        assert found.notes == record.notes


def _written_and_read(game, name, records):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write_records(game, path, records)
        found = read_records(game, path)
    assert not found.problems
    return tuple(found.games)


@st.composite
def othello_records(draw):
    positions, moves = draw(st.sampled_from(OTHELLO_GAMES))
    first = draw(st.integers(0, len(moves)))
    tags = draw(st.dictionaries(st.sampled_from(["Event", "Black", "White", "TT"]), VALUES))
    said = {
        draw(st.integers(1, len(moves) - first)): draw(
            st.builds(Note, seconds=SECONDS, value=NUMBERS).filter(lambda note: note != Note())
        )
        for _ in range(min(2, len(moves) - first))
    }
    score = OTHELLO.final_score(positions[-1])
    return GameRecord(positions[first], tuple(moves[first:]), score, tags=tags, notes=said)


@settings(max_examples=25, deadline=None)
@given(st.lists(othello_records(), min_size=1, max_size=3))
def test_othello_games_come_back_from_ggf(records):
    for record, found in zip(records, _written_and_read(OTHELLO, "a.ggf", records), strict=True):
        assert (found.start, found.moves, found.score) == (record.start, record.moves, record.score)
        assert {name: found.tags[name] for name in record.tags} == record.tags
        assert found.notes == record.notes


@settings(max_examples=12, deadline=None)
@given(st.lists(st.sampled_from(range(6)), min_size=1, max_size=4), st.booleans())
def test_othello_games_come_back_from_wthor(numbers, exact):
    records = []
    for number in numbers:
        positions, moves = OTHELLO_GAMES[number]
        score = OTHELLO.final_score(positions[-1])
        plies = [ply for ply, p in enumerate(positions) if OTHELLO.text(p).count("-") == 24]
        known = dict.fromkeys(plies, 2 * number) if exact else {}
        tags = {"Event": f"tournament {number}", "Black": "player 7", "White": "player 65535"}
        records.append(GameRecord(positions[0], tuple(moves), score, known, tags=tags))
    found = _written_and_read(OTHELLO, "a.wtb", records)
    assert [(r.moves, r.score, r.tags) for r in found] == [
        (r.moves, r.score, r.tags) for r in records
    ]
    if exact:
        assert [r.exact for r in found] == [r.exact for r in records]
    again = _written_and_read(OTHELLO, "a.wtb", found)
    assert [replace(r, source="") for r in again] == [replace(r, source="") for r in found]


def test_python_chess_reads_what_we_write():
    for positions, moves in CHESS_GAMES:
        said = {0: Note(comment="a remark"), 1: Note(value=0.5, clock=60.0, nags=(1,))}
        record = GameRecord(positions[0], tuple(moves), tags={"White": 'a "b" \\'}, notes=said)
        text = pgn_text(record)
        assert max(map(len, text.splitlines())) <= 80
        game = chess.pgn.read_game(io.StringIO(text))
        assert not game.errors
        assert len(list(game.mainline_moves())) == len(moves)
        assert game.next().clock() == 60.0


def test_wthor_refuses_what_it_cannot_hold(tmp_path):
    positions, moves = OTHELLO_GAMES[0]
    for record in (
        GameRecord(positions[0], tuple(moves[:5])),
        GameRecord(positions[4], tuple(moves[4:]), 2),
    ):
        with pytest.raises(FormatError, match=r"^a game: a WTHOR game begins"):
            write_records(OTHELLO, tmp_path / "a.wtb", [record])
    assert not list(tmp_path.iterdir())


def test_formats_that_are_only_read_and_those_of_other_games_are_refused(tmp_path):
    for game, name, message in (
        (OTHELLO, "a.gam", "records are written to files in .pgn, .wtb"),
        (OTHELLO, "a.pgn", "hold games of chess, not of othello"),
        (CHESS, "a.pgn.gz", "compressed records are read, but not written"),
    ):
        with pytest.raises(FormatError, match=message):
            write_records(game, tmp_path / name, [])
