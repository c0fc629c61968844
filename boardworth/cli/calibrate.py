"""boardworth calibrate: how far a model's shallow searches can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, validators

from boardworth.cli.arguments import Force, Name, Seed, Threads, alpha_beta_of, threads_or_all
from boardworth.cli.file_kinds import MODEL
from boardworth.cli.output.figures import give
from boardworth.cli.paths import Output

if TYPE_CHECKING:
    from boardworth.fitting import Model

_SHOWN_DEPTHS = (3, 4, 6, 8, 10, 12, 16)


def calibrate(
    model: Name,
    /,
    *,
    output: Annotated[
        Path | None, Output(MODEL, updates="model"), Parameter(name=["--output", "-o"])
    ] = None,
    force: Force = False,
    positions: Annotated[int, Parameter(validator=validators.Number(gte=40, lte=10**6))] = 1500,
    depth: Annotated[int, Parameter(validator=validators.Number(gte=3, lte=20))] = 9,
    seed: Seed = 0,
    threads: Threads | None = None,
) -> None:
    """Measure how well shallow searches predict deep ones, and store it in the model file.

    Searches of a calibrated model leave out what a shallow search makes all but certain
    (Multi-ProbCut), and so see further in the same time. Positions come from games of the model
    against itself.

    For example:

        boardworth calibrate othello.model
        boardworth calibrate othello.model --positions 400 --depth 6 -o quick.model

    Args:
        model: a model file, or a game (othello) whose model comes with Boardworth.
        output: the model file to write; else the file of the model is changed.
        force: replace a file that is not a model.
        positions: how many are searched.
        depth: of the deepest searches, in plies.
        seed: of everything random.
        threads: positions searched at a time; they do not change the result.
    """
    from boardworth.cli.console import ProgressBars
    from boardworth.evaluators import save_model
    from boardworth.search import calibrate as measure

    assert output is not None, "it is the file of the model, if none is given"
    fitted = alpha_beta_of(model, "boardworth calibrate").evaluator.model
    with ProgressBars().task("comparing searches", positions) as advance:
        selectivity = measure(
            fitted,
            positions=positions,
            depth=depth,
            seed=seed,
            threads=threads_or_all(threads),
            compared=lambda: advance(1),
        )
    calibrated = fitted.with_playing(selectivity=selectivity)
    save_model(calibrated, output)
    errors = _errors(calibrated)
    _show(calibrated, errors)
    print(f"{output}: calibrated")
    give(calibrated.game.name, {"model": output, "unit": calibrated.unit, "errors": errors})


def _errors(model: Model) -> list[dict[str, Any]]:
    """By depth: the depth of the search that predicts, and how far it is off at some moves."""
    from boardworth.search.probcut import checks

    table = checks(model)
    most = model.game.max_progress
    moments = [round(share * most) for share in (0.15, 0.3, 0.45, 0.6)]
    return [
        {
            "depth": depth,
            "from_depth": int(table[0, depth, 0]),
            "by_progress": {
                moment: float(table[moment, depth, 3] / model.scale) for moment in moments
            },
        }
        for depth in _SHOWN_DEPTHS
        if depth < most - moments[-1]
    ]


def _show(model: Model, errors: list[dict[str, Any]]) -> None:
    from boardworth.cli.console import show_table

    rows = [
        [
            str(row["depth"]),
            str(row["from_depth"]),
            *(f"{error:.2f}" for error in row["by_progress"].values()),
        ]
        for row in errors
    ]
    moments = errors[0]["by_progress"] if errors else {}
    show_table(
        f"typical error of a prediction, in {model.unit}",
        (">depth", ">from depth", *(f">at move {moment}" for moment in moments)),
        [rows],
    )
