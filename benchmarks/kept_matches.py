"""Long matches of two players: their pairs of games are kept in a file, and can go on later.

The file is matches.jsonl in the folder of this version of the code (`work_folder`). What counts as
cost is CPU time, so that other work on the machine changes little.
"""

import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.data import othello_data
from benchmarks.figures import work_folder
from boardworth.arena import Match, Rating, rate, read_openings
from boardworth.arena.rating import pentanomial
from boardworth.rules import Game, History, Position
from boardworth.search import Decision, Limit, Player


def xot_openings(game: Game, games: int) -> list[History]:
    """One opening for each pair, drawn from the XOT list."""
    lines = read_openings(game, othello_data() / "openings" / "xot.txt")
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
    """What the pairs of a match say, from the first player's side."""

    # Of the first player, as the first and as the second role, pair by pair.
    points: Sequence[tuple[float, float]]
    seconds: Sequence[tuple[float, float]]  # CPU time of either player, pair by pair

    @property
    def games(self) -> int:
        """How many there are."""
        return 2 * len(self.points)

    def game_seconds(self, player: int) -> float:
        """CPU seconds of a player for a game."""
        return sum(pair[player] for pair in self.seconds) / max(self.games, 1)

    @property
    def cells(self) -> tuple[str, ...]:
        """Games, wins, draws and losses, score, Elo, and both CPU times, as tables show them."""
        results = [one for pair in self.points for one in pair]
        rating: Rating = rate(pentanomial(map(sum, self.points)))
        return (
            str(self.games),
            "-".join(str(results.count(result)) for result in (1, 0.5, 0)),
            f"{100 * rating.share:.1f} %",
            str(rating).removeprefix("Elo "),
            *(f"{self.game_seconds(player):.3f}" for player in range(2)),
        )


def keep_on(
    name: str, match: Match, game: Game, games: int, meters: Sequence[Callable[[], float]]
) -> Standing:
    """Plays the pairs of a match that are not in the file, one by one, and sums up all of them.

    Args:
        name: of the match in the file: all that its games depend on beside the code.
        match: two players.
        game: what they play.
        games: how many there are to be.
        meters: the CPU seconds that either player has taken so far.
    """
    file = work_folder() / "matches.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    # A last line without its end is of no use.
    kept = [json.loads(line) for line in lines if line.endswith("}")]
    pairs = {one["pair"]: one for one in kept if one["match"] == name}
    for number in range(games // 2):
        if number not in pairs:
            pairs[number] = _pair(name, match, game, number, meters)
            with file.open("a") as end:
                end.write(json.dumps({"match": name, "pair": number, **pairs[number]}) + "\n")
    wanted = [pairs[number] for number in range(games // 2)]
    return Standing([tuple(p["points"]) for p in wanted], [tuple(p["seconds"]) for p in wanted])


def _pair(
    name: str, match: Match, game: Game, number: int, meters: Sequence[Callable[[], float]]
) -> dict[str, list[float]]:
    """The first player's points of two games from one opening, and both CPU times."""
    before = [meter() for meter in meters]
    played = [match.play_one(game, 2 * number + seat) for seat in range(2)]
    took = [meter() - start for meter, start in zip(meters, before, strict=True)]
    for one in played:
        if one.forfeited is not None:
            raise SystemExit(f"{name}: {one.problem}")
    return {"points": [one.points for one in played], "seconds": took}
