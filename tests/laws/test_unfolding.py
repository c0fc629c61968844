"""Laws of unfolding: satisfied conjunctions are proofs, and solutions those that have one."""

import random

import pytest
from conftest import packed
from reference.gdl import written
from reference.proofs import Prover
from unfolded_sheets import MISSING, SHEETS, legal_features, positions_of, sheet_game

from boardworth import _core
from boardworth.features import Terms
from boardworth.features.logic import LogicFeature, Theory, unfold
from boardworth.files import shipped_file

MANY = 100_000
MOBILITY = [
    LogicFeature.parse(f"(<= (mobility ?square) (legal_move ?square {player}))", player)
    for player in ("own", "opponent")
]


@pytest.fixture(scope="module")
def mobility(othello):
    return unfold(Theory.of(othello), MOBILITY)


@pytest.fixture(scope="module")
def many(othello):
    """Positions of random Othello games."""
    positions, *_ = _core.random_self_play(
        othello.core, games=1700, seconds=600.0, opening=(0, 0), max_moves=200, seed=5, threads=1
    )
    assert len(positions) >= MANY
    return positions[:MANY]


def test_solutions_are_legal_moves_in_many_positions_of_othello(othello, mobility, many):
    own, opponent = (unfolding.counts(many) for unfolding in mobility)
    moves, difference = Terms(othello, ["moves", "mobility"]).values(many).T
    assert (own - opponent == difference).all()
    passes = own == 0  # a pass is a move of the game
    assert (own[~passes] == moves[~passes]).all()
    assert (moves[passes] == 1).all()
    proofs = mobility[0].counts(many, "proofs")
    assert (proofs >= own).all()
    assert (proofs > own).any()
    assert (mobility[0].counts(many, "proofs", threads=3) == proofs).all()


def othello_facts(game, position):
    """What the mover sees, as the theory writes it."""
    seen = game.facts(position)
    return [f"(cell {a.name} {a.values[v]})" for a, v in zip(game.atoms, seen, strict=True)]


def test_satisfied_conjunctions_are_proofs_in_othello(othello, mobility):
    prover = Prover(shipped_file("othello.theory").read_text())
    for position in random.Random(3).sample(positions_of(othello, 6, 2), 12):
        proofs = prover.proofs(othello_facts(othello, position), "(legal_move ?square ?player)")
        for unfolding in mobility:
            own = [p for move, p in proofs.items() if move.endswith(f" {unfolding.feature.name})")]
            rows = packed([position])
            assert unfolding.counts(rows).tolist() == [len(own)]
            assert unfolding.counts(rows, "proofs").tolist() == [sum(map(len, own))]


@pytest.mark.parametrize("name", SHEETS)
def test_solutions_are_legal_moves_of_rule_sheets(name):
    game, unfoldings = legal_features(name)
    positions = positions_of(game, 4, 7)
    rows = packed(positions)
    views_swapped = len(game.roles) == 2 and not game.view_atoms
    for role, unfolding in enumerate(unfoldings):
        counts = unfolding.counts(rows)
        assert (counts == unfolding.positive().counts(rows)).all()
        listed = {str(solution.arguments[0]) for solution in unfolding.solutions}
        for position, count in zip(positions, counts.tolist(), strict=True):
            swapped = views_swapped and game.mover(position) == 1
            asked = 1 - role if swapped else role
            moves = game.state_machine.legal_moves(position.packed)[asked]
            names = {str(game.state_machine.move(asked, move)) for move in moves}
            if unfolding.missing is None:
                assert count == len(names)
            elif not swapped:
                assert count == len(names & listed)


@pytest.mark.parametrize("name", SHEETS)
def test_satisfied_conjunctions_are_proofs_of_rule_sheets(name):
    game, unfoldings = legal_features(name)
    prover = Prover(sheet_game(name).definition)
    seen_alike = [p for p in positions_of(game, 2, 9) if game.mover(p) == 0]
    chosen = random.Random(1).sample(seen_alike, min(5, len(seen_alike)))
    for role, unfolding in enumerate(unfoldings):
        listed = {
            written(("legal", game.roles[role], str(s.arguments[0]))) for s in unfolding.solutions
        }
        counts = unfolding.counts(packed(chosen), "proofs").tolist()
        for position, count in zip(chosen, counts, strict=True):
            state = map(str, game.state_machine.fluents(position.packed))
            proofs = prover.proofs(state, f"(legal {game.roles[role]} ?move)")
            assert count == sum(len(own) for move, own in proofs.items() if move in listed)


def test_what_cannot_be_unfolded_is_listed():
    missing = {name: legal_features(name)[1][0].missing for name in SHEETS}
    told = {name: why for name, why in missing.items() if why is not None}
    assert told.keys() == MISSING.keys() & set(SHEETS)
    assert all(told[name].startswith(MISSING[name]) for name in told)


@pytest.mark.parametrize("name", ["tic-tac-toe", "small breakthrough", "doors", "connect-four"])
def test_a_move_is_regressed_to_what_makes_its_facts_true(name):
    """What holds after a move, asked of the position before it."""
    game = sheet_game(name)
    rule = f"(<= (after ?move ?fact) (does {game.roles[0]} ?move) (next ?fact))"
    (unfolding,) = unfold(Theory.of(game), [LogicFeature.parse(rule)])
    assert unfolding.missing is None
    chosen = [p for p in positions_of(game, 3, 4) if game.mover(p) == 0]
    for position, count in zip(chosen, unfolding.counts(packed(chosen)).tolist(), strict=True):
        nexts = [position.play(move) for move in position.legal_moves()]
        assert count == sum(len(game.state_machine.fluents(p.packed)) for p in nexts)
