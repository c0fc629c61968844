"""boardworth records: what is in files of game records; chooses, converts and splits them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Force, Name, Seed, find_files, game_by_endings, refuse_idle
from boardworth.cli.file_kinds import NEW_FILE
from boardworth.cli.output.figures import give
from boardworth.cli.paths import Input, Output, Words
from boardworth.errors import BoardworthError, FormatError, in_few_lines
from boardworth.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.cli.console import ProgressBars
    from boardworth.rules import Game
    from boardworth.rules.records import GameRecord
    from boardworth.rules.records.figures import RecordFigures
    from boardworth.rules.records.selection import Selection

_Share = Annotated[float, Parameter(validator=validators.Number(gt=0, lt=1))]


def records(
    files: Annotated[list[str], Input(), Parameter(negative="")],
    /,
    *,
    game: Name | None = None,
    where: Annotated[str | None, Words()] = None,
    unique: Annotated[bool, Parameter(negative="")] = False,
    to: Annotated[Path | None, Output(NEW_FILE)] = None,
    split: _Share | None = None,
    rest: Annotated[Path | None, Output(NEW_FILE)] = None,
    seed: Seed = 0,
    force: Force = False,
) -> int:
    """Show what is in files of game records; choose games, convert and split them.

    Games are counted with their positions, results, ratings and years. A damaged game is left out;
    a line says where it is and what is wrong, and so is a game that the format of --to or --rest
    cannot hold. The exit code is 1 if there was one.

    Conditions of --where compare plies, result (1-0, 0-1, 1/2-1/2 or *), score, year, date, event,
    site, round, termination, player (either of them), elo (the lower rating), the players and their
    ratings by role (white, white_elo, ...), and tags such as ECO, by = != < <= > >= and ~
    (contains), with and, or, not and brackets. A date is written as in date >= 2007.06.25.

    For example:

        boardworth records games.pgn
        boardworth records 'wthor/*.wtb' --where 'year >= 2016 and plies >= 40'
        boardworth records games.pgn --where "elo >= 2600 and not player ~ 'engine'" --to strong.pgn
        boardworth records wthor/WTH_2016.wtb --unique --to games.ggf
        boardworth records games.pgn --split 0.9 --to train.pgn --rest test.pgn --json summary.json

    Args:
        files: of game records in any format, or quoted patterns of them.
        game: name of the game, where the files' endings do not tell it.
        where: only games of which this is true.
        unique: only the first of games with the same moves, up to symmetries of the board.
        to: write the games to this file, in the format of its ending.
        split: the share of the games that go to --to, drawn game by game; equal games stay
            together. The others go to --rest.
        rest: the file of the other games.
        seed: of the drawing.
        force: replace files.
    """
    given = locals()
    if split is None:
        refuse_idle(records, given, ["rest", "seed"], "records that are not split")
    elif to is None or rest is None:
        raise BoardworthError(f"--split {split:g} needs two files, --to and --rest")
    from boardworth.cli.console import ProgressBars
    from boardworth.rules import load_game
    from boardworth.rules.records.selection import parse_condition

    paths = find_files(files)
    rules = load_game(game or game_by_endings(paths))
    condition = None if where is None else parse_condition(rules, where)
    work = _Work(rules, ProgressBars(), condition, unique, split, seed)
    _write(work, paths, [path for path in (to, rest) if path is not None])
    _show(work)
    give(work.game.name, _figures(work))
    return int(bool(work.not_held) or any(file.problems for file in work.files))


@dataclass
class _File:
    """What was found in one file."""

    path: Path
    figures: RecordFigures
    problems: list[str] = field(default_factory=list)


@dataclass
class _Work:
    """The games of some files that are wanted, and what was found on the way to them."""

    game: Game
    bars: ProgressBars
    condition: Selection | None
    unique: bool
    split: float | None
    seed: int
    files: list[_File] = field(default_factory=list)
    left_out: int = 0  # by the condition
    repeated: int = 0  # by --unique
    # Why games were left out that the format of their file cannot hold.
    not_held: list[str] = field(default_factory=list)

    def chosen(self, paths: Sequence[Path]) -> Iterator[tuple[int, GameRecord]]:
        """Every game that is wanted, with the number of the file that it goes to."""
        from boardworth.rules.records.figures import game_key, share_of

        met: set[bytes] = set()
        for record, found in self._read(paths):
            if self.condition is not None and not self.condition(record):
                self.left_out += 1
                continue
            key = game_key(record) if self.unique or self.split is not None else b""
            if self.unique:
                self.repeated += key in met
                if key in met:
                    continue
                met.add(key)
            found.figures.add(record)
            to_rest = self.split is not None and share_of(key, self.seed) >= self.split
            yield int(to_rest), record

    def _read(self, paths: Sequence[Path]) -> Iterator[tuple[GameRecord, _File]]:
        from boardworth.rules.records import read_in_parts
        from boardworth.rules.records.figures import RecordFigures

        total = sum(path.stat().st_size for path in paths)
        with self.bars.task("reading records", total) as advance:
            for path in paths:
                found = _File(path, RecordFigures())
                self.files.append(found)
                left = path.stat().st_size
                empty = True
                for part in read_in_parts(self.game, path):
                    found.problems += part.problems
                    empty = empty and not part.problems and not part.games
                    for record in part.games:
                        yield record, found
                    read = min(part.size, left)
                    advance(read)
                    left -= read
                if empty:
                    raise FormatError(f"{path}: no game")
                advance(left)


def _write(work: _Work, paths: Sequence[Path], outputs: Sequence[Path]) -> None:
    """Reads all games, and writes those that are wanted where they are to go."""
    from boardworth.rules.records.writing import write_records, writer

    for path in outputs:
        writer(work.game, path)
    if not outputs:
        for _ in work.chosen(paths):
            pass
    # Parts of a file are not kept, however large it is: what is split is read twice.
    for side, path in enumerate(outputs):
        reading = work if side == 0 else replace(work, files=[])
        chosen = (record for where, record in reading.chosen(paths) if where == side)
        write_records(work.game, path, chosen, work.not_held)


def _show(work: _Work) -> None:
    from boardworth.cli.console import show_table

    for line in in_few_lines(problem for file in work.files for problem in file.problems):
        print(f"left out: {line}")
    for line in in_few_lines(work.not_held):
        print(f"not written: {line}")
    for tag in sorted(work.condition.missing) if work.condition is not None else ():
        print(
            f"--where: no game has the tag {tag}; names without capitals are no tags, such as elo"
        )
    rows = [
        (str(file.path), *_cells(file.figures), f"{len(file.problems):,}") for file in work.files
    ]
    notes = []
    if work.condition is not None:
        notes.append(f"{counted(work.left_out, 'game')} not chosen")
    if work.unique:
        notes.append(f"{counted(work.repeated, 'game')} met before")
    if work.not_held:
        notes.append(f"{counted(len(work.not_held), 'game')} not written")
    show_table(
        f"records of {work.game.name}",
        (
            "file",
            ">games",
            ">positions",
            ">plies",
            f">{work.game.roles[0]} wins",
            ">draws",
            ">losses",
            ">unknown",
            ">ratings",
            ">years",
            ">damaged",
        ),
        [rows],
        "; ".join(notes),
    )


def _cells(figures: RecordFigures) -> list[str]:
    return [
        f"{figures.games:,}",
        f"{figures.positions:,}",
        _range(figures.plies),
        *(f"{figures.results[result]:,}" for result in ("1-0", "1/2-1/2", "0-1", "*")),
        _range(figures.ratings),
        _range(figures.years),
    ]


def _range(span: tuple[int, int] | None) -> str:
    if span is None:
        return ""
    return str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"


def _figures(work: _Work) -> dict[str, Any]:
    return {
        "files": [
            {"file": file.path, **file.figures.summary(), "problems": file.problems}
            for file in work.files
        ],
        "not_chosen": work.left_out,
        "met_before": work.repeated,
        "not_written": work.not_held,
    }
