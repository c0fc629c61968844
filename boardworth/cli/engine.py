"""boardworth engine: an evaluation, or a player of any rules, as an engine for other programs."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Memory, Name, Seed, Threads, limit_of, model_of, refuse_idle
from boardworth.cli.paths import Words
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardworth.fitting import Model
    from boardworth.search import Player


def engine(
    model: Name | None = None,
    /,
    *,
    protocol: Literal["nboard", "gtp", "uci", "usi", "ggp"] | None = None,
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
    max_memory: Annotated[int, Parameter(validator=validators.Number(gte=512))] = 4096,
    max_clock: Annotated[float, Parameter(validator=validators.Number(gt=0, lte=1e6))] = 3600,
) -> None:
    """Answer another program: a board to play on, or a match.

    NBoard and GTP are for models of Othello, UCI is for chess, USI for shogi, GGP for rule sheets;
    no protocol is for the other native games.

    All but GGP are spoken on standard input and output. What is given here holds besides what
    the program sets: a level (NBoard's set depth, GTP's level) and a clock. Without either, an
    engine of Othello plays at level 12.

    For UCI and USI the model may also be a baseline, and have the settings of a player (see
    boardworth match --help); threads and memory are what the program's options begin with.

    GGP is spoken over HTTP, and needs no model: the game server sends the rules of whatever game
    is to be played. Start clocks of ten seconds and more are used to learn the game, as by
    boardworth build --budget; the player that comes of it chooses the moves, else UCT (random
    games, where rules must be interpreted), within the server's clocks. With a model nothing is
    learned: it plays its own game, and UCT all others.

    For example:

        boardworth engine chess
        boardworth engine othello.model --protocol nboard
        boardworth engine othello.model --protocol gtp --level 8
        boardworth engine othello.model --protocol gtp --seconds 0.5
        boardworth engine baseline:material --protocol uci
        boardworth engine shogi --protocol usi --memory 256
        boardworth engine --protocol ggp --port 9147
        boardworth engine connect-four.model --protocol ggp
        boardworth engine --protocol ggp --port 9147 --host 0.0.0.0 --seconds 2
        boardworth engine --protocol ggp --port 9147 --no-learning

    Args:
        model: a model file, or just othello for the model that comes with Boardworth; for ggp it
            may be left out.
        protocol: what the program speaks (default: nboard for a model of Othello, uci for chess,
            usi for shogi, ggp for a rule sheet).
        level: from 1 to 60: plies per move, and endings solved: for win, draw or loss
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
        max_memory: for ggp, of the player and the processes it starts, in MiB: rules that need more
            are interpreted, and nothing is learned about them.
        max_clock: for ggp, the longest clock in seconds; matches with longer ones are refused.
    """
    spoken: str = protocol or _usual_protocol(model)
    refuse_idle(engine, locals(), _IDLE.get(spoken, _SERVER_OPTIONS), spoken)
    if spoken == "ggp":
        learning = learning and simulations is None and model is None
        if not learning:
            refuse_idle(engine, locals(), ["threads"], "an engine that does not learn")
        learners = threads if learning else None
        limits = _GgpLimits(simulations, seconds, seed, learners, max_memory << 20, max_clock)
        _serve_ggp(host, port, model, limits)
        return
    if model is None:
        game = _GAMES[spoken]
        raise BoardworthError(f"{spoken} needs a model: a file, or {game}")
    if spoken in {"uci", "usi"}:
        _serve_uci(spoken, model, threads, memory, (level, depth, nodes, seconds))
        return
    from boardworth.arena.protocols import serve_gtp, serve_nboard
    from boardworth.evaluators import Evaluator
    from boardworth.search import AlphaBeta
    from boardworth.search import level as limit_at

    evaluation = model_of(model)
    if evaluation.game.definition != "othello":
        raise _not_served(spoken, "othello", model, evaluation)
    wanted = None if level is None else limit_at(evaluation.game, level)
    limit = limit_of(depth, nodes, seconds, None, level=wanted)
    player = AlphaBeta(
        Evaluator(evaluation),
        Path(model).stem,
        threads=threads,
        memory=memory << 20,
        pondering=ponder,
    )
    serve = serve_nboard if spoken == "nboard" else serve_gtp
    serve(player, limit, _input(), sys.stdout)


_GAMES = {"nboard": "othello", "gtp": "othello", "uci": "chess", "usi": "shogi"}
# What a protocol on standard streams has no use for, and what others have none for. In UCI the
# program says when to ponder.
_SERVER_OPTIONS = ["host", "port", "simulations", "seed", "learning", "max_memory", "max_clock"]
_IDLE = {
    "ggp": ["level", "depth", "nodes", "memory", "ponder"],
    "uci": ["ponder", *_SERVER_OPTIONS],
    "usi": ["ponder", *_SERVER_OPTIONS],
}


def _usual_protocol(name: str | None) -> str:
    """Of the game that a model plays."""
    from boardworth.arena import parse_player

    if name is None:
        raise BoardworthError("give a model, or --protocol ggp for rules that a server sends")
    described = parse_player(name)
    if described.kind != "model":
        raise BoardworthError(f"{name} does not say which game is played: give the --protocol")
    model = described.model()
    if not _is_native(model):
        return "ggp"
    fitting = [name for name, game in _GAMES.items() if game == model.game.definition]
    if not fitting:
        raise BoardworthError(f"{name} plays {model.game.name}, for which there is no protocol")
    return fitting[0]


def _serve_uci(
    protocol: str,
    model: str,
    threads: int,
    memory: int,
    limits: tuple[int | None, int | None, int | None, float | None],
) -> None:
    """Answers a program that speaks UCI or USI."""
    from boardworth.arena import parse_player
    from boardworth.arena.protocols import UCI, USI, serve_uci
    from boardworth.rules import load_game
    from boardworth.search import AlphaBeta
    from boardworth.search import level as limit_at

    dialect = UCI if protocol == "uci" else USI
    game = load_game(dialect.game)
    described = parse_player(model)
    if described.kind not in {"model", "baseline"}:
        raise BoardworthError(f"{model}: {protocol} needs a model or a baseline")
    if described.kind == "model" and (evaluation := described.model()).game != game:
        raise _not_served(protocol, dialect.game, model, evaluation)
    # Of these, alpha-beta alone has both: other methods refuse them.
    settings = {"threads": str(threads), "memory": str(memory), **described.settings}
    player = replace(described, settings=settings).player(game)
    assert isinstance(player, AlphaBeta)
    level, depth, nodes, seconds = limits
    if level is not None and player.limit is not None:
        raise BoardworthError(f"{model} and --level {level}: one of them is the level")
    wanted = player.limit if level is None else limit_at(game, level)
    limit = limit_of(depth, nodes, seconds, None, level=wanted)
    serve_uci(dialect, player, limit, _input(), sys.stdout)


class _GgpLimits(NamedTuple):
    """What the command line can set about a GGP player."""

    simulations: int | None
    seconds: float | None
    seed: int
    learners: int | None  # how many threads learn, if any
    memory: int  # in bytes, of everything
    max_clock: float


def _serve_ggp(host: str, port: int, model: str | None, limits: _GgpLimits) -> None:
    """Answers game servers."""
    from boardworth.arena.protocols import GgpEngine, serve_ggp
    from boardworth.search import Fallback, Playouts, Uct, UctSettings
    from boardworth.search.uct import MEMORY

    simulations, seconds, seed, learners, memory, max_clock = limits
    if seconds is not None and not 0 < seconds < float("inf"):
        raise BoardworthError(f"a limit of {seconds} seconds: it must be more than 0")
    settings = UctSettings(memory=min(MEMORY, memory // 8))
    able: tuple[Player, ...] = (
        Uct(simulations, seconds, seed, settings),
        Playouts(simulations, seconds, seed),
    )
    learn = None
    if learners is not None:
        from boardworth.recipes import Learner

        learn = Learner(
            _log, Fallback(able), seconds=seconds, seed=seed, threads=learners, memory=memory // 4
        )
    player = Fallback(able if model is None else (_player_of(model, seconds), *able))
    engine = GgpEngine(player, learn=learn, memory=memory, max_clock=max_clock, log=_log)
    serve_ggp(engine, host, port, _log)


def _player_of(name: str, seconds: float | None) -> Player:
    """The player of a model; other games than the model's are left to others."""
    from boardworth.evaluators import find_model
    from boardworth.search import model_player

    model = find_model(name)
    if _is_native(model):
        raise _not_served("ggp", "rule sheets", name, model)
    return model_player(model, Path(name).stem, seconds=seconds)


def _not_served(protocol: str, served: str, name: str, model: Model) -> BoardworthError:
    """The error that a protocol is not for a model's game, with the one that is."""
    plays = f"{protocol} is for {served}, and {name} plays {model.game.name}"
    if not _is_native(model):
        return BoardworthError(f"{plays} by a rule sheet: use --protocol ggp")
    fitting = [name for name, game in _GAMES.items() if game == model.game.definition]
    if fitting:
        rules = " without one" if protocol == "ggp" else ""
        return BoardworthError(f"{plays}{rules}: use --protocol {' or '.join(fitting)}")
    return BoardworthError(f"{plays}, for which there is no protocol")


def _is_native(model: Model) -> bool:
    from boardworth.rules.native import NativeGame

    return isinstance(model.game, NativeGame)


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
