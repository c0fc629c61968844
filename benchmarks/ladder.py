"""The shipped models of chess and shogi on ladders of Debian's engines.

Chess is played over UCI at 10+0.1 s against stockfish at several UCI_Elo, gnuchess, glaurung and
toga2; shogi over USI against gpsusi (package gpsshogi) at several LimitDepth, ours having as much
CPU time for a move as gpsusi takes. Games are kept as they are finished in the folder of this
version of the code, so the command can be stopped and given again, also twice at a time for
different opponents. BOARDWORTH_MATCH is the number of games of each match, BOARDWORTH_CLOCK the
clock of chess, BOARDWORTH_OPPONENTS words in the names of those to play against, with commas
between them. What is not installed is left out.
"""

import json
import math
import os
import sys
from contextlib import closing
from dataclasses import dataclass

from benchmarks.data import NoData
from benchmarks.figures import PRODUCT, work_folder
from benchmarks.timing import show
from benchmarks.uci_matches import FAULTS, PLIES, Opponent
from boardworth.arena import Match, players_of, random_openings, rate
from boardworth.arena.rating import pentanomial
from boardworth.search import Clock, Limit

SOURCES = (*PRODUCT, "games/chess.model", "games/shogi.model", "benchmarks/uci_matches.py")
LEVELS = (1500, 1800, 2100, 2400)
DEPTHS = (4, 6, 8)
# Seconds that GPSShogi takes for a move at these depths, on one core of a machine of today: ours
# has as much.
GPS_SECONDS = {4: 0.03, 6: 0.15, 8: 0.6}


@dataclass(frozen=True)
class Rung:
    """An opponent, and what both sides have for a move."""

    opponent: Opponent
    elo: int | None = None  # what it claims
    limits: tuple[Limit, Limit] | None = None  # ours and its own, instead of the clock


CHESS = (
    *(
        Rung(
            Opponent(
                "uci",
                f"Stockfish, UCI_Elo {elo}",
                "stockfish",
                options=f",UCI_LimitStrength=true,UCI_Elo={elo},Threads=1,Move Overhead=200",
            ),
            elo,
        )
        for elo in LEVELS
    ),
    Rung(Opponent("uci", "GNU Chess", "gnuchess", "--uci")),
    Rung(Opponent("uci", "Glaurung", "glaurung", options=",Threads=1")),
    Rung(Opponent("uci", "Toga II", "toga2")),
)
SHOGI = tuple(
    Rung(
        Opponent(
            "usi",
            f"GPSShogi, LimitDepth {depth}",
            "gpsusi",
            options=f",increment=false,Thread=1,LimitDepth={depth}",
        ),
        limits=(Limit(seconds=GPS_SECONDS[depth]), Limit(clock=Clock(600, 10))),
    )
    for depth in DEPTHS
)


def run() -> None:
    """Plays what is missing, and shows all that there is."""
    wanted = os.environ.get("BOARDWORTH_OPPONENTS", "").split(",")
    games = int(os.environ.get("BOARDWORTH_MATCH", "100"))
    clock = Clock.parse(os.environ.get("BOARDWORTH_CLOCK", "10+0.1"))
    rows, known = [], []
    for rung in (*CHESS, *SHOGI):
        described = rung.opponent.description()
        if described is None or not any(word in rung.opponent.name for word in wanted):
            continue
        pairs = _played(rung, described, games, clock)
        if rung.elo is not None:
            known.append((rung.elo, sum(sum(pair["points"]) for pair in pairs), 2 * len(pairs)))
        rows.append(_row(rung, pairs))
        print(*rows[-1], sep=" | ", flush=True)
    if not rows:
        raise NoData("none of the engines is installed: stockfish, gnuchess, glaurung, toga2, ...")
    rating = f"{performance(known):.0f}" if known else "unknown"
    show(
        f"The shipped models on ladders, chess at {clock}",
        ("opponent", "games", "W-D-L", "score", "Elo, 95 %", "our faults", "its faults"),
        rows,
        f"rating by all games against stockfish's UCI_Elo, which was calibrated at a longer "
        f"control: {rating}; shogi: ours has as much time for a move as GPSShogi takes",
    )


def performance(known: list[tuple[int, float, int]]) -> float:
    """The rating at which the expected points of all games are the points that were made.

    >>> round(performance([(1500, 5, 10), (1700, 5, 10)]))
    1600
    """
    low, high = -4000.0, 8000.0
    points = sum(made for _, made, _ in known)
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = sum(games / (1 + math.pow(10, (elo - middle) / 400)) for elo, _, games in known)
        low, high = (middle, high) if expected < points else (low, middle)
    return (low + high) / 2


def _played(rung: Rung, described: str, games: int, clock: Clock) -> list[dict[str, list[float]]]:
    """Pairs of games, those that are kept and those that are missing."""
    limits = rung.limits or (Limit(clock=clock), Limit(clock=clock))
    name = "".join(c if c.isalnum() else "-" for c in rung.opponent.name)
    file = work_folder() / f"ladder-{name}-{clock if rung.limits is None else 'equal'}.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    pairs = [json.loads(line) for line in lines if line.endswith("}")]
    if len(pairs) >= games // 2:
        return pairs[: games // 2]
    protocol = rung.opponent.protocol
    model = {"uci": "chess", "usi": "shogi"}[protocol]
    ours = f"{protocol}:{sys.executable} -m boardworth engine {model} --protocol {protocol}"
    players, game = players_of([ours, described], None)
    openings = random_openings(game, games // 2, PLIES, 1)
    with closing(players[0]), closing(players[1]):
        match = Match(players, openings, limits[0], limits=limits)
        for number in range(len(pairs), games // 2):
            played = [match.play_one(game, 2 * number + seat) for seat in range(2)]
            faults = [
                sum(one.ending in FAULTS and one.loser == player for one in played)
                for player in range(2)
            ]
            pairs.append({"points": [one.points for one in played], "faults": faults})
            with file.open("a") as end:
                end.write(json.dumps(pairs[-1]) + "\n")
    return pairs


def _row(rung: Rung, pairs: list[dict[str, list[float]]]) -> tuple[str, ...]:
    results = [one for pair in pairs for one in pair["points"]]
    rating = rate(pentanomial(sum(pair["points"]) for pair in pairs))
    return (
        rung.opponent.name,
        str(len(results)),
        "-".join(str(results.count(result)) for result in (1, 0.5, 0)),
        f"{100 * rating.share:.1f} %",
        str(rating).removeprefix("Elo "),
        *(str(round(sum(pair["faults"][player] for pair in pairs))) for player in range(2)),
    )
