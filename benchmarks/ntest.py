"""Our model against NTest, both at a level, at what CPU time: 400 games from XOT openings.

`BOARDWORTH_NTEST='env -C NTEST/src ../build/ntest x' python -m benchmarks ntest`, and
BOARDWORTH_DATA. BOARDWORTH_LEVEL is our level, BOARDWORTH_PEER_LEVEL that of NTest (12 both),
BOARDWORTH_MODEL another model than the one that comes with Boardworth, BOARDWORTH_GAMES how many
games. NTest (vladpetric/ntest) is built without NDEBUG, and wants a file for its book, which may be
empty: coefficients/JA_s12.book. Games are kept as they are finished (benchmarks/kept_matches.py),
so the command can be stopped and given again.
"""

import os
from contextlib import closing

import boardworth as bw
from benchmarks.kept_matches import Metered, keep_on, xot_openings
from benchmarks.timing import show
from boardworth.arena.protocols import ExternalPlayer
from boardworth.arena.protocols.engine_process import EngineProcess
from boardworth.arena.protocols.nboard import NBoardSession
from boardworth.search import level

GAMES = int(os.environ.get("BOARDWORTH_GAMES", "400"))
OURS = int(os.environ.get("BOARDWORTH_LEVEL", "12"))
THEIRS = int(os.environ.get("BOARDWORTH_PEER_LEVEL", "12"))


class MeteredEngine(ExternalPlayer):
    """An NBoard engine whose CPU seconds are counted."""

    def __init__(self, command: str) -> None:
        self._processes: list[EngineProcess] = []
        super().__init__("NTest", lambda: NBoardSession(self._started(command)))

    def _started(self, command: str) -> EngineProcess:
        self._processes.append(EngineProcess(command, "NTest"))
        return self._processes[-1]

    def seconds(self) -> float:
        """Of all its processes, which must run."""
        return sum(process.cpu_seconds() for process in self._processes)


def run() -> None:
    """Plays what is missing, and shows where the match stands."""
    command = os.environ.get("BOARDWORTH_NTEST")
    game = bw.load_game("othello")
    openings = xot_openings(game, GAMES)
    if command is None or openings is None:
        print("ntest: BOARDWORTH_NTEST or BOARDWORTH_DATA is not set")
        return
    name = os.environ.get("BOARDWORTH_MODEL", "othello")
    model = bw.shipped_model(game) if name == "othello" else bw.load_model(name)
    ours = Metered(bw.AlphaBeta(bw.Evaluator(model), name))
    limits = (level(game, OURS), bw.Limit(depth=THEIRS))
    with closing(MeteredEngine(command)) as peer:
        peer.move(game.start(), limits[1])  # It loads what it knows before its time counts.
        match = bw.Match((ours, peer), openings, limits)
        meters = (lambda: ours.seconds, peer.seconds)
        title = f"{name} at {limits[0]} {limits[0].solving}, NTest at level {THEIRS}"
        standing = keep_on(title, match, game, GAMES, meters)
    show(
        f"{name} at level {OURS} against NTest at level {THEIRS}, XOT openings",
        ("games", "W-D-L", "score", "Elo, 95 %", "our CPU s a game", "NTest's", "ratio"),
        [
            (
                str(standing.games),
                standing.wins_draws_losses,
                f"{100 * standing.rating.share:.1f} %",
                str(standing.rating).removeprefix("Elo "),
                f"{standing.game_seconds(0):.3f}",
                f"{standing.game_seconds(1):.3f}",
                f"{standing.game_seconds(0) / standing.game_seconds(1):.2f}",
            )
        ],
    )
