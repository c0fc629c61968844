"""Analyses in the terminal: the moves of a position; a game row by row, its curve, its players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardworth.cli.console import GrowingTable, bar_chart, show_table
from boardworth.cli.output.figures import give
from boardworth.cli.streams import say
from boardworth.errors import FormatError
from boardworth.evaluators import in_words, worth
from boardworth.search import (
    analyze_game,
    exact_from,
    first_player_curve,
    report_game,
    summarize,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from boardworth.fitting import Model
    from boardworth.rules import Move, Position
    from boardworth.rules.records import Problem
    from boardworth.search import AlphaBeta, Limit, MoveAnalysis, MoveValue

_COLUMNS = (
    (">move", 4),
    ("player", 6),
    ("played", 6),
    (">value", 14),
    ("best", 4),
    (">value", 14),
    (">cost", 6),
    (">depth", 5),
    ("", 1),
    ("expected", 0),
)
_PROBLEM_COLUMNS = (
    (">number", 6),
    ("name", 12),
    ("move", 6),
    (">value", 14),
    ("", 10),
    ("the file", 0),
)
# A curve of smaller values than this would show noise as drama.
_MIN_HEIGHT = 4.0


def show_position(model: Model, position: Position, values: Sequence[MoveValue]) -> None:
    """The board, and its best moves."""
    print(position)
    rows = [
        (
            position.move_text(value.move),
            in_words(model, value.units),
            _depth(value),
            _line(position, value),
        )
        for value in values
    ]
    player = model.game.roles[position.mover]
    show_table(
        f"the best of {len(position.legal_moves())} moves",
        ("move", f">value for {player}", ">depth", "expected"),
        [rows],
    )


def write_position_page(
    model: Model, position: Position, values: Sequence[MoveValue], limit: Limit, path: Path
) -> None:
    """The same as a page, with what the model says of the position."""
    from boardworth.report.analysis import AnalyzedPosition, write_position

    write_position(AnalyzedPosition(position, model, values, limit), path)
    print(f"wrote {path}")


def show_problems(player: AlphaBeta, problems: Sequence[Problem], limit: Limit) -> None:
    """The move found in each position, beside the file's answer, and how many are right."""
    table = GrowingTable(*_PROBLEM_COLUMNS)
    verdicts: list[bool] = []
    figures: list[dict[str, Any]] = []
    for number, problem in enumerate(problems, 1):
        position = problem.position
        if position.over:
            raise FormatError(f"{problem.source}: the game is over")
        found = player.search(position, limit)
        verdict = problem.solved_by(found.pv[0])
        verdicts += [] if verdict is None else [verdict]
        by_score = sorted(problem.scores, key=lambda move: -problem.scores[move])
        said = problem.best or problem.avoid or by_score[:1]
        answer = " ".join(map(position.move_text, said))
        cells = [
            str(number),
            problem.name,
            position.move_text(found.pv[0]),
            in_words(player.evaluator.model, found.value),
            {None: "", True: "solved", False: "not solved"}[verdict],
            f"{'not ' if problem.avoid and not problem.best else ''}{answer}",
        ]
        table.row(cells, style="bold red" if verdict is False else "")
        figures.append(
            {
                "name": problem.name,
                "position": position.game.text(position),
                "move": position.move_text(found.pv[0]),
                "value": worth(player.evaluator.model, found.value),
                "solved": verdict,
            }
        )
    print(f"{sum(verdicts)} of {len(verdicts)} solved, {limit}")
    solved = {"solved": sum(verdicts), "of": len(verdicts), "limit": str(limit)}
    give(player.evaluator.game.name, {**solved, "problems": figures})


class GameSession:
    """A game analyzed move by move, each shown when it is ready."""

    def __init__(self, player: AlphaBeta, limit: Limit, exact: int, threshold: float) -> None:
        self.player = player
        self.model = player.evaluator.model
        self.limit = limit
        self.exact = exact
        self.threshold = threshold
        self.moves: list[MoveAnalysis] = []
        self.title = ""

    def run(self, title: str, start: Position, moves: Sequence[Move]) -> None:
        """Analyzes all moves."""
        self.title = title
        analysis = analyze_game(self.player, start, moves, self.limit, exact=self.exact)
        print(title)
        table = GrowingTable(*_COLUMNS)
        for one in analysis:
            self.moves.append(one)
            table.row(self._cells(one), style="bold red" if self._mistake(one) else "")
        if len(self.moves) < len(moves):
            print(f"by the rules, the game is over after move {len(self.moves)} of {len(moves)}")

    def sum_up(self) -> None:
        """The curve and the players, of the moves analyzed so far."""
        print()
        say(self._about_curve)
        print(f"{self._curve()}\n")
        rows = [
            (
                player.name,
                str(player.moves),
                f"{player.total_cost:.2f}",
                f"{player.average_cost:.2f}",
                str(player.mistakes),
            )
            for player in summarize(self.model, self.moves, self.threshold)
        ]
        show_table(
            f"costs in {self._measure}, mistakes of {self.threshold:g} or more, {self.limit}",
            ("player", ">moves", ">total cost", ">per move", ">mistakes"),
            [rows],
            f"exact from move {first} on" if (first := exact_from(self.moves)) else "",
        )

    def report(self) -> dict[str, Any]:
        """The same as plain values."""
        return report_game(self.model, self.moves, self.limit, self.threshold)

    def write(self, path: Path) -> None:
        """The same as a page."""
        from boardworth.report.analysis import AnalyzedGame, write_analysis

        game = AnalyzedGame(self.title, self.model, self.moves, self.limit, self.threshold)
        write_analysis(game, path)
        print(f"wrote {path}")

    @property
    def _measure(self) -> str:
        return "points" if self.model.target == "score" else "% to win"

    def _mistake(self, one: MoveAnalysis) -> bool:
        return one.cost >= self.threshold

    def _cells(self, one: MoveAnalysis) -> list[str]:
        game = self.model.game
        return [
            str(len(self.moves)),
            game.roles[one.position.mover],
            one.position.move_text(one.played.move),
            _value(self.model, one.played),
            one.position.move_text(one.best.move),
            _value(self.model, one.best),
            f"{one.cost:.2f}" if one.cost else "",
            "exact" if one.exact else str(one.best.depth),
            "?" if self._mistake(one) else "",
            _line(one.position, one.best) if one.cost else "",
        ]

    @property
    def _about_curve(self) -> str:
        """Whose view it is, and what stands below it."""
        roles = self.model.game.roles
        mistaken = sorted({one.position.mover for one in self.moves if self._mistake(one)})
        marks = ", ".join(f"{roles[role][0]} marks a mistake of {roles[role]}" for role in mistaken)
        unit = "" if self.model.target == "win" else ", in points"
        below = f"; below it, {marks}" if marks else ""
        return f"What the position before every move was worth to {roles[0]}{unit}{below}:"

    def _curve(self) -> str:
        """What the first player had before every move; below it, the players' mistakes."""
        game = self.model.game
        values = first_player_curve(self.model, self.moves)
        marks = [
            game.roles[one.position.mover][0] if self._mistake(one) else " " for one in self.moves
        ]
        if self.model.target == "win":
            return bar_chart(values, 50, ("100 %", "50 %", "0 %"), marks)
        most = max(_MIN_HEIGHT, *map(abs, values))
        return bar_chart(values, most, (f"{most:+.0f}", "0", f"{-most:+.0f}"), marks)


def _value(model: Model, value: MoveValue) -> str:
    return in_words(model, value.units).removesuffix(" points").removesuffix(" to win")


def _depth(value: MoveValue) -> str:
    return "exact" if value.exact else str(value.depth)


def _line(position: Position, value: MoveValue) -> str:
    return " ".join(position.game.move_texts(position, value.pv))
