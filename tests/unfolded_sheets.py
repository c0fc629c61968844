"""Rule sheets whose legal moves are unfolded, and positions of random games by them."""

import os
import random
from functools import cache
from pathlib import Path

from playable_sheets import TEXTS

from boardworth.features.logic import Bounds, LogicFeature, Theory, unfold
from boardworth.rules import load_game
from boardworth.rules.loading import sheet_names

# Left out: chance, players who move at the same time, three players; sheets whose structure takes
# long to find; and minichess, all of whose moves rest on not being in check.
_LEFT_OUT = {"dice-race", "light-cycles", "three-stars", "amazons", "chess", "minichess"}
SHIPPED = [name for name in sheet_names() if name not in _LEFT_OUT]

# Negations of what rests on negations; the players have different moves, so that neither sees a
# position in the other's place.
_GUARDS = """
(role left) (role right) (other left right) (other right left)
(node 1) (node 2) (node 3) (node 4) (beside 1 2) (beside 2 3) (beside 3 4) (beside 4 1)
(<= (near ?x ?y) (or (beside ?x ?y) (beside ?y ?x)))
(init (control left)) (init (disc 2 left)) (init (disc 3 right)) (init (turn 0))
(follows 0 1) (follows 1 2) (follows 2 3) (follows 3 4) (follows 4 5) (follows 5 6)
(<= (held ?n) (true (disc ?n ?p)))
(<= (watched ?n ?q) (near ?n ?m) (true (disc ?m ?q)))
(<= (safe ?n ?p) (role ?p) (watched ?n ?p))
(<= (safe ?n ?p) (node ?n) (other ?p ?q) (not (watched ?n ?q)))
(<= (can_take ?p ?n) (safe ?n ?p) (not (held ?n)))
(<= (can_take ?p) (can_take ?p ?n))
(<= (legal ?p (take ?n)) (true (control ?p)) (can_take ?p ?n))
(<= (legal right (leave ?n)) (true (control right)) (true (disc ?n right))
    (not (and (watched ?n left) (watched ?n right))))
(<= (legal ?p pass) (true (control ?p)) (not (can_take ?p)))
(<= (legal ?p wait) (role ?p) (not (true (control ?p))))
(<= (left ?n) (does ?p (leave ?n)))
(<= (next (disc ?n ?p)) (does ?p (take ?n)))
(<= (next (disc ?n ?p)) (true (disc ?n ?p)) (not (left ?n)))
(<= (next (control ?q)) (true (control ?p)) (other ?p ?q))
(<= (next (turn ?n)) (true (turn ?m)) (follows ?m ?n))
(<= terminal (true (turn 6)))
(<= (goal ?p 100) (role ?p) (can_take ?p)) (<= (goal ?p 0) (role ?p) (not (can_take ?p)))
"""
INLINE = {"guards": _GUARDS, "doors": TEXTS["doors"], "small breakthrough": TEXTS["breakthrough"]}
_DATA = Path(os.environ.get("BOARDWORTH_DATA", "")) / "gdl"
_PUBLIC = ("connectFour", "checkersTiny", "connectFourSuicide_7x7", "chineseCheckers2")
PUBLIC = {name: str(_DATA / f"{name}.kif") for name in _PUBLIC if _DATA.is_dir()}
SHEETS = [*SHIPPED, *INLINE, *PUBLIC]
BOUNDS = Bounds(steps=1_000_000)
# Solutions that conjunctions within the bounds cannot tell: passing is not being able to move, and
# draughtsmen only step where nothing can jump.
MISSING = {
    "reversi": "1 of 61 solutions: (moves noop)",
    "english-draughts": "98 of 171 solutions",
}


@cache
def sheet_game(name):
    return load_game({**INLINE, **PUBLIC}.get(name, name))


@cache
def legal_features(name):
    """A game, and the unfolding of the legal moves of each of its roles."""
    game = sheet_game(name)
    features = [
        LogicFeature.parse(f"(<= (moves ?move) (legal {role} ?move))", f"moves of {role}")
        for role in game.roles
    ]
    return game, unfold(Theory.of(game), features, BOUNDS)


@cache
def positions_of(game, games, seed, max_moves=60):
    """Positions of random games in which the game goes on."""
    draw = random.Random(seed)
    found = []
    for _ in range(games):
        position = game.start()
        for _ in range(max_moves):
            if not (legal := position.legal_moves()):
                break
            found.append(position)
            position = position.play(draw.choice(legal))
    return found
