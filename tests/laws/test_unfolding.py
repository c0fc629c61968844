"""Laws of unfolding: satisfied conjunctions are proofs, and solutions those that have one."""

import random
from itertools import product

import numpy as np
import pytest
from conftest import packed
from reference.gdl import written
from reference.proofs import Prover
from unfolded_sheets import MISSING, SHEETS, legal_features, positions_of, sheet_game

from boardworth import _core
from boardworth.features import Terms
from boardworth.features.logic import LogicFeature, Theory, unfold
from boardworth.files import shipped_file
from boardworth.rules import Position

MANY = 100_000
SQUARES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
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


def solved(own, positions):
    """[solutions, positions], which solutions of an unfolding without negation positions have."""
    relations = _core.RelationRows(own.game.core, np.ascontiguousarray(positions), 1)
    lengths = np.diff(own.starts.astype(np.int64))
    width = -(-len(positions) // 8)
    bits = np.full((len(own), width), 255, np.uint8)  # the empty one holds
    kept = lengths[lengths > 0].astype(np.uint8)
    if len(kept):
        matches = relations.matches((own.literals - 1).astype(np.uint16), kept)
        bits[lengths > 0] = matches[:, :width]
    firsts = np.searchsorted(own.solution_of, np.arange(len(own.solutions)))
    either = np.bitwise_or.reduceat(bits, firsts, axis=0)
    return np.unpackbits(either, axis=1, count=len(positions), bitorder="little").astype(bool)


def test_solutions_are_the_squares_of_moves_in_othello(othello, mobility, many):
    some = many[:: MANY // 10_000]
    names = [str(solution.arguments[0]) for solution in mobility[0].solutions]
    found = solved(mobility[0], some)
    for row, own in enumerate(some):
        position = Position(othello, own.tobytes())
        moves = {position.move_text(move) for move in position.legal_moves()} - {"--"}
        assert {names[n] for n in np.flatnonzero(found[:, row])} == moves


def bracketed_lines(board, player):
    """[positions, 8, 8], lines from an empty square over discs of the other player to an own one.

    Args:
        board: [positions, 8, 8], 1 for the mover's discs, -1 for the opponent's, 0 for none.
        player: 1 or -1.
    """
    found = np.zeros(board.shape, np.int8)
    wide = np.pad(board, ((0, 0), (8, 8), (8, 8)), constant_values=9)  # 9 is beyond the edge
    for down, right in product((-1, 0, 1), repeat=2):
        if down == right == 0:
            continue
        spanned = wide[:, 8:16, 8:16] == 0
        for step in range(1, 8):
            rows, columns = 8 + step * down, 8 + step * right
            here = wide[:, rows : rows + 8, columns : columns + 8]
            if step > 1:
                found += spanned & (here == player)
            spanned = spanned & (here == -player)
    return found


def test_proofs_are_bracketed_lines_in_many_positions_of_othello(mobility, many):
    """A square may bracket discs in several directions: one legal move, several proofs."""
    discs = np.unpackbits(many[:, :16], axis=1, bitorder="little").reshape(-1, 2, 8, 8)
    own, opponent = discs.astype(np.int8).transpose(1, 0, 2, 3)
    board = own - opponent
    for unfolding, player in zip(mobility, (1, -1), strict=True):
        proofs = unfolding.counts(many, "proofs")
        lines = bracketed_lines(board, player).reshape(-1, 64)
        assert (proofs == lines.sum(axis=1)).all()
        squares = [SQUARES.index(str(solution.arguments[0])) for solution in unfolding.solutions]
        assert (solved(unfolding, many) == (lines[:, squares] > 0).T).all()
        assert (proofs > unfolding.counts(many)).any()
        assert (unfolding.counts(many, "proofs", threads=3) == proofs).all()


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
    swap = game._found.swap(game.structure.symmetries) if views_swapped else None
    machine = game.state_machine
    for role, unfolding in enumerate(unfoldings):
        counts = unfolding.counts(rows)
        positive = unfolding.positive()
        assert (counts == positive.counts(rows)).all()
        listed = [str(solution.arguments[0]) for solution in unfolding.solutions]
        found = solved(positive, rows)
        assert (found.sum(axis=0) == counts).all()
        for row, position in enumerate(positions):
            moves = machine.legal_moves(position.packed)
            if swap and game.mover(position) == 1:  # the second player sees the first one's place
                moves = [[swap.moves[1 - role][move] for move in moves[1 - role]]] * 2
            names = {str(machine.move(role, move)) for move in moves[role]}
            if unfolding.missing is not None:
                names &= set(listed)
            assert {listed[n] for n in np.flatnonzero(found[:, row])} == names


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
