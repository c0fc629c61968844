"""Reading rule sheets: what they mean, and what is said of those that mean nothing."""

import pytest

from boardworth.errors import FormatError
from boardworth.rules.gdl import (
    Distinct,
    Literal,
    Place,
    Rule,
    Term,
    Variable,
    parse_rule_sheet,
    parse_term,
    read_rule_sheet,
)
from boardworth.rules.gdl.syntax.expressions import MAX_CHARACTERS, MAX_LEVELS


def rules(text):
    return parse_rule_sheet(text).rules


def printed(text):
    return [str(rule) for rule in rules(text)]


def complaint(text):
    with pytest.raises(FormatError) as error:
        parse_rule_sheet(text, "game.gdl")
    return str(error.value)


def test_facts_and_rules_are_read_in_the_order_of_the_file():
    fact, rule = rules("(cell 1 b)\n  (<= (p ?x) (q ?x a) (not (r ?x)) (distinct ?x b))")
    x = Variable("x")
    assert fact == Rule(Term("cell", (Term("1"), Term("b"))))
    assert rule.head == Term("p", (x,))
    assert rule.body == (
        Literal(Term("q", (x, Term("a")))),
        Literal(Term("r", (x,)), negated=True),
        Distinct(x, Term("b")),
    )
    assert (fact.place, rule.place) == (Place(1, 1), Place(2, 3))
    assert rule.body[1].place == Place(2, 28)


def test_comments_line_ends_and_capitals_of_the_languages_own_words_do_not_matter():
    plain = rules("(role white)\n(<= (p ?x) (q ?x) (not (true ?x)))")
    written = "; all\r\n(ROLE white);\r\n\t(<= (p ?x) ; a (comment\r  (q ?x) (Not (TRUE ?x)))"
    assert rules(written) == plain


def test_comments_may_be_in_any_language(tmp_path):
    path = tmp_path / "game.gdl"
    path.write_bytes("(role white) ; Königin\n(role black)".encode())
    assert read_rule_sheet(path).roles == ("white", "black")


def test_terminal_means_the_same_with_and_without_parentheses():
    assert rules("terminal") == rules("(terminal)")
    assert rules("(<= terminal (true end))") == rules("(<= (terminal) (true end))")
    assert rules("(<= p terminal)") == rules("(<= (p) (terminal))")


def test_roles_keep_their_order():
    assert parse_rule_sheet("(role b) (role a) (role b)").roles == ("b", "a")


def test_or_becomes_several_rules():
    assert printed("(<= p (or a (not b)) (or (c 1) (or d e)))") == [
        "(<= p a (c 1))",
        "(<= p a d)",
        "(<= p a e)",
        "(<= p (not b) (c 1))",
        "(<= p (not b) d)",
        "(<= p (not b) e)",
    ]


def test_negation_moves_inwards():
    assert printed("(<= p (not (or a (not b))))") == ["(<= p (not a) b)"]
    assert printed("(<= p (not (and a b)))") == ["(<= p (not a))", "(<= p (not b))"]


def test_not_distinct_makes_terms_equal():
    assert printed("(<= (p ?x ?y) (q ?x ?y) (not (distinct ?x ?y)))") == [
        "(<= (p ?y ?y) (q ?y ?y))"
    ]
    assert printed("(<= (p ?x) (q ?x) (distinct ?x a) (not (distinct b ?x)))") == [
        "(<= (p b) (q b) (distinct b a))"
    ]
    assert printed("(<= p (q ?x) (not (distinct ?x a)) (not (distinct ?x b)))") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(role a)\n (p (q b)\n(r c)", "line 2, column 2: what is opened here is never closed: a"),
        ("((p (q", "line 1, column 1: what is opened here is never closed: 3 closing"),
        ("(p a))\n", "line 1, column 6: this closing parenthesis closes nothing; what began at"),
        (")", "line 1, column 1: this closing parenthesis closes nothing"),
        ("(p)\n(<=)", "line 2, column 1: a rule without a head"),
        ("(<= ?x (p ?x))", "line 1, column 5: the head of a rule cannot be the variable ?x"),
        ("(<= (not p) q)", "line 1, column 6: 'not' cannot be the head of a rule"),
        ("(<= p ?x)", "line 1, column 7: a condition cannot be the variable ?x"),
        ("(<= p (?f a))", "column 8: a condition cannot be the variable ?f"),
        ("(<= p (q (?f a)))", "column 11: the variable ?f cannot be a function"),
        ("(<= p (not a b))", "column 7: not has 1 condition, not 2"),
        ("(<= p (distinct a))", "column 7: distinct compares 2 terms, not 1"),
        ("(<= p (or))", "column 7: 'or' without conditions"),
        ("(<= p (q)\n(<= r s))", "line 2, column 1: a rule inside of another"),
        ("(<= p (q\n(<= r s)))", "line 2, column 2: '<=' inside of a term"),
        ("(<= p (q ?x) (not (distinct ?x (f ?y))))", "column 19: write (f ?y) wherever"),
        ("(p ())", "column 4: there is nothing between these parentheses"),
        ("((p) a)", "column 2: a name is expected here, not a parenthesis"),
        ("(p ?)", "column 4: a variable without a name"),
        ("(or a b)", "column 2: 'or' cannot be a fact"),
        ("(p a)\nstop", "line 2, column 1: 'stop' stands outside of parentheses"),
        ("(p ä)", "column 4: the character '\\xe4': outside of comments only ASCII"),
        ("(p \0)", "column 4: the character '\\x00'"),
    ],
)
def test_errors_name_file_line_and_column(text, expected):
    message = complaint(text)
    assert message.startswith("game.gdl, line ")
    assert expected in message
    assert "\n" not in message


def test_deep_nesting_is_refused_and_harmless():
    assert len(rules("(p " + "(f " * (MAX_LEVELS - 1) + "a" + ")" * MAX_LEVELS)) == 1
    for depth in (MAX_LEVELS + 1, 100_000):
        assert "column 301: more than 100 nested" in complaint("(p " + "(f " * (depth - 1))


def test_a_rule_with_too_many_alternatives_is_refused():
    choices = "".join(f"(or (a {i}) (b {i}))" for i in range(40))
    assert "line 1, column 1: its 'or' conditions" in complaint(f"(<= p {choices})")


def test_a_sheet_of_too_many_rules_is_refused(monkeypatch):
    monkeypatch.setattr("boardworth.rules.gdl.syntax.parser.MAX_RULES", 10)
    assert "line 2, column 1: more than 10 rules" in complaint(
        "(p 1)\n(<= q (or a b) (or a b) (or a b c))"
    )


def test_an_oversized_sheet_is_refused():
    assert "too many for a rule sheet" in complaint(";" * (MAX_CHARACTERS + 1))


def test_terms_are_read_for_messages_and_moves():
    assert parse_term(" ( Mark 1 (f b) ) ") == Term("Mark", (Term("1"), Term("f", (Term("b"),))))
    for wrong in ("", "a b", "?x", "(f ?x)", "(f"):
        with pytest.raises(FormatError, match="line 1, column"):
            parse_term(wrong)
