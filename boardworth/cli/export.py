"""boardworth export: a model as a file for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from cyclopts import Parameter

from boardworth.cli.arguments import Force, Name, model_of
from boardworth.cli.file_kinds import EXPORTED
from boardworth.cli.output.figures import give
from boardworth.cli.paths import Output
from boardworth.errors import BoardworthError

if TYPE_CHECKING:
    from collections.abc import Mapping

# Those of `evaluators.export`, which is imported when it is needed.
To: TypeAlias = Literal["c", "js", "python", "npz", "csv"]


def _named_like_the_model(values: Mapping[str, Any]) -> Path:
    from boardworth.evaluators.export import ENDINGS

    if values["to"] is None:
        endings = ", ".join(ENDINGS.values())
        raise BoardworthError(f"say what to export to: --to, or --output with {endings}")
    named = Path(Path(values["model"]).stem + ENDINGS[values["to"]])
    if named == Path(values["model"]):
        model_of(values["model"])  # whose error tells more than that it would be replaced
    return named


def export(
    model: Name,
    /,
    *,
    to: To | None = None,
    output: Annotated[
        Path | None,
        Output(EXPORTED, default=_named_like_the_model),
        Parameter(name=["--output", "-o"]),
    ] = None,
    force: Force = False,
) -> None:
    """Write a model as one file that needs no Boardworth: a program, or a table of weights.

    Programs value positions just as Boardworth does, given as text or as the values of atoms: C99,
    JavaScript for browsers and node, Python with numpy. Tables hold the weights with what they are
    weights of, in words: they are for reading and analysis, not for valuing positions.

    For example:

        boardworth export othello --to c
        boardworth export othello.model -o evaluation.js
        boardworth export othello.model --to csv -o weights.csv

    Args:
        model: a model file, or a game (othello) whose model comes with Boardworth.
        to: the language or the kind of table; else the ending of the output tells.
        output: the file to write; else it is called like the model.
        force: replace a file that is not an exported model.
    """
    from boardworth.evaluators.export import export_model
    from boardworth.files import written_atomically

    assert output is not None, "it is called like the model, if none is given"
    form = _format(to, output)
    found = model_of(model)
    content = export_model(found, form, output.stem)
    with written_atomically(output) as file:
        file.write(content)
    print(f"{output}: {found.evaluation.summary()}, {len(content) / 1e6:.1f} MB")
    give(found.game.name, {"file": output, "format": form, "bytes": len(content)})


def _format(to: To | None, output: Path) -> To:
    """What is asked for, or what a file's ending says. Raises BoardworthError if these differ."""
    from boardworth.evaluators.export import ENDINGS

    endings: dict[str, To] = {ending: form for form, ending in ENDINGS.items()} | {".mjs": "js"}
    told = endings.get(output.suffix.lower())
    if to is not None and told not in (None, to):
        raise BoardworthError(f"{output}: its ending is that of {told}, not of --to {to}")
    form = to or told
    if form is None:
        raise BoardworthError(
            f"{output}: its ending is not one of {', '.join(ENDINGS.values())}: say with --to what "
            "to export to"
        )
    return form
