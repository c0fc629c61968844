"""Expressions of rule sheets: which there are, and what they count."""

from itertools import combinations, product

import pytest
from playable_sheets import SHEETS

from boardworth.features import Expression, rule_features
from boardworth.features.domains import FluentDomains, StatedDomains
from boardworth.features.from_rules import ANY, fluent_masks
from boardworth.rules.gdl import Term, parse_rule_sheet, read_rule_sheet
from boardworth.rules.gdl.ground.grounding import ground


def texts(features):
    return [str(features[number]) for number in range(len(features))]


def cells(contents):
    return [f"(cell {c} {r} {v})" for c, r, v in product("?123", "?123", ["?", *contents])]


def differing(expressions):
    """Pairs of texts that differ in one word, which is a variable in neither."""
    for one, other in combinations([text.strip("()").split() for text in expressions], 2):
        unlike = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
        if len(unlike) == 1 and "?" not in unlike[0]:
            yield frozenset([f"({' '.join(one)})", f"({' '.join(other)})"])


@pytest.mark.parametrize("exact", [False, True])
def test_the_features_of_tic_tac_toe_are_those_one_writes_down(exact):
    # The rules never say that a cell is x or o: they say ?player, a role. The control is
    # a player's as well, and so it shares what stands in cells, unless ground fluents tell.
    sheet = SHEETS["tic-tac-toe"]
    domains = FluentDomains(ground(sheet).fluents) if exact else StatedDomains(sheet)
    features = rule_features(sheet, domains)
    controls = ["?", "x", "o"] if exact else ["?", "x", "o", "empty"]
    expected = [cells(["empty", "x", "o"]), [f"(control {value})" for value in controls]]
    expressions = texts(features)[: len(features.expressions)]
    assert sorted(expressions) == sorted(e for of_one in expected for e in of_one)
    differences = texts(features)[len(expressions) :]
    pairs = [frozenset(text.split(" - ")) for text in differences]
    assert len(set(pairs)) == len(pairs)
    assert set(pairs) == {pair for of_one in expected for pair in differing(of_one)}
    assert len(features) == (212 if exact else 215)


def test_what_a_rule_says_of_a_state_is_generalised_and_specialised():
    sheet = parse_rule_sheet(
        "(role a) (init (at 1 b)) (<= (next (at ?x ?y)) (true (at ?y ?x))) (<= terminal (true end))"
    )
    features = rule_features(sheet)
    values = "?1b"  # the two arguments share their variables, and so their constants
    assert set(map(str, features.expressions)) == {
        "end",
        *(f"(at {x} {y})" for x, y in product(values, values)),
    }


def test_arguments_of_functions_are_specialised_and_compared_too():
    features = rule_features(SHEETS["fingers"], FluentDomains(ground(SHEETS["fingers"]).fluents))
    found = set(texts(features))
    assert {"(at ?)", "(at (score ? ?))", "(at (score a ?))", "(at (score b 2))"} <= found
    assert "(at (score a ?)) - (at (score b ?))" in found
    assert not any("round" in text and "score" in text and "?" in text for text in found)


def test_domains_beyond_the_limit_are_not_specialised_to():
    facts = " ".join(f"(init (count {n}))" for n in range(31))
    sheet = parse_rule_sheet(f"(role a) {facts} (<= (next (on ?n x)) (true (count ?n)))")
    limited = rule_features(sheet)
    assert {str(e) for e in limited.expressions if "on" in str(e).split()[0]} == {
        "(on ? ?)",
        "(on ? x)",
    }
    assert len(rule_features(sheet, max_constants=31)) > len(limited)


def test_fluents_of_many_arguments_are_specialised_in_few_at_a_time():
    facts = " ".join(f"(init (many {' '.join(str(n) * 8)}))" for n in range(6))
    features = rule_features(parse_rule_sheet(f"(role a) {facts}"), max_specialised=20_000)
    assert "(many 1 2 ? ? ? ? ? ?)" in set(map(str, features.expressions))
    assert len(features) < 100_000


@pytest.mark.parametrize("name", SHEETS)
def test_masks_are_the_fluents_that_match(name):
    fluents = ground(SHEETS[name]).fluents
    expressions = rule_features(SHEETS[name], FluentDomains(fluents)).expressions
    for expression, mask in zip(expressions, fluent_masks(expressions, fluents), strict=True):
        assert mask == sum(expression.value([f]) << n for n, f in enumerate(fluents)), expression


def test_an_expression_counts_what_matches_it_and_holds():
    state = [Term("cell", (Term("1"), Term(v))) for v in "xxo"] + [Term("x")]
    assert Expression(Term("cell", (ANY, Term("x")))).value(state) == 2
    assert Expression(Term("cell", (ANY, ANY))).value(state) == 3
    assert Expression(Term("x")).value(state) == 1
    assert Expression(Term("cell", (ANY,))).value(state) == 0


@pytest.mark.parametrize("relation", ["(does ?who wait)", "(legal ?who wait)", "(goal ?who 9)"])
def test_an_argument_that_shares_a_variable_with_a_role_can_be_any_role(relation):
    sheet = parse_rule_sheet(
        f"(role black) (role white) (init (at 1 none)) (<= (next (at 1 ?who)) {relation})"
        "(<= (next (other ?what)) (somewhere ?what ?else)) (somewhere black white)"
    )
    found = set(map(str, rule_features(sheet).expressions))
    assert {"(at 1 none)", "(at 1 black)", "(at 1 white)"} <= found
    assert "(other ?)" in found
    assert "(other black)" not in found


@pytest.mark.parametrize(
    ("name", "count"),
    [
        *[("checkers", 4_343), ("chess", 28_163)],  # the paper's numbers
        *[("connect5", 2_590), ("connect4", 2_388), ("othello-comp2007", 140)],
    ],
)
def test_there_are_as_many_features_as_in_the_paper(data, name, count):
    assert len(rule_features(read_rule_sheet(data / "gdl" / f"{name}.kif"))) == count
