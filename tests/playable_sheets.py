"""Small rule sheets of every kind, for tests that play them."""

from pathlib import Path

from boardworth.rules.gdl import parse_rule_sheet

_TIC_TAC_TOE = (Path(__file__).parents[1] / "games" / "gdl" / "tic-tac-toe.gdl").read_text()

# Three players at once, three rounds; whoever beats one of the others scores; functions are nested.
_FINGERS = """
(role a) (role b) (role c)
(follows 0 1) (follows 1 2) (follows 2 3)
(init (at (round 0))) (<= (init (at (score ?p 0))) (role ?p))
(sign rock) (sign paper) (sign scissors)
(beats rock scissors) (beats scissors paper) (beats paper rock)
(<= (legal ?p (show ?s)) (role ?p) (sign ?s) (not (true (tired ?p ?s))))
(<= (next (tired ?p ?s)) (does ?p (show ?s)))
(<= (scores ?p) (does ?p (show ?s)) (does ?q (show ?t)) (distinct ?p ?q) (beats ?s ?t))
(<= (next (at (score ?p ?n))) (true (at (score ?p ?m))) (follows ?m ?n) (scores ?p))
(<= (next (at (score ?p ?n))) (true (at (score ?p ?n)))
    (or (not (scores ?p)) (true (at (score ?p 3)))))
(<= (next (at (round ?n))) (true (at (round ?m))) (follows ?m ?n))
(<= terminal (true (at (round 3))))
(<= (goal ?p 0) (true (at (score ?p 0))))
(<= (goal ?p 50) (true (at (score ?p 1))))
(<= (goal ?p 100) (or (true (at (score ?p 2))) (true (at (score ?p 3)))))
"""

# One player opens doors until a way leads from a to e: ways run in circles.
_DOORS = """
(role walker)
(door a b) (door b c) (door c d) (door d e) (door b d) (door c a)
(<= (joined ?x ?y) (door ?x ?y)) (<= (joined ?y ?x) (door ?x ?y))
(init closed)
(<= (legal walker (open ?x ?y)) (door ?x ?y) (not (true (opened ?x ?y))))
(<= (next (opened ?x ?y)) (does walker (open ?x ?y)))
(<= (next (opened ?x ?y)) (true (opened ?x ?y)))
(<= (way ?x ?y) (true (opened ?x ?y)))
(<= (way ?x ?y) (true (opened ?y ?x)))
(reached a)
(<= (reached ?y) (reached ?x) (way ?x ?y))
(<= terminal (reached e))
(<= (next near) (not (reached d)) (does walker (open b c)))
(<= (goal walker 100) (reached e) (not (reached c)))
(<= (goal walker 50) (reached e) (reached c))
"""

# Breakthrough on 3 columns and 4 rows, with the frame axiom that lists all other moves.
_BREAKTHROUGH = """
(role white) (role black)
(col 1) (col 2) (col 3)
(up 1 2) (up 2 3) (up 3 4)
(side 1 2) (side 2 1) (side 2 3) (side 3 2)
(<= (init (cell ?x 1 white)) (col ?x)) (<= (init (cell ?x 4 black)) (col ?x))
(init (control white))
(row 1) (row 2) (row 3) (row 4)
(<= (ahead white ?y ?z) (up ?y ?z)) (<= (ahead black ?z ?y) (up ?y ?z))
(<= (occupied ?x ?y) (true (cell ?x ?y ?p)))
(<= (legal ?p (move ?x ?y ?x ?z)) (true (control ?p)) (true (cell ?x ?y ?p)) (ahead ?p ?y ?z)
    (not (occupied ?x ?z)))
(<= (legal ?p (move ?x ?y ?w ?z)) (true (control ?p)) (true (cell ?x ?y ?p)) (ahead ?p ?y ?z)
    (side ?x ?w) (not (true (cell ?w ?z ?p))))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (control white)) (true (control black)))
(<= (next (control black)) (true (control white)))
(<= (next (cell ?x ?y ?p)) (does ?p (move ?a ?b ?x ?y)))
(<= (next (cell ?x ?y ?q)) (true (cell ?x ?y ?q)) (does ?p (move ?a ?b ?c ?d))
    (or (distinct ?x ?a) (distinct ?y ?b)) (or (distinct ?x ?c) (distinct ?y ?d)))
(<= (has ?p) (true (cell ?x ?y ?p)))
(<= (through white) (true (cell ?x 4 white))) (<= (through black) (true (cell ?x 1 black)))
(<= (through white) (not (has black))) (<= (through black) (not (has white)))
(<= terminal (through ?p))
(<= (stuck ?p) (role ?p) (not (can ?p))) (<= (can ?p) (legal ?p ?m))
(<= terminal (stuck ?p))
(<= (goal ?p 100) (role ?p) (through ?p))
(<= (goal ?p 0) (role ?p) (through ?q) (distinct ?p ?q))
(<= (goal ?p 0) (stuck ?p)) (<= (goal ?p 100) (stuck ?q) (role ?p) (distinct ?p ?q))
"""

# Two fill a board of 4 times 4; x wins if the same mark is on two squares that no line or small
# rectangle joins.
FAR_APART = """
(role x) (role o) (init (control x)) (index 1) (index 2) (index 3) (index 4)
(<= (init (cell ?a ?b blank)) (index ?a) (index ?b))
(<= (legal ?p (mark ?a ?b)) (true (control ?p)) (true (cell ?a ?b blank)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (cell ?a ?b ?p)) (does ?p (mark ?a ?b)))
(<= (marked ?a ?b) (does ?p (mark ?a ?b)))
(<= (next (cell ?a ?b ?m)) (true (cell ?a ?b ?m)) (not (marked ?a ?b)))
(<= (next (control o)) (true (control x))) (<= (next (control x)) (true (control o)))
(<= open (true (cell ?a ?b blank))) (<= terminal (not open))
(<= same (true (cell 1 1 ?m)) (true (cell 4 3 ?m)))
(<= (goal x 100) same) (<= (goal x 0) (not same))
(<= (goal o 0) same) (<= (goal o 100) (not same))
"""

# Small sheets that are hard on an interpreter: each adds some rules to a game of six numbers.
_NUMBERS = """
(role a) (role b)
(follows 0 1) (follows 1 2) (follows 2 3) (follows 3 4) (follows 4 5) (follows 5 0)
(number 0) (number 1) (number 2) (number 3) (number 4) (number 5)
(init (at 0)) (init (turn 0))
(<= (legal ?p (go ?n)) (role ?p) (number ?n) (not (blocked ?p ?n)))
(<= (next (at ?n)) (does ?p (go ?n)))
(<= (next (turn ?m)) (true (turn ?n)) (follows ?n ?m))
(<= terminal (true (turn 5)))
(<= won (holds ?x)) (<= (goal a 100) won) (<= (goal a 0) (not won))
(<= (goal b ?n) (true (at ?n)))
"""
_ADDED = {
    "left recursion": """
        (<= (way ?x ?y) (way ?x ?z) (edge ?z ?y)) (<= (way ?x ?y) (edge ?x ?y))
        (<= (edge ?x ?y) (follows ?x ?y) (true (at ?x))) (<= (edge ?y ?x) (edge ?x ?y))
        (<= (blocked a ?n) (way ?n ?n)) (<= (holds ?x) (way 0 ?x) (way ?x 3))""",
    "recursion through several predicates": """
        (<= (even ?x) (odd ?y) (follows ?y ?x) (true (at ?any))) (even 0)
        (<= (odd ?x) (even ?y) (follows ?y ?x) (not (true (at ?x))))
        (<= (odd ?x) (even ?x) (true (at ?x)))
        (<= (blocked ?p ?n) (role ?p) (odd ?n) (even ?n))
        (<= (holds ?x) (even ?x) (not (odd ?x)))""",
    "double recursion": """
        (<= (link ?x ?y) (link ?x ?z) (link ?z ?y)) (<= (link ?x ?y) (follows ?x ?y) (true (at ?y)))
        (<= (blocked b ?x) (link ?x ?y) (not (link ?y ?x)) (distinct ?x ?y))
        (<= (holds ?x) (link ?x ?x))""",
    "nested functions": """
        (<= (seen (pair ?x (pair ?y none))) (true (at ?x)) (follows ?x ?y))
        (<= (seen (pair ?y ?rest)) (seen (pair ?x (pair ?y ?rest))))
        (<= (blocked a ?x) (seen (pair ?x none)))
        (<= (blocked b ?x) (seen (pair ?x (pair ?y none))) (distinct (pair ?x none) (pair 3 none)))
        (<= (holds ?pair) (seen ?pair) (not (seen (pair 1 none))))""",
    "functions that shrink": """
        (<= (inside ?x) (inside (box ?x))) (<= (inside (box (box ?x))) (true (at ?x)))
        (<= (blocked a ?x) (inside ?x)) (<= (holds ?x) (inside (box ?x)) (number ?x))""",
    "the same variable twice": """
        (<= (both ?x ?y) (true (at ?x)) (true (at ?y)))
        (<= (same (f ?x ?x)) (both ?x ?x)) (<= (same (f ?x ?y)) (both ?x ?y) (follows ?x ?y))
        (<= (blocked ?p ?x) (same (f ?x ?x)) (role ?p) (not (same (f ?x 1))))
        (<= (holds ?x) (same (f ?x ?y)) (same (f ?y ?x)))""",
    "negation upon negation": """
        (<= (one ?x) (number ?x) (not (two ?x))) (<= (two ?x) (number ?x) (not (three ?x)))
        (<= (three ?x) (number ?x) (or (true (at ?x)) (not (four ?x))))
        (<= (four ?x) (true (turn ?x)))
        (<= (blocked a ?x) (one ?x) (not (and (number ?x) (distinct ?x 2))))
        (<= (holds ?x) (two ?x) (not (one ?x)))""",
    "facts beside rules": """
        (near 0 1) (near 2 2) (<= (near ?x ?y) (true (at ?x)) (true (at ?y)) (distinct ?x ?y))
        (<= (near ?y ?x) (near ?x ?y)) (some) (<= (some) (near 5 4))
        (<= (blocked ?p ?x) (near ?x 1) (role ?p) (role ?q) (distinct ?p ?q) (some))
        (<= (holds ?x) (near ?x ?any))""",
    "any fact": """
        (<= (fact ?f) (true ?f)) (<= (done ?m) (fact (at ?x)) (number ?x) (follows ?x ?m))
        (<= (blocked a ?x) (fact (turn ?x)) (done ?x)) (<= (holds ?f) (fact ?f) (not (done 2)))""",
}
TRICKY_TEXTS = {name: _NUMBERS + rules for name, rules in _ADDED.items()}
TRICKY = {name: parse_rule_sheet(text, name) for name, text in TRICKY_TEXTS.items()}

TEXTS = {
    "tic-tac-toe": _TIC_TAC_TOE,
    "fingers": _FINGERS,
    "doors": _DOORS,
    "breakthrough": _BREAKTHROUGH,
}
SHEETS = {name: parse_rule_sheet(text, name) for name, text in TEXTS.items()}
