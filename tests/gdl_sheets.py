"""Rule sheets drawn at random, and damage done to rule sheets."""

import random
import re

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

_TOKENS = re.compile(r"[()]|;[^\n]*|[^\s();]+|\s+")


def damaged(text: str, seed: int) -> bytes:
    """The text with tokens deleted, doubled or swapped, cut short, or with random bytes in it."""
    draw = random.Random(seed)
    tokens = _TOKENS.findall(text)
    for _ in range(draw.choice([1, 1, 2, 5])):
        first, second = draw.randrange(len(tokens)), draw.randrange(len(tokens))
        match draw.randrange(5):
            case 0:
                tokens[first] = ""
            case 1:
                tokens[first] *= 2
            case 2:
                tokens[first], tokens[second] = tokens[second], tokens[first]
            case 3 if draw.random() < 0.2:
                tokens = tokens[: first + 1]
            case _:
                tokens[first] = draw.choice(["(", ")", "?x", "not", "or", "<=", "distinct", "true"])
    content = bytearray("".join(tokens).encode("latin-1"))
    if draw.random() < 0.2:
        place = draw.randrange(len(content) + 1)
        content[place:place] = draw.randbytes(draw.randint(1, 20))
    return bytes(content)
