"""Laws that every game obeys, on random play."""

import contextlib
import pickle

import numpy as np
import pytest
from conftest import GAMES, packed, random_game, swapped
from hypothesis import assume, given
from hypothesis import strategies as st

from boardworth.errors import FormatError, IllegalMove
from boardworth.rules import Position, load_game
from boardworth.rules.game import MAX_RANDOM_MOVES

seeds = st.integers(0, 10_000)
games = st.sampled_from([load_game(name) for name in GAMES])


@given(games, seeds)
def test_a_game_is_over_exactly_when_nobody_can_move(game, seed):
    positions, _ = random_game(game, seed, max_plies=MAX_RANDOM_MOVES)
    for position in positions:
        assert (game.outcome(position) is None) == bool(position.legal_moves())
    assert abs(game.outcome(positions[-1])) <= game.max_score


@given(games, seeds)
def test_progress_starts_at_0_and_never_falls_where_games_are_bounded(game, seed):
    positions, _ = random_game(game, seed)
    progress = game.progress(packed(positions))
    assert progress[0] == 0
    assert 0 <= progress.min() <= progress.max() <= game.max_progress
    if game.moves_bounded:
        assert (np.diff(progress) >= 0).all()


def test_boards_that_no_game_reaches_are_played_safely():
    game = load_game("othello")
    crowded = "----X----OOXO-O---XX-XO--OXO-XO--XX---X--OOX-XO-----O-OX-OX-X--- X"
    assert len(game.parse(crowded).legal_moves()) == 35
    for text in ("X" + "-" * 63 + " X", "-" * 64 + " O", "XO" + "-" * 62 + " O"):
        position = game.parse(text)
        assert game.progress(packed([position]))[0] == 0
        assert isinstance(position.legal_moves(), list)


def test_equal_keys_mean_equal_positions():
    game = load_game("othello")
    texts = ["-X-X" + "-" * 60 + " O", "OO-O" + "-" * 60 + " X", "XX-X" + "-" * 60 + " O"]
    keys = game.canonical_keys(packed([game.parse(text) for text in texts]))
    assert len(set(keys.tolist())) == len(
        {game.canonical(packed([game.parse(t)])).tobytes() for t in texts}
    )


@given(games, seeds)
def test_packed_bytes_and_text_give_the_same_position_back(game, seed):
    for position in random_game(game, seed)[0]:
        assert game.parse(game.text(position)) == position
        assert len(position.packed) == game.packed_size
        assert pickle.loads(pickle.dumps(position)) == position


@given(games, seeds)
def test_moves_in_notation_read_back_as_the_same_game(game, seed):
    positions, moves = random_game(game, seed)
    text = game.line_text(game.start(), moves)
    replay = game.replay(game.start(), game.parse_line(game.start(), text))
    assert replay.moves == tuple(moves)
    assert replay.used == len(moves)
    np.testing.assert_array_equal(replay.positions, packed(positions))


@given(games, seeds)
def test_moves_have_different_notations_within_a_position(game, seed):
    for position in random_game(game, seed)[0]:
        texts = {position.move_text(move): move for move in position.legal_moves()}
        assert len(texts) == len(position.legal_moves())
        for text, move in texts.items():
            assert position.parse_move(text) == move


@given(games, seeds)
def test_illegal_moves_are_refused_and_change_nothing(game, seed):
    for position in random_game(game, seed)[0]:
        legal = set(position.legal_moves())
        for move in set(range(-1, 70)) - legal:
            with pytest.raises(IllegalMove):
                position.play(move)


@given(games, seeds)
def test_symmetries_commute_with_play(game, seed):
    positions, moves = random_game(game, seed)
    for symmetry in range(len(game.symmetries)):
        image = Position(game, game.core.image(symmetry, positions[0].packed))
        for position, move in zip(positions[1:], moves, strict=True):
            image = image.play(game.core.move_image(symmetry, move))
            assert image.packed == game.core.image(symmetry, position.packed)
        assert game.outcome(image) == game.outcome(positions[-1])


@given(games, seeds)
def test_symmetries_take_facts_where_they_say(game, seed):
    for position in random_game(game, seed)[0]:
        facts = game.facts(position)
        for symmetry, images in enumerate(game.symmetries):
            moved = game.facts(Position(game, game.core.image(symmetry, position.packed)))
            assert [moved[image] for image in images] == list(facts)


@given(games, seeds)
def test_symmetries_form_a_group(game, seed):
    images = set(game.symmetries)
    assert len(images) == len(game.symmetries)
    assert game.symmetries[0] == tuple(range(len(game.atoms)))
    for first in game.symmetries:
        for second in game.symmetries:
            assert tuple(second[atom] for atom in first) in images


@given(games, seeds)
def test_all_images_of_a_position_have_one_canonical_form(game, seed):
    for position in random_game(game, seed)[0]:
        images = [
            Position(game, game.core.image(symmetry, position.packed))
            for symmetry in range(len(game.symmetries))
        ]
        assert len({form.tobytes() for form in game.canonical(packed(images))}) == 1
        assert len(set(game.canonical_keys(packed(images)).tolist())) == 1


@given(games, seeds)
def test_many_positions_at_once_are_what_each_is_alone(game, seed):
    """Many are not asked whether they are over, which takes a rule sheet the longest."""
    positions, _ = random_game(game, seed)
    many = packed(positions)
    assert game.core.movers(many).tolist() == [position.mover for position in positions]
    for position, form in zip(positions, game.canonical(many), strict=True):
        seen = game.core.first_to_move(position.packed)
        assert game.outcome(Position(game, seen)) == game.outcome(position)
        images = (game.core.image(symmetry, seen) for symmetry in range(len(game.symmetries)))
        assert form.tobytes() == min(images)


@given(games, seeds)
def test_the_facts_of_a_position_are_the_mover_s_own(game, seed):
    """Swapping colours and mover leaves the mover's view as it is."""
    for position in random_game(game, seed)[0]:
        other = swapped(game, position)
        assert game.facts(other) == game.facts(position)
        both = packed([position, other])
        assert len(set(game.canonical_keys(both).tolist())) == 1


@given(games, st.binary(max_size=40))
def test_packed_nonsense_is_refused(game, nonsense):
    assume(len(nonsense) != game.packed_size)
    with pytest.raises(FormatError, match=game.name):
        Position(game, nonsense).legal_moves()


@given(games, st.data())
def test_packed_bytes_of_the_right_length_are_a_position_or_refused(game, data):
    size = game.packed_size
    nonsense = data.draw(st.binary(min_size=size, max_size=size))
    with contextlib.suppress(FormatError):
        Position(game, nonsense).legal_moves()


@given(games, st.text(max_size=80))
def test_nonsense_text_is_refused(game, nonsense):
    with pytest.raises(FormatError, match=game.name):
        game.parse(nonsense)
    with contextlib.suppress(FormatError):
        game.parse_line(game.start(), nonsense)
