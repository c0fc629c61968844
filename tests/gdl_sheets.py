"""Rule sheets drawn at random."""

from hypothesis import strategies as st

from boardworth.rules.gdl import Distinct, Literal, Rule, RuleSheet, Term, Variable

# Words that make sense as predicates, and some that are special elsewhere.
NAMES = st.sampled_from(["p", "q", "cell", "true", "does", "next", "1", "a+b", "x_1", "terminal"])
VARIABLES = st.builds(Variable, st.sampled_from(["x", "y", "from", "1"]))
TERMS = st.recursive(
    VARIABLES | st.builds(Term, NAMES),
    lambda inner: st.builds(Term, NAMES | st.just("or"), st.lists(inner, max_size=3).map(tuple)),
    max_leaves=6,
)
ATOMS = st.builds(Term, NAMES, st.lists(TERMS, max_size=3).map(tuple))
CONDITIONS = st.builds(Literal, ATOMS, st.booleans()) | st.builds(Distinct, TERMS, TERMS)
RULES = st.builds(Rule, ATOMS, st.lists(CONDITIONS, max_size=4).map(tuple))
SHEETS = st.builds(RuleSheet, st.lists(RULES, max_size=8).map(tuple))
