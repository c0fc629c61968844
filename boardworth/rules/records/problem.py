"""A position with known answers; and files of them, read and written by their ending."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from boardworth.errors import FormatError
from boardworth.files import written_atomically

if TYPE_CHECKING:
    from boardworth.files import FilePath
    from boardworth.rules.game import Game
    from boardworth.rules.position import Move, Position

    _Read: TypeAlias = Callable[[Game, Path], list["Problem"]]
    _Line: TypeAlias = Callable[["Problem"], str]

PROBLEM_ENDINGS = (".obf", ".epd")


@dataclass(frozen=True, slots=True)
class Problem:
    """A position and what is known of its moves."""

    position: Position  # to be solved
    # The mover's score after each move under perfect play; of some moves, or of none.
    scores: Mapping[Move, int]
    source: str  # file and line, for messages
    best: tuple[Move, ...] = ()  # moves any of which solves it, where the file names them
    avoid: tuple[Move, ...] = ()  # moves none of which solves it
    name: str = ""  # such as "WAC.001"
    # What else the file says, by the opcodes of EPD: {"acd": "12", "c0": "a comment"}.
    operations: Mapping[str, str] = field(default_factory=dict)

    @property
    def score(self) -> int | None:
        """What the position is worth to the mover, if the file says so."""
        return max(self.scores.values(), default=None)

    def solved_by(self, move: Move) -> bool | None:
        """Whether a move is right; None where the file does not say."""
        if self.best or self.avoid:
            return (not self.best or move in self.best) and move not in self.avoid
        return self.scores[move] == self.score if move in self.scores else None


def _formats() -> dict[str, tuple[_Read, _Line]]:
    from boardworth.rules.records.epd import epd_line, read_epd
    from boardworth.rules.records.obf import obf_line, read_obf

    return dict(zip(PROBLEM_ENDINGS, [(read_obf, obf_line), (read_epd, epd_line)], strict=True))


def read_problems(game: Game, file_path: FilePath) -> list[Problem]:
    """All problems of an .obf or .epd file, in order.

    Raises FormatError with the line that is wrong.
    """
    path = Path(file_path)
    problems = _format(path)[0](game, path)
    if not problems:
        raise FormatError(f"{path}: no problem")
    return problems


def write_problems(file_path: FilePath, problems: Iterable[Problem]) -> None:
    """Writes problems, one a line, that `read_problems` reads back."""
    path = Path(file_path)
    line = _format(path)[1]
    with written_atomically(path) as file:
        file.write("".join(f"{line(problem)}\n" for problem in problems).encode())


def _format(path: Path) -> tuple[_Read, _Line]:
    formats = _formats()
    if path.suffix.lower() not in formats:
        raise FormatError(f"{path}: problems end in {' or '.join(formats)}")
    return formats[path.suffix.lower()]
