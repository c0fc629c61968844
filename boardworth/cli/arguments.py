"""Arguments that several verbs share: players, limits, positions, files by pattern."""

from __future__ import annotations

import os
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

from cyclopts import Parameter

from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.fitting import Model
    from boardworth.rules import Game, Position
    from boardworth.search import Limit, Player


# Boards often begin with empty squares, which look like an option's hyphens.
PositionText: TypeAlias = Annotated[str, Parameter(allow_leading_hyphen=True)]


def limit_of(depth: int | None, nodes: int | None, seconds: float | None, default: Limit) -> Limit:
    """The limit that the options give, or the default if they give none."""
    from boardworth.search import Limit

    if depth is None and nodes is None and seconds is None:
        return default
    return Limit(depth, nodes, seconds)


def find_files(patterns: Sequence[str]) -> list[Path]:
    """The files that paths and quoted patterns such as 'wthor/*.wtb' name, each once, in order."""
    found: dict[Path, None] = {}
    for pattern in patterns:
        matches = sorted(glob(pattern, recursive=True)) or [pattern]  # noqa: PTH207 - also absolute ones
        found.update(dict.fromkeys(Path(match) for match in matches))
    missing = [str(path) for path in found if not path.is_file()]
    if missing:
        raise BoardworthError(f"no such file: {', '.join(missing)}")
    return list(found)


def model_of(path: Path) -> Model:
    """The model in a file."""
    from boardworth.evaluators import load_model

    if not path.is_file():
        raise BoardworthError(f"no such model file: {path}")
    return load_model(path)


def player_of(specification: str, game: Game | None) -> tuple[Player, Game]:
    """A player and its game, from 'baseline:NAME', 'random' or a model file.

    Only a model file knows its game; the others need it given.
    """
    from boardworth.evaluators import Evaluator, baseline
    from boardworth.search import AlphaBeta, RandomPlayer

    kind, _, name = specification.partition(":")
    if kind not in {"baseline", "random"}:
        model = model_of(Path(specification))
        if game is not None and model.game != game:
            raise BoardworthError(f"{specification} plays {model.game.name}, not {game.name}")
        return AlphaBeta(Evaluator(model), Path(specification).stem), model.game
    if game is None:
        raise BoardworthError(f"{specification} plays any game: say which with --game")
    if kind == "random":
        return RandomPlayer(), game
    return AlphaBeta(Evaluator(baseline(game, name)), specification), game


def position_of(game: Game, text: str | None, moves: str) -> Position:
    """A position given as text (else the start), then moves in notation."""
    from boardworth.errors import IllegalMove

    position = game.parse(text) if text is not None else game.start()
    line = game.parse_moves(moves)
    replay = game.replay(position, line)
    if replay.used < len(line):
        move = game.move_text(line[replay.used])
        raise IllegalMove(f"move {replay.used + 1} of '{moves}' ({move}) is illegal")
    for move_number in replay.moves:
        position = game.play(position, move_number)
    return position


def default_threads() -> int:
    """As many as there are processors for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
