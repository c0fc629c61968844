"""What is not proven is not called proven: limits of proofs, and symmetries that only look so."""

import random

import pytest

from boardworth.rules.gdl import parse_rule_sheet, parse_term
from boardworth.rules.gdl.ground.grounding import ground
from boardworth.rules.gdl.propnet_machine import PropnetMachine
from boardworth.rules.gdl.structure import find_structure
from boardworth.rules.gdl.structure.invariants import Claim, prove

BITS = 30


def lock(clauses):
    """A safe with switches, numbered from 1: a second sign appears if all clauses hold."""
    switches = " ".join(f"(switch {n})" for n in range(1, BITS + 1))
    conditions = "\n".join(
        "(<= fits{} (or {}))".format(
            number,
            " ".join(f"(true (on {n}))" if n > 0 else f"(not (true (on {-n})))" for n in clause),
        )
        for number, clause in enumerate(clauses)
    )
    return parse_rule_sheet(f"""
    (role x) {switches} (init (sign shut)) (init start)
    (<= (legal x (press ?n)) (switch ?n))
    (<= (next (on ?n)) (does x (press ?n)) (not (true (on ?n))))
    (<= (next (on ?n)) (true (on ?n)) (not (does x (press ?n))))
    {conditions}
    (<= opens {" ".join(f"fits{number}" for number in range(len(clauses)))})
    (<= (next (sign shut)) (true (sign shut))) (<= (next (sign open)) opens)
    (<= terminal (true (sign open))) (<= (goal x 100) (true (sign open)))
    (<= (goal x 0) (not (true (sign open))))""")


def planted():
    """Clauses of three that one setting fulfils, and hardly another."""
    draw = random.Random(4)
    setting = [draw.random() < 0.5 for _ in range(BITS)]
    found = []
    while len(found) < 5 * BITS:
        clause = [n if draw.random() < 0.5 else -n for n in draw.sample(range(1, BITS + 1), 3)]
        if any(setting[abs(n) - 1] == (n > 0) for n in clause):
            found.append(clause)
    return found


def pigeons(holes):
    """Clauses that nothing fulfils: one pigeon more than there are holes."""
    at = {(p, h): 1 + p * holes + h for p in range(holes + 1) for h in range(holes)}
    homes = [[at[p, h] for h in range(holes)] for p in range(holes + 1)]
    return homes + [
        [-at[p, h], -at[q, h]] for h in range(holes) for p in range(holes + 1) for q in range(p)
    ]


def one_sign_proven(clauses, **limits):
    """Whether it is proven that there are never two signs."""
    game = ground(lock(clauses))
    signs = tuple(game.fluents.index(parse_term(f"(sign {name})")) for name in ("shut", "open"))
    return prove(game, [Claim((signs,), at_least_one=False)], **limits).claims == (True,)


def test_what_is_true_is_proven_if_there_is_time():
    assert one_sign_proven(pigeons(4))
    assert not one_sign_proven(planted())


@pytest.mark.parametrize("clauses", [planted(), pigeons(4)], ids=["false", "true"])
def test_a_proof_that_runs_out_of_conflicts_is_none(clauses):
    assert not one_sign_proven(clauses, max_conflicts=2)


# Rules look the same for both roles; only what they get at the end, whatever happens, does not.
UNEQUAL = """
(role a) (role b) (init (free a)) (init (free b))
(<= (legal ?r take) (true (free ?r))) (<= (legal ?r leave) (true (free ?r)))
(<= (next (took ?r)) (does ?r take))
(<= (next (left ?r)) (does ?r leave))
(<= terminal (true (took ?r))) (<= terminal (true (left ?r)))
(goal a {}) (goal b {})
"""


def role_images(*goals):
    sheet = parse_rule_sheet(UNEQUAL.format(*goals))
    return {s.roles for s in find_structure(PropnetMachine(sheet, ground(sheet))).symmetries}


def test_a_symmetry_is_verified_on_the_goals():
    assert role_images(50, 50) == {(0, 1), (1, 0)}
    assert role_images(100, 0) == {(0, 1)}
