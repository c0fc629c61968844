"""Long matches of two players: their pairs of games are kept in a file, and can go on later.

The file is matches.jsonl, in the folder that BOARDWORTH_RESULTS names (else in build);
BOARDWORTH_DATA names the folder with othello/openings/xot.txt. What counts as cost is CPU time, so
that other work on the machine changes little.
"""

import json
import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from boardworth.arena import Match, Rating, rate, read_openings
from boardworth.arena.rating import pentanomial
from boardworth.rules import Game, History, Move, Position
from boardworth.search import Decision, Limit, Player

KEPT = Path(os.environ.get("BOARDWORTH_RESULTS", "build")) / "matches.jsonl"


def xot_openings(game: Game, games: int) -> list[tuple[Move, ...]] | None:
    """One opening for each pair, drawn from the XOT list; None without BOARDWORTH_DATA."""
    folder = os.environ.get("BOARDWORTH_DATA")
    if folder is None:
        return None
    lines = read_openings(game, Path(folder) / "othello" / "openings" / "xot.txt")
    random.Random(0).shuffle(lines)
    return lines[: games // 2]


class Metered(Player):
    """A player whose CPU seconds are counted. It searches on the thread that asks."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self.player = player
        self.seconds = 0.0

    def choose(
        self, position: Position, role: int, limit: Limit, history: History | None = None
    ) -> Decision:
        """The player's own choice."""
        start = time.thread_time()
        try:
            return self.player.choose(position, role, limit, history)
        finally:
            self.seconds += time.thread_time() - start


@dataclass(frozen=True)
class Standing:
    """What the pairs of a match say, from the first player's side.

    Attributes:
        points: of the first player, as the first and as the second role, pair by pair.
        seconds: of either player, pair by pair.
    """

    points: Sequence[tuple[float, float]]
    seconds: Sequence[tuple[float, float]]

    @property
    def games(self) -> int:
        """How many there are."""
        return 2 * len(self.points)

    @property
    def wins_draws_losses(self) -> str:
        """Of the first player."""
        all_points = [one for pair in self.points for one in pair]
        return "-".join(str(all_points.count(result)) for result in (1, 0.5, 0))

    @property
    def rating(self) -> Rating:
        """Elo of the first player."""
        return rate(pentanomial(map(sum, self.points)))

    def game_seconds(self, player: int) -> float:
        """CPU seconds of a player for a game."""
        return sum(pair[player] for pair in self.seconds) / max(self.games, 1)


def keep_on(
    name: str, match: Match, game: Game, games: int, meters: Sequence[Callable[[], float]]
) -> Standing:
    """Plays the pairs of a match that are not in the file, one by one, and sums up all of them.

    Args:
        name: of the match in the file: all that its games depend on.
        match: two players.
        game: what they play.
        games: how many there are to be.
        meters: the CPU seconds that either player has taken so far.
    """
    kept = _kept(name)
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    for number in range(games // 2):
        if number in kept:
            continue
        before = [meter() for meter in meters]
        played = [match.play_one(game, 2 * number + seat) for seat in range(2)]
        took = [meter() - start for meter, start in zip(meters, before, strict=True)]
        for one in played:
            if one.forfeited is not None:
                raise SystemExit(f"{name}: {one.problem}")
        pair = {"points": [one.points for one in played], "seconds": took}
        kept[number] = pair
        with KEPT.open("a") as file:
            file.write(json.dumps({"match": name, "pair": number, **pair}) + "\n")
    wanted = [kept[number] for number in range(games // 2)]
    return Standing([tuple(p["points"]) for p in wanted], [tuple(p["seconds"]) for p in wanted])


def _kept(name: str) -> dict[int, dict[str, list[float]]]:
    """The pairs of a match in the file; a last line without its end is of no use."""
    if not KEPT.exists():
        return {}
    lines = [json.loads(line) for line in KEPT.read_text().splitlines() if line.endswith("}")]
    return {line["pair"]: line for line in lines if line["match"] == name}
