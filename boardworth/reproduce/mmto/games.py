"""Games of experts: recorded ones, or searches of hand-made models where there are none."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.evaluators import Evaluator, baseline
from boardworth.positions import comparisons, self_play
from boardworth.reproduce.mmto.findings import ExpertGames
from boardworth.rules import load_game
from boardworth.rules.records import read_problems, read_records
from boardworth.search import AlphaBeta, Limit

if TYPE_CHECKING:
    from boardworth.positions import Comparisons
    from boardworth.recipes import Reporter
    from boardworth.reproduce.mmto.findings import Scale
    from boardworth.rules.records import GameRecord, Problem

DATA = "BOARDWORTH_DATA"  # names a folder that may have recorded games
_FILES = {
    "shogi": ("title_matches.usi", "computer_games.usi", "selfplay_20k.usi"),
    "chess": ("elite2600.pgn",),
}
_CLUB = "club1800-2150.pgn"
_PROBLEMS = ("wac.epd", "ecm.epd")


def expert_files(name: str) -> list[Path]:
    """Those of the data folder; none if the environment names no folder."""
    folder = os.environ.get(DATA)
    return [Path(folder, name, file) for file in _FILES[name]] if folder else []


def read_games(name: str, files: Sequence[Path], scale: Scale, reporter: Reporter) -> ExpertGames:
    """The first games of files, no more than are needed; a part is held out."""
    game = load_game(name)
    wanted = (scale.games if name == "shogi" else scale.chess_games) + scale.held_out
    records: list[GameRecord] = []
    with reporter.task(f"games of {name}", len(files)) as advance:
        for path in files:
            if len(records) < wanted:
                records += read_records(game, path).games[: wanted - len(records)]
            advance(1)
    return _split(name, records, scale, f"{len(records):,} recorded games")


def searched_games(name: str, scale: Scale, reporter: Reporter) -> ExpertGames:
    """Games of the hand-made model against itself, after random openings."""
    game = load_game(name)
    wanted = (scale.games if name == "shogi" else scale.chess_games) + scale.held_out
    player = AlphaBeta(Evaluator(baseline(game, "piece-square")))
    with reporter.task(f"games of {name}", wanted) as advance:
        records = self_play(
            game,
            lambda position: player.search(position, Limit(nodes=2_000)).pv[0],
            wanted,
            opening=(4, 12),
            seed=scale.seed,
            played=lambda: advance(1),
        )
    return _split(name, records, scale, f"{len(records):,} games of searches")


def club_games(scale: Scale) -> Comparisons | None:
    """Chess games of weaker players, if the data folder has them."""
    folder = os.environ.get(DATA)
    if not folder:
        return None
    game = load_game("chess")
    records = read_records(game, Path(folder, "chess", _CLUB)).games[: scale.chess_games]
    return comparisons(game, records)


def chess_problems() -> list[Problem]:
    """Those of the data folder."""
    folder = os.environ.get(DATA)
    if not folder:
        return []
    game, found = load_game("chess"), []
    for name in _PROBLEMS:
        found += read_problems(game, Path(folder, "chess", "problems", name))
    return found


def _split(name: str, records: Sequence[GameRecord], scale: Scale, words: str) -> ExpertGames:
    game = load_game(name)
    share = scale.held_out / max(len(records), 1)
    train, held_out = comparisons(game, records).split(share, scale.seed)
    return ExpertGames(train, held_out, words)
