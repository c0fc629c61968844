"""What is planted in the targets is discovered."""

from itertools import pairwise

import numpy as np
import pytest
from conftest import packed, random_game

import boardworth as bw
from boardworth import _core
from boardworth.errors import NotFitted
from boardworth.features import genconf
from boardworth.recipes.discover import (
    discover_configurations,
    discover_patterns,
    explained_shares,
)


def dataset(game, targets, games=60):
    """Positions of random games with targets made from their facts."""
    played = [random_game(game, seed)[0] for seed in range(games)]
    positions = [position for game_played in played for position in game_played]
    facts = np.array([game.facts(position) for position in positions])
    rows = packed(positions)
    ids = np.repeat(np.arange(games), [len(p) for p in played]).astype(np.int32)
    return bw.Dataset(game, rows, targets(facts).astype(np.float32), game.progress(rows), ids)


@pytest.fixture(scope="module")
def planted(othello):
    """A pair of squares is worth 8 points, and nothing else is worth anything."""
    noise = np.random.default_rng(1)
    return dataset(
        othello,
        lambda f: 8 * ((f[:, 27] == 2) & (f[:, 20] == 0)) + noise.normal(0, 1, len(f)),
    )


def test_a_planted_configuration_comes_first(planted):
    found = discover_configurations(planted, min_count=100, max_length=2, top=5, l2=0.01, threads=2)
    assert len(found) == 5
    first = found[0]
    assert first.configuration.facts == ((20, 0), (27, 2))
    assert first.weight == pytest.approx(8, abs=0.5)
    assert first.share > 0.9
    assert all(a.share >= b.share for a, b in pairwise(found))


def test_images_of_a_configuration_are_listed_once(planted, othello):
    found = discover_configurations(planted, min_count=100, max_length=2, top=50)
    images = [
        {frozenset((s[a], v) for a, v in f.configuration.facts) for s in othello.symmetries}
        for f in found
    ]
    for number, own in enumerate(images):
        assert not any(own & other for other in images[:number])


def test_shares_are_squared_correlations(planted, othello):
    found = genconf(othello, planted.positions, 200, max_length=2)
    rows = _core.RelationRows(othello.core, planted.positions, 1)
    bits = rows.matches(found.relations, found.lengths)
    active = np.unpackbits(bits, axis=1, count=len(planted), bitorder="little")
    shares = explained_shares(found, rows, planted.targets)
    for number in range(0, len(found), 97):
        if active[number].all():
            assert shares[number] == 0
        else:
            correlation = np.corrcoef(active[number], planted.targets)[0, 1]
            assert shares[number] == pytest.approx(correlation**2, abs=1e-4)


def test_the_pattern_that_holds_what_was_planted_comes_first(othello):
    data = dataset(othello, lambda f: 5 * (f[:, :8] == 2).sum(axis=1))
    patterns = bw.board_patterns(othello, max_entries=7000).patterns
    chosen = [p for p in patterns if len(p.atoms) == 8][:4]
    assert chosen[0].atoms == tuple(range(8))
    found = discover_patterns(data, chosen, threads=2)
    assert found[0].pattern == chosen[0]
    assert found[0].share > found[1].share


def test_scores_that_do_not_differ_cannot_be_explained(othello):
    flat = dataset(othello, lambda f: np.zeros(len(f)), games=10)
    with pytest.raises(NotFitted, match="without different scores"):
        discover_configurations(flat, min_count=10)
    with pytest.raises(NotFitted, match="without different scores"):
        discover_patterns(flat, bw.board_patterns(othello).patterns)
