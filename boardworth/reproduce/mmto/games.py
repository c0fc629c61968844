"""Games of experts: recorded ones, or searches of hand-made models where there are none."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from boardworth.evaluators import Evaluator, baseline
from boardworth.positions import comparisons
from boardworth.positions.played_games import random_opening
from boardworth.reproduce.mmto.findings import BANDS, ExpertGames, band_name
from boardworth.rules import load_game
from boardworth.rules.records import GameRecord, read_in_parts, read_problems, read_records
from boardworth.search import AlphaBeta, Limit

if TYPE_CHECKING:
    from boardworth.positions import Comparisons
    from boardworth.recipes import Reporter
    from boardworth.recipes.reporter import Advance
    from boardworth.reproduce.mmto.findings import Scale
    from boardworth.rules import Game
    from boardworth.rules.records import Problem

DATA = "BOARDWORTH_DATA"  # names a folder that may have recorded games
_FILES = {
    "shogi": ("title_matches.usi", "computer_games.usi", "selfplay_20k.usi"),
    "chess": ("elite2600.pgn",),
}
# Of searches that stand in for experts: nodes of a move, and the longest game.
NODES, LENGTH = 2_000, 400
# Games with ratings of many kinds.
_RATED = ("club1800-2150.pgn", "elite2600.pgn")
_LEAST = 0.25  # of the games wanted: bands of ratings with fewer teach nothing
_PROBLEMS = ("wac.epd", "ecm.epd")


def expert_files(name: str) -> list[Path]:
    """Those of the data folder that are there."""
    return _of_data(name, _FILES[name])


def _of_data(part: str, names: Sequence[str]) -> list[Path]:
    """Files in a part of the data folder, if the environment names one and they are there."""
    folder = os.environ.get(DATA)
    paths = [Path(folder, part, name) for name in names] if folder else []
    return [path for path in paths if path.exists()]


def read_games(name: str, files: Sequence[Path], scale: Scale, reporter: Reporter) -> ExpertGames:
    """The first games of files, no more than are needed; a part is held out."""
    game = load_game(name)
    wanted = scale.wanted(name)
    records: list[GameRecord] = []
    with reporter.task(f"games of {name}", len(files)) as advance:
        for path in files:
            if len(records) < wanted:
                records += read_records(game, path).games[: wanted - len(records)]
            advance(1)
    words = f"{len(records):,} recorded games"
    if len(records) < wanted:
        words += f" ({wanted:,} wanted)"
    return _split(name, records, scale, words)


def searched_games(name: str, scale: Scale, reporter: Reporter) -> ExpertGames:
    """Games of the hand-made model against itself, after random openings."""
    game = load_game(name)
    wanted = scale.wanted(name)
    player = AlphaBeta(Evaluator(baseline(game, "piece-square")))
    with reporter.task(f"games of {name}", wanted) as advance:
        records = [
            _searched_game(game, player, scale.seed + number, advance) for number in range(wanted)
        ]
    return _split(name, records, scale, f"{len(records):,} games of searches")


def _searched_game(game: Game, player: AlphaBeta, seed: int, advance: Advance) -> GameRecord:
    draw = random.Random(seed)
    position, moves = random_opening(game, draw.randint(4, 12), draw)
    imposed = len(moves)
    while not position.over and len(moves) < LENGTH:
        moves.append(player.search(position, Limit(nodes=NODES)).pv[0])
        position = game.play_move(position, moves[-1])
    advance(1)
    return GameRecord(game.start(), tuple(moves), game.final_score(position), opening=imposed)


def rated_files() -> list[Path]:
    """Those of the data folder with ratings of many kinds."""
    return _of_data("chess", _RATED)


def rating_bands(
    files: Sequence[Path], scale: Scale, held_out: Comparisons, reporter: Reporter
) -> dict[str, Comparisons]:
    """As many chess games of each band of ratings, the weakest first.

    These are as many as the smallest band has. Bands with much fewer games than are wanted are left
    out, and so are positions that are measured on.
    """
    game = load_game("chess")
    records = _by_rating(game, files, scale.chess_games, reporter)
    enough = {
        name: found for name, found in records.items() if len(found) >= _LEAST * scale.chess_games
    }
    size = min(map(len, enough.values()), default=0)
    for name in records:
        if name not in enough:
            reporter.line(f"ratings of {name}: {len(records[name]):,} games, too few to learn from")
    if 0 < size < scale.chess_games:
        reporter.line(f"{size:,} games of each band of ratings teach: the smallest has no more")
    known = game.canonical_keys(held_out.positions)
    bands = {}
    for name, found in enough.items():
        data = comparisons(game, found[:size])
        bands[name] = data.select(~np.isin(game.canonical_keys(data.positions), known))
    return bands


def _by_rating(
    game: Game, files: Sequence[Path], most: int, reporter: Reporter
) -> dict[str, list[GameRecord]]:
    """The first games of each band."""
    found: dict[str, list[GameRecord]] = {band_name(*band): [] for band in BANDS}
    with reporter.task("chess games by ratings", len(files)) as advance:
        for path in files:
            for part in read_in_parts(game, path):
                for record in part.games:
                    own = found.get(_band_of(record) or "")
                    if own is not None and len(own) < most:
                        own.append(record)
            advance(1)
    return found


def _band_of(record: GameRecord) -> str | None:
    ratings = [rating for rating in record.ratings if rating is not None]
    if len(ratings) < 2:
        return None
    mean = sum(ratings) / 2
    return next((band_name(low, high) for low, high in BANDS if low <= mean < high), None)


def chess_problems() -> list[Problem]:
    """Those of the data folder."""
    game = load_game("chess")
    files = _of_data("chess/problems", _PROBLEMS)
    return [problem for path in files for problem in read_problems(game, path)]


def _split(name: str, records: Sequence[GameRecord], scale: Scale, words: str) -> ExpertGames:
    """Where there are few games, at most half of them are held out."""
    game = load_game(name)
    share = min(scale.held_out / max(len(records), 1), 0.5)
    train, held_out = comparisons(game, records).split(share, scale.seed)
    return ExpertGames(train, held_out, words)
