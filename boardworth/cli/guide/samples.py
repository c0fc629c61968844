"""boardworth samples: records, problems and rule sheets to try the other commands with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from boardworth.cli.arguments import Force
from boardworth.cli.file_kinds import SAMPLES
from boardworth.cli.paths import WorkFolder
from boardworth.errors import BoardworthError

_LIST = "README.txt"
# Rule sheets among them: the one that explains the language, and a game to learn.
_SHEETS = ("tic-tac-toe", "breakthrough")


def samples(
    folder: Annotated[Path, WorkFolder(_LIST, SAMPLES)] = Path("samples"),
    /,
    *,
    force: Force = False,
) -> None:
    """Write a folder of sample files: game records, problems, openings and rule sheets.

    The games are our own players'. They are enough to try every command that reads records, and to
    see what files look like in each format that Boardworth writes; a strong evaluation wants many
    more.

    For example:

        boardworth samples
        boardworth samples boards

    Args:
        folder: where; it is made if there is none.
        force: replace files of the same names that say something else.
    """
    from boardworth.files import written_atomically

    found = {path.name: path.read_bytes() for path in _shipped()}
    different = [
        path
        for name, content in found.items()
        if (path := folder / name).exists() and name != _LIST and path.read_bytes() != content
    ]
    if different and not force:
        raise BoardworthError(f"{different[0]} says something else than the sample: see --force")
    folder.mkdir(exist_ok=True)
    for name, content in found.items():
        with written_atomically(folder / name) as file:
            file.write(content)
    about, _, listed = found[_LIST].decode().partition("\n\n")
    print(f"{about.replace('Samples', f'In {folder} there are samples', 1)}\n\n{listed}", end="")


def _shipped() -> Iterator[Path]:
    """The files to write."""
    from boardworth.rules.loading import sheet_path

    yield from sorted((Path(__file__).parents[2] / "samples").iterdir())
    yield from map(sheet_path, _SHEETS)
