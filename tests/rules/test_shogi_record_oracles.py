"""Other programs read our records of shogi, and we read theirs."""

import pytest
from conftest import random_game
from shogi_record_files import EVEN, SHOGI, STARTS
from shogi_record_oracles import (
    ENCODINGS,
    READERS,
    WRITERS,
    compare_ki2,
    compare_ours,
    compare_theirs,
)

from boardworth.rules.records import GameRecord, read_records

FILES = ("title_matches.usi", "computer_games.usi", "selfplay_20k.usi", "openings_24ply.sfen")
# Random moves crowd pieces of a kind, which then must be told apart.
GAMES = [
    GameRecord(start, tuple(random_game(SHOGI, seed, start, 150)[1]))
    for seed, start in enumerate([EVEN, EVEN, *STARTS[1:4]])
]


@pytest.mark.parametrize("who", READERS)
def test_our_records_are_read_as_they_were_written(who):
    for record in GAMES:
        if READERS[who][2](record):
            compare_ours(who, record)


def test_our_words_of_ki2_are_understood_where_their_own_are():
    for record in GAMES:
        compare_ki2(record)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("who", WRITERS)
def test_their_records_are_read_as_they_were_written(tmp_path, who, encoding):
    for record in GAMES:
        if WRITERS[who][2](record):
            compare_theirs(SHOGI, who, record, encoding, tmp_path)


@pytest.mark.parametrize("file", FILES)
def test_every_real_record_is_read(data, file):
    found = read_records(SHOGI, data / "shogi" / file)
    assert not found.problems
    assert len(found.games) >= 300
