"""boardworth engine: an evaluation, or a player of any rules, as an engine for other programs."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Memory, Name, Seed, Threads, limit_of, model_of, refuse_idle
from boardworth.cli.paths import Words
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardworth.search import Player


def engine(
    model: Name | None = None,
    /,
    *,
    protocol: Literal["nboard", "gtp", "ggp"],
    level: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: Threads = 1,
    memory: Memory = 64,
    ponder: Annotated[bool, Parameter(negative="")] = False,
    host: Annotated[str, Words()] = "localhost",
    port: Annotated[int, Parameter(validator=validators.Number(gte=0, lt=1 << 16))] = 9147,
    simulations: Annotated[
        int | None, Parameter(validator=validators.Number(gte=1, lt=2**63))
    ] = None,
    seed: Seed = 0,
    learning: bool = True,
) -> None:
    """Answer another program: a board to play on, or a match.

    NBoard and GTP are spoken on standard input and output, by a model of Othello. What is given
    here holds besides what the program sets: a level (NBoard's set depth, GTP's level) and a clock.
    Without either, the engine plays at level 12.

    GGP is spoken over HTTP, and needs no model: the game server sends the rules of whatever game
    is to be played. Start clocks of ten seconds and more are used to learn the game, as by
    boardworth build --budget; the player that comes of it chooses the moves, else UCT (random
    games, where rules must be interpreted), within the server's clocks. With a model nothing is
    learned: it plays its own game, and UCT all others.

    For example:

        boardworth engine othello.model --protocol nboard
        boardworth engine othello.model --protocol gtp --level 8
        boardworth engine othello.model --protocol gtp --seconds 0.5
        boardworth engine --protocol ggp --port 9147
        boardworth engine connect-four.model --protocol ggp
        boardworth engine --protocol ggp --port 9147 --host 0.0.0.0 --seconds 2
        boardworth engine --protocol ggp --port 9147 --no-learning

    Args:
        model: a model file, or just othello for the model that comes with Boardworth; for ggp it
            may be left out.
        protocol: what the program speaks.
        level: from 1 to 60: so many plies per move, and endings solved: for win, draw or loss
            first, nearer to the end for the score.
        depth: limit per move, in plies.
        nodes: limit per move, in positions searched.
        seconds: limit per move.
        threads: how many search together; with more than one, moves may differ from time to time.
        memory: of the search's table, in MiB.
        ponder: search on while the opponent thinks.
        host: for ggp, the name or address to listen at: localhost is for programs on this machine,
            0.0.0.0 for others.
        port: for ggp, where to listen.
        simulations: for ggp, limit per move, in simulations of UCT; then nothing is learned.
        seed: for ggp, of the random games.
        learning: for ggp, whether to learn within the start clock.
    """
    refuse_idle(engine, locals(), _IDLE[protocol == "ggp"], protocol)
    if protocol == "ggp":
        learning = learning and simulations is None and model is None
        if not learning:
            refuse_idle(engine, locals(), ["threads"], "an engine that does not learn")
        learners = threads if learning else None
        _serve_ggp(host, port, model, simulations, seconds, seed, learners)
        return
    if model is None:
        raise BoardworthError(f"{protocol} needs a model: a file, or othello")
    from boardworth.arena.protocols import serve_gtp, serve_nboard
    from boardworth.evaluators import Evaluator
    from boardworth.search import AlphaBeta
    from boardworth.search import level as limit_at

    evaluation = model_of(model)
    if evaluation.game.name != "othello":
        raise BoardworthError(f"{protocol} is for othello; {model} plays {evaluation.game.name}")
    wanted = None if level is None else limit_at(evaluation.game, level)
    limit = limit_of(depth, nodes, seconds, None, level=wanted)
    player = AlphaBeta(
        Evaluator(evaluation),
        Path(model).stem,
        threads=threads,
        memory=memory << 20,
        pondering=ponder,
    )
    serve = serve_nboard if protocol == "nboard" else serve_gtp
    serve(player, limit, _input(), sys.stdout)


# What a protocol on standard streams has no use for, and what GGP has none for.
_IDLE = (
    ["host", "port", "simulations", "seed", "learning"],
    ["level", "depth", "nodes", "memory", "ponder"],
)


def _serve_ggp(
    host: str,
    port: int,
    model: str | None,
    simulations: int | None,
    seconds: float | None,
    seed: int,
    learners: int | None,
) -> None:
    """Answers game servers; `learners` is how many threads learn, if any."""
    from boardworth.arena.protocols import GgpEngine, serve_ggp
    from boardworth.search import Fallback, Playouts, Uct

    if seconds is not None and not 0 < seconds < float("inf"):
        raise BoardworthError(f"a limit of {seconds} seconds: it must be more than 0")
    learn = None
    if learners is not None:
        from boardworth.recipes import Learner

        learn = Learner(_log, seconds=seconds, seed=seed, threads=learners)
    able: tuple[Player, ...] = (
        Uct(simulations, seconds, seed),
        Playouts(simulations, seconds, seed),
    )
    player = Fallback(able if model is None else (_player_of(model, seconds), *able))
    engine = GgpEngine(player, learn=learn, log=_log)
    serve_ggp(engine, host, port, _log)


def _player_of(name: str, seconds: float | None) -> Player:
    """The player of a model; other games than the model's are left to others."""
    from boardworth.evaluators import find_model
    from boardworth.search import model_player

    return model_player(find_model(name), Path(name).stem, seconds=seconds)


def _log(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _input() -> Iterable[str]:
    """Standard input's lines, by a reader of our own.

    The interpreter closes its own one when it ends, and would wait for the thread that reads.
    """
    try:
        descriptor = sys.stdin.fileno()
    except io.UnsupportedOperation:
        return sys.stdin
    return open(descriptor, encoding="utf-8", errors="replace", closefd=False)
