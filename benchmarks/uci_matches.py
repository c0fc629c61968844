"""Our engine over UCI and USI against engines of Debian's, at a clock of 1+0.01 s: no mishaps.

Both sides are processes that speak the protocol. Needs the packages gnuchess, toga2, glaurung and
stockfish for chess, gpsshogi for shogi; what is not installed is left out. BOARDWORTH_MATCH is the
number of games of each match, BOARDWORTH_CLOCK the clock, BOARDWORTH_OPPONENTS words in the names
of those to play against, with commas between them. The machine must be idle: a side that has to
wait for a processor loses on time.

GPSShogi takes from 30 ms to a second for a move, whatever its clock shows (LimitDepth 4 to 10), and
loses its games on time at 1+0.01 s. So it also plays with a clock of its own, ours being as short.
"""

import os
import shutil
import sys
from contextlib import closing
from dataclasses import dataclass

from benchmarks.data import NoData
from benchmarks.figures import PRODUCT
from benchmarks.timing import show
from boardworth.arena import Match, MatchResult, players_of, random_openings
from boardworth.arena.referee import FaultKind
from boardworth.search import Clock, Limit

SOURCES = PRODUCT
PLIES = 8  # of the openings
FAULTS: tuple[FaultKind, ...] = ("time", "illegal move", "engine failure")
FOLDERS = f"{os.environ.get('PATH', '')}:/usr/games"  # Debian's folder of games is not in all paths


@dataclass(frozen=True)
class Opponent:
    """An engine of Debian's."""

    protocol: str
    name: str
    program: str
    arguments: str = ""
    options: str = ""
    clock: Clock | None = None  # its own, if it cannot keep to ours

    def description(self) -> str | None:
        """As `boardworth match` reads it; None if it is not installed."""
        path = shutil.which(self.program, path=FOLDERS)
        return path and f"{self.protocol}:{path} {self.arguments}".rstrip() + self.options


# GPSShogi is older than USI's words for an increment.
_GPS = {
    f"GPSShogi, LimitDepth {depth}": f",increment=false,Thread=1,LimitDepth={depth}"
    for depth in (4, 6)
}
OPPONENTS = (
    Opponent("uci", "GNU Chess", "gnuchess", "--uci"),
    Opponent("uci", "Toga II", "toga2"),
    Opponent("uci", "Glaurung", "glaurung", options=",Threads=1"),
    Opponent("uci", "Stockfish, UCI_Elo 1350", "stockfish", options=",UCI_LimitStrength=true"),
    Opponent("usi", "GPSShogi, LimitDepth 4", "gpsusi", options=_GPS["GPSShogi, LimitDepth 4"]),
    *(
        Opponent("usi", f"{name}, 60+1 s", "gpsusi", options=options, clock=Clock(60, 1))
        for name, options in _GPS.items()
    ),
)


def run() -> None:
    """Plays all matches whose opponents are installed."""
    games = int(os.environ.get("BOARDWORTH_MATCH", "100"))
    clock = Clock.parse(os.environ.get("BOARDWORTH_CLOCK", "1+0.01"))
    wanted = os.environ.get("BOARDWORTH_OPPONENTS", "").split(",")
    rows = []
    for opponent in OPPONENTS:
        described = opponent.description()
        if described is not None and any(word in opponent.name for word in wanted):
            rows.append(_row(opponent, _played(opponent, described, games, clock)))
            print(*rows[-1], sep=" | ", flush=True)
    if not rows:
        raise NoData("none of the engines is installed: gnuchess, toga2, glaurung, gpsshogi, ...")
    show(
        f"The models of chess and shogi over UCI and USI, {clock}",
        (
            *("opponent", "games", "W-D-L", "score", "Elo, 95 %", "moves a game"),
            *("faults", "the opponent's", "resigned"),
        ),
        rows,
        "faults: games lost on time, by an illegal move or by a failure; moves: of both sides",
    )


def _played(opponent: Opponent, described: str, games: int, clock: Clock) -> MatchResult:
    protocol = opponent.protocol
    model = {"uci": "chess", "usi": "shogi"}[protocol]
    ours = f"{protocol}:{sys.executable} -m boardworth engine {model} --protocol {protocol}"
    players, game = players_of([ours, described], None)
    limits = [Limit(clock=clock), Limit(clock=opponent.clock or clock)]
    openings = random_openings(game, games // 2, PLIES, 1)
    with closing(players[0]), closing(players[1]):
        return Match(players, openings, limits[0], limits=limits).run(game, games)


def _row(opponent: Opponent, result: MatchResult) -> tuple[str, ...]:
    for game in result.games:
        if game.ending in FAULTS:
            print(f"game {game.number + 1}, {game.ending}: {game.problem}", flush=True)
    lost = result.forfeits
    faults = (str(sum(lost[kind][player] for kind in FAULTS if kind in lost)) for player in (0, 1))
    moves = sum(len(game.history.joint_moves) for game in result.games)
    return (
        opponent.name,
        str(len(result.games)),
        "-".join(map(str, result.wins_draws_losses)),
        f"{100 * result.rating.share:.1f} %",
        str(result.rating).removeprefix("Elo "),
        f"{moves / len(result.games):.0f}",
        *faults,
        str(sum(lost.get("resignation", ()))),
    )
