"""boardworth analyze: the best moves of a position, or what every move of a game has cost."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, validators

from boardworth.cli.arguments import (
    Exact,
    MovesText,
    Name,
    PositionOrFile,
    alpha_beta_of,
    check_file,
    limit_of,
    position_of,
    refuse_idle,
)
from boardworth.cli.file_kinds import REPORT
from boardworth.cli.output.figures import give
from boardworth.cli.output.interruption import show_so_far
from boardworth.cli.paths import Output
from boardworth.errors import BoardworthError, FormatError, IllegalMove

if TYPE_CHECKING:
    from boardworth.rules import Game, Move, Position

# What a mistake costs, at least: points of score, or per cent to win.
_MISTAKE = {"score": 2.0, "win": 5.0}

_AtLeastOne = Annotated[int, Parameter(validator=validators.Number(gte=1, lt=2**31))]
_Positive = Annotated[float, Parameter(validator=validators.Number(gt=0))]


def analyze(
    model: Name,
    subject: PositionOrFile | None = None,
    /,
    *,
    moves: MovesText = "",
    number: _AtLeastOne | None = None,
    variations: Annotated[_AtLeastOne, Parameter(alias="--lines")] = 3,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    exact: Exact = 16,
    threshold: _Positive | None = None,
    html: Annotated[Path | None, Output(REPORT)] = None,
) -> None:
    """Show the best moves of a position, or every move of a game beside the best one.

    The cost of a move is what the best move is worth less what it is worth itself, both searched to
    the same depth; 'exact' marks values under perfect play. A game ends with its curve (the first
    player's view, mistakes marked below it) and a summary of both players. A file of problems (.epd
    or .obf) is searched position by position, and the moves found are compared with its answers.

    For example:

        boardworth analyze othello.model '-------- ... X' --depth 6 --variations 5
        boardworth analyze othello.model --moves f5d6c3 --depth 6
        boardworth analyze othello.model f5d6c3d3c4f4 --depth 4 --threshold 1
        boardworth analyze othello.model wthor/WTH_2016.wtb --number 7 --depth 3 --json game.json
        boardworth analyze othello f5d6c3d3c4f4 --depth 4 --html game.html
        boardworth analyze othello --moves f5d6c3 --depth 4 --html position.html

    Args:
        model: a model file, or a game (othello) whose model comes with Boardworth.
        subject: a position, the moves of a game such as f5d6c3, or a file of game records or of
            problems; else the start of the game.
        moves: that lead to the position, from the start or from the one given.
        number: which game of a file (default 1).
        variations: how many moves of a position, each with its principal variation.
        depth: limit of the search of each position, in plies (default 8).
        nodes: limit of the search of each position, in positions searched.
        seconds: limit of the search of each position.
        exact: positions with at most this many moves to go are solved, whatever the limit.
        threshold: the cost of a mistake (default 2 points, or 5 % to win).
        html: write a page to this file: a board for every move of a game, or a position with its
            best moves and what the model says of it.
    """
    given = locals()
    from boardworth.cli.tables.analysis import (
        GameSession,
        show_position,
        show_problems,
        write_position_page,
    )
    from boardworth.rules.records import PROBLEM_ENDINGS, read_problems
    from boardworth.search import Limit, analyze_position, report_position

    limit = limit_of(depth, nodes, seconds, Limit(depth=8))
    player = alpha_beta_of(model, "boardworth analyze", before_files=True)
    if subject is not None and not moves and Path(subject).suffix.lower() in PROBLEM_ENDINGS:
        idle = ["variations", "exact", "threshold", "number", "html"]
        refuse_idle(analyze, given, idle, "a file of problems")
        check_file(Path(subject))
        show_problems(player, read_problems(player.evaluator.game, subject), limit)
        return
    found = _find(player.evaluator.game, subject, moves, number)
    evaluation = player.evaluator.model
    if found.moves is None:
        refuse_idle(analyze, given, ["threshold"], "a position")
        values = analyze_position(player, found.start, limit, variations=variations, exact=exact)
        give(evaluation.game.name, report_position(evaluation, found.start, values, limit))
        show_position(evaluation, found.start, values)
        if html is not None:
            write_position_page(evaluation, found.start, values, limit, html)
        return
    refuse_idle(analyze, given, ["variations"], "a game")
    session = GameSession(player, limit, exact, threshold or _MISTAKE[evaluation.target])
    try:
        session.run(found.title, found.start, found.moves)
    finally:
        # An interrupted analysis is shown and written as far as it came.
        if session.moves:
            give(evaluation.game.name, {"source": found.title, **session.report()})
            show_so_far("an analysis")
            session.sum_up()
            if html is not None:
                session.write(html)


@dataclass(frozen=True, slots=True)
class _Subject:
    """What is to be analyzed: a position, or a game from there."""

    start: Position
    moves: tuple[Move, ...] | None
    title: str = ""


def _find(game: Game, text: str | None, leading: str, number: int | None) -> _Subject:
    """A file of records by its ending; else moves, else a position, after moves that lead on."""
    from boardworth.rules.records import RECORD_ENDINGS

    if text is None or leading:
        if number is not None:
            raise BoardworthError(f"--number {number} means nothing to a position")
        return _unfinished(position_of(game, text, leading))
    if Path(text).suffix.lower() in RECORD_ENDINGS:
        return _game_of_file(game, Path(text), number or 1)
    if number is not None:
        raise BoardworthError(f"--number {number}: '{text}' is no file of games")
    try:
        moves = game.parse_line(game.start(), text)
    except FormatError as no_moves:
        return _position(game, text, str(no_moves))
    return _checked(_Subject(game.start(), _legal(game, text, moves), text))


def _game_of_file(game: Game, path: Path, number: int) -> _Subject:
    from boardworth.rules.records import read_records

    check_file(path)
    found = read_records(game, path)
    if number > len(found.games):
        damaged = f"; {found.problems[0]}" if found.problems else ""
        raise BoardworthError(
            f"{path}: no game {number}: there are {len(found.games)} sound ones{damaged}"
        )
    record = found.games[number - 1]
    return _checked(_Subject(record.start, record.moves, record.source))


def _position(game: Game, text: str, no_moves: str) -> _Subject:
    try:
        position = game.parse(text)
    except FormatError as error:
        raise FormatError(
            f"'{text}' is no file of records, no game ({no_moves}) and no position ({error})"
        ) from None
    return _unfinished(position)


def _unfinished(position: Position) -> _Subject:
    if position.over:
        raise BoardworthError(f"the game is over in {position.game.text(position)}")
    return _Subject(position, None)


def _legal(game: Game, text: str, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    try:
        return game.legal_replay(game.start(), moves).moves
    except IllegalMove as error:
        raise IllegalMove(f"{text}: {error}") from None


def _checked(subject: _Subject) -> _Subject:
    if not subject.moves:
        raise BoardworthError(f"'{subject.title}': no move to analyze")
    return subject
