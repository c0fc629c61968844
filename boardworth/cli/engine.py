"""boardworth engine: an evaluation as an engine for other programs."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from boardworth.cli.arguments import Memory, Threads, limit_of, model_of

if TYPE_CHECKING:
    from collections.abc import Iterable


def engine(
    model: Path,
    /,
    *,
    protocol: Literal["nboard", "gtp"],
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: Threads = 1,
    memory: Memory = 64,
    ponder: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Answer another program on standard input and output: a board to play on, or a match.

    What is given here holds besides the depth and the clock that the program sets; without
    either, a move takes one second.

    For example:

        boardworth engine othello.model --protocol nboard
        boardworth engine othello.model --protocol gtp --seconds 0.5

    Args:
        model: a model file of Othello, or just othello for the model that comes with Boardworth.
        protocol: what the program speaks.
        depth: limit per move, in plies.
        nodes: limit per move, in positions searched.
        seconds: limit per move.
        threads: how many search together; with more than one, moves may differ from time to time.
        memory: of the search's table, in MiB.
        ponder: search on while the opponent thinks.
    """
    from boardworth.arena.protocols import serve_gtp, serve_nboard
    from boardworth.arena.protocols.limits import DEFAULT_LIMIT
    from boardworth.errors import BoardworthError
    from boardworth.evaluators import Evaluator
    from boardworth.search import AlphaBeta

    chosen = limit_of(depth, nodes, seconds, DEFAULT_LIMIT)
    limit = None if chosen is DEFAULT_LIMIT else chosen
    evaluation = model_of(model)
    if evaluation.game.name != "othello":
        raise BoardworthError(f"{protocol} is for othello; {model} plays {evaluation.game.name}")
    player = AlphaBeta(
        Evaluator(evaluation),
        model.stem,
        threads=threads,
        memory=memory << 20,
        pondering=ponder,
    )
    serve = serve_nboard if protocol == "nboard" else serve_gtp
    serve(player, limit, _input(), sys.stdout)


def _input() -> Iterable[str]:
    """Standard input's lines, by a reader of our own.

    The interpreter closes its own one when it ends, and would wait for the thread that reads.
    """
    try:
        descriptor = sys.stdin.fileno()
    except io.UnsupportedOperation:
        return sys.stdin
    return open(descriptor, encoding="utf-8", errors="replace", closefd=False)
