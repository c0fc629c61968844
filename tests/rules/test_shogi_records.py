"""Records of shogi come back as they were written, and are told apart from all else."""

import pytest
from conftest import random_game
from hypothesis import given, settings
from hypothesis import strategies as st
from shogi_record_files import SHOGI, STARTS, WIN, read, written

from boardworth.rules.records import GameRecord
from boardworth.rules.records.record import Note
from boardworth.rules.records.shogi.endings import BY_KIF, ENDINGS

words = st.text("あ歩ア亜aZ ,:%'/+-V｛", min_size=1, max_size=8).map(str.strip).filter(bool)


def told(record):
    """All that a record says."""
    return record.start, record.moves, record.score, dict(record.tags), dict(record.notes)


@st.composite
def games(draw, endings):
    """A random game with one of these ends, or none."""
    start, plies = draw(st.sampled_from(STARTS)), draw(st.integers(1, 40))
    positions, moves = random_game(SHOGI, draw(st.integers(0, 10**6)), start, plies)
    tags = draw(st.fixed_dictionaries({}, optional={"Sente": words, "Gote": words, "Event": words}))
    score = SHOGI.final_score(positions[-1])
    if score is None:
        ending = draw(st.sampled_from([None, *endings]))
        if ending is not None:
            tags["Termination"] = ending.name
            if ending.mover_score is not None:
                score = ending.mover_score * (1 - 2 * positions[-1].mover)
    noted = {
        ply: Note(
            seconds=float(draw(st.integers(0, 9000))) if ply and moves[ply - 1] != WIN else None,
            value=draw(st.none() | st.integers(-5000, 5000).map(lambda value: value / 100)),
            comment="\n".join(draw(st.lists(words, max_size=2))),
        )
        for ply in draw(st.sets(st.integers(0, len(moves)), max_size=3))
    }
    return GameRecord(start, tuple(moves), score, tags=tags, notes=noted)


# Declarations are moves where they are legal; CSA has no word for defaults.
CSA_ENDINGS = [one for one in ENDINGS if one.name not in ("declaration", "default")]
# KIF has one word for all draws by many points or moves.
KIF_ENDINGS = [one for one in CSA_ENDINGS if BY_KIF[one.kif] is one]


@pytest.mark.parametrize("ending", [".csa", ".kif", ".ki2u", ".usi"])
@settings(max_examples=40)
@given(st.data())
def test_a_game_that_was_read_is_written_and_read_as_the_same(tmp_path_factory, ending, data):
    known = CSA_ENDINGS if ending in (".csa", ".usi") else KIF_ENDINGS
    written_games = data.draw(st.lists(games(known), min_size=1, max_size=3))
    folder = tmp_path_factory.mktemp("round")
    first = read(folder, ending, written(ending, written_games))
    assert not first.problems
    for made, found in zip(written_games, first.games, strict=True):
        assert (found.start, found.moves, found.score) == (made.start, made.moves, made.score)
        if ending in (".csa", ".kif"):
            assert {ply: note for ply, note in made.notes.items() if note != Note()} == found.notes
            assert made.tags.items() <= found.tags.items()
    second = read(folder, ending, written(ending, first.games))
    assert not second.problems
    assert list(map(told, first.games)) == list(map(told, second.games))
