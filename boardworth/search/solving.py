"""Exact endings: what a position is worth under perfect play, and how it is played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boardworth.errors import BoardworthError, MissingCapability
from boardworth.evaluators import Evaluator
from boardworth.search.alphabeta import WIN_DRAW_LOSS, AlphaBeta
from boardworth.search.limit import MAX_DEPTH, Limit

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.rules import Move, Position
    from boardworth.rules.records import Problem

# Positions that are searched where no bound of moves makes sure that there is an end.
MAX_NODES = 20_000_000
# Bytes of a solver's table. More hardly saves nodes, and is slower to reach.
MEMORY = 64 << 20


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved position."""

    score: int  # the mover's under perfect play; of win, draw and loss only its sign
    pv: tuple[Move, ...]  # perfect play, or its beginning; empty if the game is over
    nodes: int  # positions searched
    seconds: float  # spent on it


def solver(model: Model, name: str = "solver", threads: int = 1) -> AlphaBeta:
    """A player whose searches count the score of a finished game, whatever its model estimates.

    The model then serves to order moves only: solutions do not depend on it, their cost does.
    """
    try:
        summed = model.weighted_sum
    except MissingCapability as error:
        raise MissingCapability(f"solving orders moves by a weighted sum: {error}") from None
    evaluator = Evaluator(replace(model, evaluation=replace(summed, target="score")))
    return AlphaBeta(evaluator, name, features="learning", memory=MEMORY, threads=threads)


def solve(player: AlphaBeta, position: Position, wld: bool = False) -> Solution:
    """Searches to the end of the game; with `wld` only for a win (1), draw (0) or loss (-1).

    Raises BoardworthError if a game whose moves nothing bounds has no forced end nearby.
    """
    model = player.evaluator.model
    if model.target != "score":
        raise BoardworthError(f"{player.name} counts wins, not scores: solve with solver(model)")
    outcome = position.game.outcome(position)
    if outcome is not None:
        return Solution(_wanted(outcome, wld), (), 0, 0.0)
    game = position.game
    nodes = None if game.moves_bounded else MAX_NODES
    limit = Limit(depth=MAX_DEPTH, nodes=nodes)
    found = player.search(position, limit, window=WIN_DRAW_LOSS if wld else None)
    if not found.exact and nodes is not None:
        raise BoardworthError(
            f"{game.name} is not solved: no forced end within {found.nodes:,} positions from "
            f"{game.text(position)}; boardworth analyze shows what a search can tell"
        )
    if not found.exact and not wld:
        raise BoardworthError(f"{game.name}: no end within {MAX_DEPTH} moves")
    score = _wanted(found.value // model.scale, wld)
    return Solution(score, tuple(found.pv), found.nodes, found.seconds)


def agrees(problem: Problem, solution: Solution, wld: bool = False) -> bool | None:
    """Whether a solution is the one in the file; None if the file has none.

    Its score must be the best one of the file, its move one of those with that score. Of win, draw
    and loss, files often leave moves out that win as well: an unknown move cannot be held wrong.
    """
    if problem.score is None:
        return None
    best = _wanted(problem.score, wld)
    known = problem.scores.get(solution.pv[0])
    return solution.score == best and (wld if known is None else _wanted(known, wld) == best)


def _wanted(score: int, wld: bool) -> int:
    return (score > 0) - (score < 0) if wld else score
