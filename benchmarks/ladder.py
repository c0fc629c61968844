"""The shipped models of chess and shogi on ladders of Debian's engines.

Chess is played over UCI at 10+0.1 s against stockfish at several UCI_Elo, gnuchess, glaurung and
toga2; shogi over USI against gpsusi (package gpsshogi) at several LimitDepth, ours having as much
CPU time as gpsusi takes: its seconds for a move follow from what both took in the games before.
Games are kept as they are finished in the folder of this version of the code, so the command can be
stopped and given again, also twice at a time for different opponents. BOARDWORTH_MATCH is the
number of games of each match (if more are kept, they all count), BOARDWORTH_CLOCK the clock of
chess, BOARDWORTH_OPPONENTS words in the names of those to play against, with commas between them.
What is not installed is left out.
"""

import json
import math
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from operator import sub
from statistics import pvariance
from typing import TypeAlias

from benchmarks.data import NoData
from benchmarks.figures import PRODUCT, work_folder
from benchmarks.timing import show
from benchmarks.uci_matches import FAULTS, PLIES, Opponent
from boardworth.arena import Match, PlayedGame, players_of, random_openings, rate
from boardworth.arena.protocols.external_player import ExternalPlayer
from boardworth.arena.rating import pentanomial
from boardworth.search import Clock, Limit, Player

SOURCES = (*PRODUCT, "games/chess.model", "games/shogi.model", "benchmarks/uci_matches.py")
# Of two games: points of ours; of either player its faults, CPU seconds and moves; our limit.
Pair: TypeAlias = dict[str, list[float]]
LEVELS = (1500, 1800, 2100, 2400)
DEPTHS = (4, 6, 8)
# Seconds for our moves in the first pair of games, by the depths of GPSShogi.
FIRST_SECONDS = {4: 0.1, 6: 0.3, 8: 1.0}


@dataclass(frozen=True)
class Rung:
    """An opponent, and what both sides have for a move."""

    opponent: Opponent
    elo: int | None = None  # what it claims
    # For our moves in the first pair, instead of the clock; then as much CPU time as it takes.
    first_seconds: float | None = None


CHESS = (
    *(
        Rung(
            Opponent(
                "uci",
                f"Stockfish, UCI_Elo {elo}",
                "stockfish",
                options=f",UCI_LimitStrength=true,UCI_Elo={elo},Threads=1,Move Overhead=50",
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
        first_seconds=FIRST_SECONDS[depth],
    )
    for depth in DEPTHS
)


def run() -> None:
    """Plays what is missing, and shows all that there is."""
    wanted = os.environ.get("BOARDWORTH_OPPONENTS", "").split(",")
    games = int(os.environ.get("BOARDWORTH_MATCH", "100"))
    clock = Clock.parse(os.environ.get("BOARDWORTH_CLOCK", "10+0.1"))
    rows, known = [], list[tuple[int, list[float]]]()
    for rung in (*CHESS, *SHOGI):
        described = rung.opponent.description()
        if described is None or not any(word in rung.opponent.name for word in wanted):
            continue
        pairs = _played(rung, described, games, clock)
        if rung.elo is not None:
            known.append((rung.elo, [sum(pair["points"]) for pair in pairs]))
        rows.append(_row(rung, pairs))
        print(*rows[-1], sep=" | ", flush=True)
    if not rows:
        raise NoData("none of the engines is installed: stockfish, gnuchess, glaurung, toga2, ...")
    show(
        f"The shipped models on ladders, chess at {clock}",
        (
            *("opponent", "games", "W-D-L", "score", "Elo, 95 %", "our faults", "its faults"),
            "CPU s a move: ours / its",
        ),
        rows,
        f"rating by all games against stockfish's UCI_Elo, which was calibrated at a longer "
        f"control: {rated(known)}; stockfish reserves 50 ms of its clock for every move (Move "
        f"Overhead), more than by default, so that it loses no game on time; shogi: ours has as "
        f"much CPU time for a move as GPSShogi takes",
    )


def rated(known: Sequence[tuple[int, Sequence[float]]]) -> str:
    """The rating and its 95 % interval, from the points of pairs of games by opponents' ratings.

    Points vary as they do among the pairs of an opponent.

    >>> rated([(1500, [1.0, 1.5, 1.0, 0.5]), (1700, [1.0, 1.0, 1.5, 0.5])])
    '1600 [1506, 1694]'
    """
    if not known:
        return "unknown"
    rungs = [(elo, 2 * len(pairs)) for elo, pairs in known]
    points = sum(sum(pairs) for _, pairs in known)
    spread = 1.96 * math.sqrt(sum(len(pairs) * pvariance(pairs) for _, pairs in known))
    middle, low, high = (performance(rungs, points + shift) for shift in (0, -spread, spread))
    return f"{middle:.0f} [{low:.0f}, {high:.0f}]"


def performance(rungs: Sequence[tuple[int, int]], points: float) -> float:
    """The rating whose expected points of all games, so many by opponents' ratings, are these.

    >>> round(performance([(1500, 10), (1700, 10)], 10))
    1600
    """
    low, high = -4000.0, 8000.0
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = sum(games / (1 + math.pow(10, (elo - middle) / 400)) for elo, games in rungs)
        low, high = (middle, high) if expected < points else (low, middle)
    return (low + high) / 2


def _played(rung: Rung, described: str, games: int, clock: Clock) -> list[Pair]:
    """Pairs of games, those that are kept and those that are missing."""
    name = "".join(c if c.isalnum() else "-" for c in rung.opponent.name)
    file = work_folder() / f"ladder-{name}-{clock if rung.first_seconds is None else 'equal'}.jsonl"
    lines = file.read_text().splitlines(keepends=True) if file.exists() else []
    whole = [line for line in lines if line.endswith("}\n")]
    if whole != lines:  # a last line was being written when the run was killed
        file.write_text("".join(whole))
    pairs = [json.loads(line) for line in whole]
    if len(pairs) >= games // 2:
        return pairs
    protocol = rung.opponent.protocol
    model = {"uci": "chess", "usi": "shogi"}[protocol]
    ours = f"{protocol}:{sys.executable} -m boardworth engine {model} --protocol {protocol}"
    players, game = players_of([ours, described], None)
    openings = random_openings(game, games // 2, PLIES, 1)
    with closing(players[0]), closing(players[1]):
        for player in players:
            player.greet(Limit(clock=clock))  # what it loads does not count
        for number in range(len(pairs), games // 2):
            limits = limits_of(rung, clock, pairs)
            match = Match(players, openings, limits[0], limits=limits)
            before = cpu_seconds(players)
            played = [match.play_one(game, 2 * number + seat) for seat in range(2)]
            faults = [
                sum(one.ending in FAULTS and one.loser == player for one in played)
                for player in range(2)
            ]
            pairs.append(
                {
                    "points": [one.points for one in played],
                    "faults": faults,
                    "seconds": list(map(sub, cpu_seconds(players), before)),
                    "moves": [sum(moves_of(one, player) for one in played) for player in range(2)],
                    "limit": [limits[0].seconds or 0.0],
                }
            )
            with file.open("a") as end:
                end.write(json.dumps(pairs[-1]) + "\n")
    return pairs


def limits_of(rung: Rung, clock: Clock, pairs: Sequence[Pair]) -> tuple[Limit, Limit]:
    """What ours and the opponent have for a move in the next pair of games.

    Where it keeps no clock, ours has the seconds with which it takes as much CPU time as the other.
    """
    if rung.first_seconds is None:
        return Limit(clock=clock), Limit(clock=clock)
    seconds = rung.first_seconds
    ours, its = (seconds_a_move(pairs, player) for player in range(2))
    if ours and its:
        seconds = its / ours * sum(pair["limit"][0] for pair in pairs) / len(pairs)
    return Limit(seconds=seconds), Limit(clock=Clock(600, 10))


def cpu_seconds(players: Iterable[Player]) -> list[float]:
    return [one.cpu_seconds() for one in players if isinstance(one, ExternalPlayer)]


def moves_of(game: PlayedGame, player: int) -> int:
    """How many moves a player has made after the opening."""
    made = range(game.opening, len(game.history.moves))
    return sum(game.seats[ply % 2] == player for ply in made)


def seconds_a_move(pairs: Sequence[Pair], player: int) -> float:
    """CPU seconds; pairs in which a process was replaced do not say.

    >>> seconds_a_move([{"seconds": [3.0, 1.0], "moves": [10, 10]}], 0)
    0.3
    """
    known = [pair for pair in pairs if min(pair["seconds"]) > 0]
    moves = sum(pair["moves"][player] for pair in known)
    return sum(pair["seconds"][player] for pair in known) / max(moves, 1)


def _row(rung: Rung, pairs: list[Pair]) -> tuple[str, ...]:
    results = [one for pair in pairs for one in pair["points"]]
    rating = rate(pentanomial(sum(pair["points"]) for pair in pairs))
    return (
        rung.opponent.name,
        str(len(results)),
        "-".join(str(results.count(result)) for result in (1, 0.5, 0)),
        f"{100 * rating.share:.1f} %",
        str(rating).removeprefix("Elo "),
        *(str(round(sum(pair["faults"][player] for pair in pairs))) for player in range(2)),
        " / ".join(f"{seconds_a_move(pairs, player):.2g}" for player in range(2)),
    )
