"""Laws of configurations: GenConf equals enumeration, the DAG equals looking at each of them."""

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from conftest import GAMES, NATIVE, packed, random_game
from hypothesis import given
from hypothesis import strategies as st
from instruction_sets import KERNELS
from reference.configurations import active, most_specific
from waiting import interrupted, python, until_at_work

from boardworth import _core
from boardworth.errors import BoardworthError, TooMany
from boardworth.features import (
    Configuration,
    MatchHeuristic,
    SpecialisationDag,
    genconf,
    genconf_blocks,
    genconf_counts,
    to_configurations,
)
from boardworth.features.configurations import joined
from boardworth.rules import load_game

seeds = st.integers(0, 10_000)
# A game, and the length up to which its configurations can be enumerated.
enumerable = st.sampled_from([("tic_tac_toe", 9), ("tic_tac_toe", 4), ("othello", 2)])


def some_positions(game, seed, games=3):
    return [p for number in range(games) for p in random_game(game, seed + number)[0]]


def enumerated(game, positions, max_length):
    """Every configuration that is active anywhere, and where how often: one by one."""
    counts = Counter()
    for position in positions:
        facts = list(enumerate(game.facts(position)))
        for length in range(1, max_length + 1):
            counts.update(combinations(facts, length))
    return counts


def as_dict(found):
    return {c.facts: n for c, n in zip(found, found.counts.tolist(), strict=True)}


def same(one, other):
    return all(
        (getattr(one, name) == getattr(other, name)).all()
        for name in ("relations", "lengths", "counts")
    )


@pytest.fixture(scope="module")
def many():
    """Positions of random Othello games."""
    return packed(some_positions(load_game("othello"), 1, games=340))[:20_000]


@given(enumerable, seeds, st.sampled_from([1, 2, 3, 10, 1000]))
def test_genconf_equals_enumeration(which, seed, min_count):
    game, max_length = load_game(which[0]), which[1]
    positions = some_positions(game, seed)
    counts = enumerated(game, positions, max_length)
    expected = {facts: count for facts, count in counts.items() if count >= min_count}
    found = genconf(game, packed(positions), min_count, max_length=max_length)
    assert as_dict(found) == expected
    assert len(found) == len(expected)
    by_length = Counter(len(facts) for facts in expected)
    counted = genconf_counts(game, packed(positions), min_count, max_length=max_length)
    assert counted.by_length == tuple(by_length[k + 1] for k in range(len(by_length)))


@given(seeds)
def test_configurations_come_sorted(seed):
    game = load_game("tic_tac_toe")
    found = genconf(game, packed(some_positions(game, seed)), 3)
    keys = [(-n, c.facts) for c, n in zip(found, found.counts.tolist(), strict=True)]
    assert keys == sorted(keys)
    for configuration in found:
        atoms = [atom for atom, _ in configuration.facts]
        assert len(set(atoms)) == len(atoms)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("name", GAMES)
def test_threads_and_kernels_do_not_change_the_result(name, kernel):
    game = load_game(name)
    positions = packed(some_positions(game, 5, games=12))
    min_count = len(positions) // 8
    one = genconf(game, positions, min_count, max_length=3)
    assert len(one) > 150
    for threads in (2, 5):
        assert same(one, genconf(game, positions, min_count, max_length=3, threads=threads))
    counts = genconf_counts(game, positions, min_count, max_length=3)
    assert counts.total == len(one)
    for threads in (1, 3):
        again = genconf_counts(
            game, positions, min_count, max_length=3, threads=threads, kernel=kernel
        )
        assert again == counts


@pytest.mark.parametrize("count", [1, 63, 511, 512, 513, 3000])
def test_a_relation_of_every_atom_holds_in_every_position(many, count):
    game = load_game("othello")
    rows = _core.RelationRows(game.core, many[:count], 2)
    relations = np.arange(192, dtype=np.uint16)
    bits = rows.matches(relations, np.ones(192, np.uint8))
    table = np.unpackbits(bits, axis=1, bitorder="little")
    assert not table[:, count:].any()
    assert (table.reshape(64, 3, -1)[:, :, :count].sum(axis=1) == 1).all()


def test_sums_over_matches_are_what_they_say(many):
    game = load_game("othello")
    few = many[:3000]
    rows = _core.RelationRows(game.core, few, 1)
    found = genconf(game, few, 600, max_length=2)
    values = np.random.default_rng(1).integers(0, 1000, len(few)).astype(np.uint32)
    bits = rows.matches(found.relations, found.lengths)
    table = np.unpackbits(bits, axis=1, count=len(few), bitorder="little")
    assert (table.sum(axis=1) == found.counts).all()
    for threads in (1, 3):
        sums = rows.sums(found.relations, found.lengths, values, threads)
        assert (sums == table @ values.astype(np.int64)).all()


def test_blocks_together_are_the_whole_and_can_be_taken_up_anywhere():
    game = load_game("tic_tac_toe")
    positions = packed(some_positions(game, 3, games=10))
    whole = genconf(game, positions, 4)
    for threads in (1, 3):
        blocks = list(genconf_blocks(game, positions, 4, threads=threads))
        assert same(joined(game, blocks).most_frequent_first(), whole)
        rest = list(genconf_blocks(game, positions, 4, threads=threads, start=7))
        assert len(rest) == len(blocks) - 7
        assert all(same(a, b) for a, b in zip(rest, blocks[7:], strict=True))


def test_more_configurations_than_asked_for_are_an_error_and_not_a_flood(many):
    game = load_game("othello")
    with pytest.raises(TooMany, match="more than 1,000 configurations are active in at least 1 of"):
        genconf(game, many, 1, max_found=1000, threads=2)
    with pytest.raises(TooMany, match="more than 10 configurations"):
        next(genconf_blocks(game, many, 1, max_found=10))
    small = many[:200]
    count = genconf_counts(game, small, 60, max_length=2).total
    assert len(genconf(game, small, 60, max_length=2, max_found=count)) == count
    with pytest.raises(TooMany):
        genconf(game, small, 60, max_length=2, max_found=count - 1)


def test_nothing_is_frequent_where_there_is_nothing():
    game = load_game("othello")
    assert len(genconf(game, np.empty((0, game.packed_size), np.uint8), 1)) == 0
    assert len(genconf(game, packed([game.start()]), 2**40)) == 0
    assert genconf_counts(game, packed([game.start()]), 2).by_length == ()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"min_count": 0}, "a count of 0"),
        ({"min_count": 1, "max_length": 0}, "at most 0 relations"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, message):
    game = load_game("othello")
    with pytest.raises(BoardworthError, match=message):
        genconf(game, packed([game.start()]), **settings)
    with pytest.raises(BoardworthError, match="a multiple of 512"):
        MatchHeuristic(chunk=100)
    with pytest.raises(BoardworthError, match="a confidence of 0"):
        MatchHeuristic(confidence=0)


def test_the_match_heuristic_is_seldom_wrong(many):
    game = load_game("othello")
    min_count = len(many) // 20
    exact = genconf_counts(game, many, min_count, max_length=3)
    truth = as_dict(genconf(game, many, min_count, max_length=3))
    guessed = as_dict(genconf(game, many, min_count, max_length=3, heuristic=MatchHeuristic()))
    wrong = len(truth.keys() ^ guessed.keys())
    assert 0 < wrong < 0.01 * exact.candidates
    shorter = [facts for facts in guessed if len(facts) < 3]
    assert all(guessed[facts] == truth[facts] for facts in shorter)
    estimates = [guessed[facts] / truth[facts] for facts in guessed if facts in truth]
    assert abs(np.mean(estimates) - 1) < 0.01


def test_kernels_do_not_change_what_the_match_heuristic_decides(many):
    game = load_game("othello")
    settings = {"min_count": len(many) // 20, "max_length": 3, "heuristic": MatchHeuristic()}
    counts = {
        kernel: genconf_counts(game, many, kernel=kernel, **settings)
        for kernel in _core.and_count_kernels()
    }
    assert len(set(counts.values())) == 1
    assert counts["plain"].total == len(genconf(game, many, **settings))


def test_a_confidence_beyond_doubt_makes_the_match_heuristic_exact(many):
    game = load_game("othello")
    small = many[:3000]
    exact = genconf(game, small, 300, max_length=3)
    for seed in (1, 2):
        sure = MatchHeuristic(confidence=1e9, seed=seed)
        assert same(genconf(game, small, 300, max_length=3, heuristic=sure, threads=2), exact)


@given(st.sampled_from([*NATIVE, "connect-four"]), seeds, st.booleans())
def test_the_dag_finds_what_looking_at_each_finds(name, seed, closed):
    game = load_game(name)
    positions = some_positions(game, seed, games=2)
    length = (
        2 if name in ("chess", "shogi") else 4
    )  # most of its squares are empty most of the time
    found = list(
        genconf(game, packed(positions), len(positions) // 2, max_length=length, max_found=200_000)
    )
    if not closed:
        found = random.Random(seed).sample(found, min(len(found), 300))
    dag = SpecialisationDag(to_configurations(found))
    for position in positions[:: len(positions) // 6]:
        assert dag.active(position) == active(found, position)
        assert dag.most_specific(position) == most_specific(found, position)


def test_a_change_touches_the_counters_of_what_needs_it_and_of_its_generalisations():
    game = load_game("tic_tac_toe")
    a, b, c = (0, 2), (1, 2), (2, 2)
    facts = [(a,), (b,), (a, b), (a, b, c)]
    dag = SpecialisationDag(to_configurations([Configuration(game, own) for own in facts])).core
    # (a, b) needs its two facts, and (a, b, c) needs (a, b) and c.
    relations = np.zeros(27, int)
    relations[[2, 5, 8]] = 2, 2, 1
    assert dag.touched_counters(False).tolist() == [*relations, 0, 0, 1, 0]
    assert dag.touched_counters(True).tolist() == [*relations, 0, 0, 1 + 2, 0 + 1]


def test_the_dag_refuses_what_is_no_set_of_configurations():
    game = load_game("tic_tac_toe")
    corner = Configuration(game, ((0, 2),))
    with pytest.raises(ValueError, match="occurs twice"):
        _ = SpecialisationDag(to_configurations([corner, corner])).core
    with pytest.raises(ValueError, match="no relation 300"):
        _core.SpecialisationDag(game.core, np.array([300], np.uint16), np.array([1], np.uint8))


def test_ctrl_c_ends_genconf():
    script = (
        "import numpy as np, boardworth as bw\n"
        "from boardworth.features import genconf_counts\n"
        "game = bw.load_game('othello')\n"
        "positions = np.tile(np.frombuffer(game.start().packed, np.uint8), (1000, 1))\n"
        "print('ready', flush=True)\n"
        "genconf_counts(game, positions, 1, threads=2)\n"  # 2^64 configurations
    )
    process = python("-c", script)
    assert process.stdout.readline() == "ready\n"
    until_at_work(process)
    _, messages = interrupted(process)
    assert messages.splitlines()[-1] == "KeyboardInterrupt"
