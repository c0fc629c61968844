"""The model that comes with Boardworth against NTest, both at level 12, from XOT's openings.

Needs BOARDWORTH_DATA; BOARDWORTH_NBOARD_PEER is the command that starts NTest
(`env -C NTEST/src ../build/ntest x`). NTest (vladpetric/ntest) is built without NDEBUG, and wants a
file for its book, which may be empty: coefficients/JA_s12.book. Games are kept as they are finished
(benchmarks/kept_matches.py), so the command can be stopped and given again.
"""

from contextlib import closing

import boardworth as bw
from benchmarks.data import NoData
from benchmarks.figures import PRODUCT
from benchmarks.kept_matches import Metered, keep_on, xot_openings
from benchmarks.peer import peer_command
from benchmarks.timing import show
from boardworth.arena.protocols import NBoardPlayer
from boardworth.arena.protocols.engine_process import EngineProcess
from boardworth.arena.protocols.external_player import Session
from boardworth.search import level

SOURCES = (*PRODUCT, "benchmarks/kept_matches.py", "benchmarks/peer.py")
GAMES = 400
LEVEL = 12


class MeteredEngine(NBoardPlayer):
    """An NBoard engine whose CPU seconds are counted."""

    def __init__(self, command: str) -> None:
        super().__init__(command, "NTest")
        self._processes: list[EngineProcess] = []

    def _start(self) -> Session:
        self._processes.append(EngineProcess(self.command, self.name))
        return self.session(self._processes[-1])

    def seconds(self) -> float:
        """Of all its processes, which must run."""
        return sum(process.cpu_seconds() for process in self._processes)


def run() -> None:
    """Plays what is missing, and shows where the match stands."""
    command = peer_command()
    if command is None:
        raise NoData("BOARDWORTH_NBOARD_PEER does not start NTest")
    game = bw.load_game("othello")
    openings = xot_openings(game, GAMES)
    ours = Metered(bw.AlphaBeta(bw.Evaluator(bw.shipped_model(game)), "othello"))
    limits = (level(game, LEVEL), bw.Limit(depth=LEVEL))
    with closing(MeteredEngine(command)) as peer:
        peer.move(game.start(), limits[1])  # It loads what it knows before its time counts.
        match = bw.Match((ours, peer), openings, limits[0], limits=limits)
        meters = (lambda: ours.seconds, peer.seconds)
        title = f"othello at {limits[0]} {limits[0].solving}, NTest at level {LEVEL}"
        standing = keep_on(title, match, game, GAMES, meters)
    show(
        f"The model that comes with Boardworth against NTest, both at level {LEVEL}",
        ("opponent", "games", "W-D-L", "score", "Elo, 95 %", "CPU s a game", "the opponent's"),
        [("NTest", *standing.cells)],
    )
