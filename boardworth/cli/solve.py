"""boardworth solve: exact scores of endings, checked against the answers of a problem file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from boardworth.cli.arguments import (
    Name,
    PositionOrFile,
    Threads,
    check_file,
    game_by_endings,
    model_of,
    threads_or_all,
)
from boardworth.cli.output.figures import give
from boardworth.errors import BoardworthError, FormatError

if TYPE_CHECKING:
    from boardworth.fitting import Model
    from boardworth.rules import Game
    from boardworth.rules.records import Problem
    from boardworth.search import AlphaBeta, Solution

_COLUMNS = (
    (">number", 6),
    (">to go", 7),
    (">score", 5),
    (">nodes", 15),
    (">seconds", 9),
    (">nodes/s", 12),
    ("the file", 12),
    ("pv", 0),
)


def solve(
    problem: PositionOrFile,
    /,
    *,
    game: Name | None = None,
    wld: Annotated[bool, Parameter(name="--wld", negative="--exact")] = False,
    model: Name | None = None,
    threads: Threads | None = None,
) -> int:
    """Solve a position, or every problem of a file, by search to the end of the game.

    Where games may last for ever, as in chess, forced wins and losses are found that need no more
    than 20 million positions; boardworth analyze searches within any limit.

    Where the file has answers, a solution agrees if its score is the best one there and its move
    one of those with that score. The exit code is 1 if any does not agree.

    For example:

        boardworth solve 'O-OOOOXX-OOOOOOOXXOXOXOOOXOOXOOOOXOXOO-O-XXOOXOOXXXO-OX--XXX-OOX X'
        boardworth solve endings.obf --wld --model othello.model

    Args:
        problem: a position as text: in Othello one character per square, row by row, then the side
            to move; or a file of problems (.obf). Those of chess (.epd) are for boardworth analyze.
        game: name of the game (default: as the file's ending tells, else othello).
        wld: ask for win (1), draw (0) or loss (-1) only, not for the exact score.
        model: a model (a file, or othello for the one that comes with Boardworth) to order the
            moves with; else those with few replies come first.
        threads: how many search together; they do not change the scores.
    """
    from boardworth.rules import load_game
    from boardworth.search import solver

    rules = load_game(game or game_by_endings([Path(problem)], "othello"))
    problems = _problems(rules, problem)
    player = solver(_ordering(rules, model), threads=threads_or_all(threads))
    return Session(player, problems, wld).run()


class Session:
    """Problems solved one after the other, each shown when it is solved."""

    def __init__(self, player: AlphaBeta, problems: list[Problem], wld: bool) -> None:
        self.player = player
        self.problems = problems
        self.wld = wld
        self.solutions: list[Solution] = []
        self.verdicts: list[bool] = []

    def run(self) -> int:
        """The exit code. What was solved before an interruption is summed up too."""
        from boardworth.cli.console import GrowingTable
        from boardworth.search import agrees, solve

        table = GrowingTable(*_COLUMNS)
        try:
            for number, problem in enumerate(self.problems, 1):
                solution = solve(self.player, problem.position, self.wld)
                verdict = agrees(problem, solution, self.wld)
                self.solutions.append(solution)
                self.verdicts += [] if verdict is None else [verdict]
                cells = self._cells(number, problem, solution, verdict)
                table.row(cells, style="bold red" if verdict is False else "")
        finally:
            nodes = sum(solution.nodes for solution in self.solutions)
            seconds = sum(solution.seconds for solution in self.solutions)
            if len(self.solutions) > 1:
                table.row(["total", "", "", *_cost(nodes, seconds), "", ""], style="bold")
            if self.verdicts:
                print(f"{sum(self.verdicts)} of {len(self.verdicts)} agree")
            give(self.player.evaluator.game.name, self._figures())
        return int(not all(self.verdicts))

    def _figures(self) -> dict[str, Any]:
        from boardworth.search import agrees

        return {
            "problems": len(self.problems),
            "answers": len(self.verdicts),
            "agree": sum(self.verdicts),
            "solved": [
                {
                    "position": problem.position.game.text(problem.position),
                    "score": solution.score,
                    "pv": problem.position.game.move_texts(problem.position, solution.pv),
                    "nodes": solution.nodes,
                    "seconds": solution.seconds,
                    "agrees": agrees(problem, solution, self.wld),
                }
                for problem, solution in zip(self.problems, self.solutions, strict=False)
            ],
        }

    def _cells(
        self, number: int, problem: Problem, solution: Solution, verdict: bool | None
    ) -> list[str]:

        game = problem.position.game
        says = {None: "", True: "agrees", False: f"has {_answer(problem)}"}[verdict]
        return [
            str(number),
            str(problem.position.moves_to_go) if game.moves_bounded else "",
            f"{solution.score:+d}",
            *_cost(solution.nodes, solution.seconds),
            says,
            " ".join(game.move_texts(problem.position, solution.pv)),
        ]


def _problems(game: Game, text: str) -> list[Problem]:
    """What a file holds, or the one position that the text is."""
    from boardworth.rules.records import Problem, read_problems

    game.turn_based("solving")
    path = Path(text)
    if path.suffix.lower() == ".obf":
        check_file(path)
        return read_problems(game, path)
    if path.suffix.lower() == ".epd":
        raise BoardworthError(
            f"{path}: problems of chess are not searched to the end: see boardworth analyze"
        )
    try:
        return [Problem(game.parse(text), {}, "")]
    except FormatError as error:
        raise FormatError(f"'{text}' is no .obf file, and no position: {error}") from None


def _ordering(game: Game, name: str | None) -> Model:
    """The model that orders the moves: a file's, else one that leaves it to the rules."""
    from boardworth.evaluators import baseline

    if name is None:
        return baseline(game, "nothing")
    model = model_of(name)
    if model.game != game:
        raise BoardworthError(f"{name} plays {model.game.name}, not {game.name}")
    return model


def _answer(problem: Problem) -> str:
    """The file's: its score and a move."""
    best = max(problem.scores, key=lambda move: problem.scores[move], default=None)
    if best is None:
        return "none"
    return f"{problem.scores[best]:+d} {problem.position.move_text(best)}"


def _cost(nodes: int, seconds: float) -> list[str]:
    return [f"{nodes:,}", f"{seconds:.3f}", f"{nodes / seconds:,.0f}" if seconds else ""]
