"""Where the games of a match begin: files of lines, random moves, or balanced lines of our own."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import BoardworthError, FormatError, IllegalMove, check_number
from boardworth.evaluators import Evaluator, in_words, worth
from boardworth.positions import random_opening
from boardworth.rules import History
from boardworth.rules.records import PROBLEM_ENDINGS, read_problems, read_records
from boardworth.rules.records.formats import names_format
from boardworth.rules.records.transcript import transcript_lines

if TYPE_CHECKING:
    from boardworth.files import FilePath
    from boardworth.fitting import Model
    from boardworth.rules import Game, Move, Position
    from boardworth.search import AlphaBeta, Limit

# Lines drawn before giving up: some in any case, and some for every opening that is wanted.
_TRIES, _TRIES_EACH = 1000, 100
# The same for a line that need not be even.
_TRIES_A_LINE = 20


def read_openings(game: Game, file_path: FilePath, plies: int | None = None) -> list[History]:
    """The openings of a file: where each begins, and its moves. Raises FormatError.

    A text has a line for each: moves in the game's notation, or a position as text. Under a line
    `position: ` and a position, moves begin there. Problems (.epd, .obf) are positions; records of
    games are openings, too. Of each as many plies are taken as are given; a whole game with a
    result is no opening.
    """
    path = Path(file_path)
    read = _records if names_format(path) else _lines
    found = (_problems if path.suffix.lower() in PROBLEM_ENDINGS else read)(game, path, plies)
    openings = list(dict.fromkeys(found)) if plies is not None else list(found)
    if not openings:
        raise FormatError(f"{path}: no opening")
    return openings


def _lines(game: Game, path: Path, plies: int | None) -> Iterator[History]:
    for place, position, line in transcript_lines(path):
        try:
            yield _opening(*_line(game, position, line), plies)
        except (FormatError, IllegalMove) as error:
            raise FormatError(f"{place}: {error}") from None


def _line(game: Game, position: str | None, line: str) -> tuple[Position, Sequence[Move]]:
    """Where an opening begins, and its moves; a line that is a position has none."""
    if position is not None:
        start = game.parse(position)
        return start, game.parse_line(start, line)
    try:
        return game.start(), game.parse_line(game.start(), line)
    except (FormatError, IllegalMove):
        with suppress(FormatError):
            return game.parse(line), ()
        raise


def _problems(game: Game, path: Path, plies: int | None) -> Iterator[History]:
    for problem in read_problems(game, path):
        try:
            yield _opening(problem.position, (), plies)
        except FormatError as error:
            raise FormatError(f"{problem.source}: {error}") from None


def _records(game: Game, path: Path, plies: int | None) -> Iterator[History]:
    found = read_records(game, path)
    for problem in found.problems:
        raise FormatError(problem)
    for record in found.games:
        whole = plies is None or len(record.moves) <= plies
        if whole and record.score is not None:
            raise FormatError(
                f"{record.source}: a game with a result is no opening; --opening-plies cuts games"
            )
        try:
            yield _opening(record.start, record.moves, plies)
        except FormatError as error:
            raise FormatError(f"{record.source}: {error}") from None


def _opening(start: Position, moves: Sequence[Move], plies: int | None) -> History:
    """A position and the first moves of a line, after which there must be something to play."""
    replay = start.game.legal_replay(start, moves[:plies])
    if replay.last.over:
        raise FormatError("the game is over at the end of the opening")
    return History.after(start, replay.moves)


def random_openings(game: Game, count: int, plies: int, seed: int) -> list[tuple[Move, ...]]:
    """Lines of random moves, different from each other as long as there are that many."""
    check_number("count", count, 0, whole=True)
    openings: dict[tuple[Move, ...], None] = {}
    draw = random.Random(f"openings {seed}")
    for _ in range(_TRIES_A_LINE * count):
        if len(openings) == count:
            break
        openings[tuple(random_opening(game, plies, draw)[1])] = None
    return list(openings)


@dataclass(frozen=True, slots=True)
class BalancedOpening:
    """A line, and the value of its last position for the side to move there."""

    moves: tuple[Move, ...]  # from the start of the game
    units: int  # the value, in the evaluator's integer units


def balanced_openings(
    player: AlphaBeta,
    count: int,
    plies: int,
    *,
    limit: Limit,
    max_imbalance: float,
    seed: int = 0,
    kept: Callable[[], None] | None = None,
) -> list[BalancedOpening]:
    """Lines of reasonable moves to positions that a search finds even, no two of them equivalent.

    They depend on the seed alone, where the limit is a depth or a number of nodes.

    Args:
        player: searches the positions; its evaluator also says which moves are reasonable.
        count: how many; if there are not that many to be found, BoardworthError is raised.
        plies: length of the lines.
        limit: of the search of each last position.
        max_imbalance: kept are values from minus this to this: points, or per cent to win from 50.
        seed: of the draws.
        kept: called for every opening that is kept.
    """
    check_number("count", count, 0, whole=True)
    check_number("plies", plies, 0, whole=True)
    evaluator = player.evaluator
    draw = random.Random(f"balanced openings {seed}")
    openings: list[BalancedOpening] = []
    met = 0
    tries = _TRIES + _TRIES_EACH * count
    for position, moves in _different_lines(evaluator, plies, draw, tries if count else 0):
        met += 1
        units = player.search(position, limit).value
        if abs(worth(evaluator.model, units)) <= max_imbalance:
            openings.append(BalancedOpening(tuple(moves), units))
            if kept:
                kept()
        if len(openings) == count:
            break
    if len(openings) < count:
        raise BoardworthError(
            f"only {len(openings)} of {count} openings: {tries:,} lines of {plies} plies led to "
            f"{met:,} different positions; more imbalance than {max_imbalance:g}, or other "
            f"plies, would give more"
        )
    return openings


def openings_text(model: Model, openings: list[BalancedOpening]) -> str:
    """The file that `read_openings` reads, each line under a comment with its value."""
    game = model.game
    lines = []
    for opening in openings:
        mover = game.legal_replay(game.start(), opening.moves).last.mover
        lines.append(f"# {in_words(model, opening.units)} for {game.roles[mover]}")
        lines.append(game.line_text(game.start(), opening.moves))
    return "\n".join(lines) + "\n"


def reasonable_openings(
    evaluator: Evaluator, count: int, plies: int, seed: int
) -> list[tuple[Move, ...]]:
    """Lines of random moves, good ones more often than bad ones, whether they end even or not.

    No two lead to equivalent positions; there are fewer where so many are not found.
    """
    draw = random.Random(f"reasonable openings {seed}")
    lines = _different_lines(evaluator, plies, draw, _TRIES_EACH + _TRIES_A_LINE * count)
    return [tuple(moves) for _, moves in islice(lines, count)]


def _different_lines(
    evaluator: Evaluator, plies: int, draw: random.Random, tries: int
) -> Iterator[tuple[Position, list[Move]]]:
    """Reasonable lines, each to a position that no earlier one leads to an image of."""
    met: set[bytes] = set()
    for _ in range(tries):
        position, moves = _reasonable_line(evaluator, plies, draw)
        key = evaluator.game.canonical(_rows([position]))[0].tobytes()
        if key not in met and not position.over:
            met.add(key)
            yield position, moves


def _reasonable_line(
    evaluator: Evaluator, plies: int, draw: random.Random
) -> tuple[Position, list[Move]]:
    """Random moves, the better the likelier: the n-th best at a position has the weight 1 / n."""
    position = evaluator.game.start()
    moves: list[Move] = []
    while len(moves) < plies and (legal := position.legal_moves()):
        successors = [position.play(move) for move in legal]
        best_first = np.argsort(evaluator.values(_rows(successors)), kind="stable").tolist()
        weights = [1 / rank for rank in range(1, len(legal) + 1)]
        chosen = draw.choices(best_first, weights)[0]
        moves.append(legal[chosen])
        position = successors[chosen]
    return position, moves


def _rows(positions: list[Position]) -> NDArray[np.uint8]:
    return np.stack([np.frombuffer(position.packed, np.uint8) for position in positions])
