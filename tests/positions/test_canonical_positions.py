"""Positions of equal worth, told by drawings of their images and not by the keys under test."""

import numpy as np
import pytest
from conftest import NATIVE, packed, random_game
from reference.canonical import canonical

import boardworth as bw
from boardworth.positions import Dataset


def drawn(data):
    """The canonical drawing of every row."""
    return [canonical(data.game, bw.Position(data.game, row.tobytes())) for row in data.positions]


def images(game, positions, seed):
    """Each position as one of its images, some with the colours swapped."""
    draw = np.random.default_rng(seed)
    found = []
    for position in positions:
        image = game.core.image(int(draw.integers(len(game.symmetries))), position.packed)
        found.append(game.core.first_to_move(image) if draw.integers(2) else image)
    return np.stack([np.frombuffer(bytes(image), np.uint8) for image in found])


def mirrored_data(game, games=12):
    """Every game twice: as it was played, and in images. Targets are the numbers of rows."""
    lines = [random_game(game, f"canonical {seed}")[0][:-1] for seed in range(games)]
    parts = [packed(line) for line in lines]
    parts += [images(game, line, seed) for seed, line in enumerate(lines)]
    positions = np.concatenate(parts)
    ids = np.repeat(np.arange(len(parts)), [len(part) for part in parts]).astype(np.int32)
    targets = np.arange(len(positions), dtype=np.float32)
    return Dataset(game, positions, targets, game.progress(positions), ids)


@pytest.fixture(params=NATIVE)
def data(request):
    return mirrored_data(bw.load_game(request.param))


def test_keys_are_equal_just_where_positions_are_worth_the_same(data):
    """A drawing has one key and a key one drawing; half of the rows are images of the others."""
    keys, forms = data.canonical_keys().tolist(), drawn(data)
    assert len(set(zip(keys, forms, strict=True))) == len(set(keys)) == len(set(forms))
    assert len(set(forms)) <= len(data) // 2


def test_a_split_has_no_image_of_a_training_position_held_out(data):
    """Game 12 + n is game n in images: where one of both is held out, nothing of it is left."""
    train, held_out = data.split(0.4, 1)
    assert not set(drawn(train)) & set(drawn(held_out))
    apart = {n for n in range(12) if (n in train.game_ids) != (n + 12 in train.game_ids)}
    assert apart
    assert not {n % 12 for n in held_out.game_ids.tolist()} & apart
    both_out = set(range(12)) - {n % 12 for n in train.game_ids.tolist()}
    assert both_out
    assert {n % 12 for n in held_out.game_ids.tolist()} <= both_out


def test_rows_without_some_positions_are_without_their_images(data):
    first_half = data.select(data.game_ids < 6)
    left = data.without(first_half.canonical_keys())
    gone = set(drawn(first_half))
    expected = [row for row, form in enumerate(drawn(data)) if form not in gone]
    assert left.targets.tolist() == expected


def test_merged_rows_have_the_mean_target_of_all_images(data):
    rows = {}
    for row, form in enumerate(drawn(data)):
        rows.setdefault(form, []).append(row)
    merged = data.merged()
    assert drawn(merged) == list(rows)
    np.testing.assert_allclose(merged.targets, [np.mean(own) for own in rows.values()], rtol=1e-6)
    np.testing.assert_array_equal(
        merged.positions, data.positions[[own[0] for own in rows.values()]]
    )


def test_three_targets_of_one_position_become_their_mean():
    """The first move of tic-tac-toe to three corners: 1, 2 and 6 are 3 on average."""
    game = bw.load_game("tic_tac_toe")
    positions = packed(
        [game.parse(f"{board} o") for board in ("x--------", "--x------", "--------x")]
    )
    ids = np.arange(3, dtype=np.int32)
    data = Dataset(game, positions, np.float32([1, 2, 6]), game.progress(positions), ids)
    assert data.merged().targets.tolist() == [3]
