"""The report's plots: how accurate a model is, and how it learned."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from boardworth.report.phases import phase_names, phase_unit
from boardworth.report.plots import Bars, Plot, Series, bar_plot, grid_plot, line_plot

if TYPE_CHECKING:
    from boardworth.fitting import Model

# Of curves that overlap, the palest.
_PALEST = 0.25
_ONE_EACH = "A curve for each phase, pale ones for early phases"
_TRAINING = "training positions"
_OF_TRAINING = (
    "Training positions are those that an iteration searches; they are measured before it learns "
    "from them. Either kind of positions may be easier."
)
_LEARNING_ENDS = "Learning ends when the loss on held-out positions becomes no smaller."


def accuracy_plots(model: Model) -> list[Plot]:
    """How far values are from what happened, on positions that were held out."""
    held_out = model.metrics.get("held_out", {})
    if not held_out.get("all", {}).get("rows"):
        return []
    return [plot for plot in (_predicted_against_real(model), _error_by_phase(model)) if plot]


def learning_plots(model: Model) -> list[Plot]:
    """What was learned from, and how the fit went."""
    return [
        plot
        for plot in (
            *_agreement_curves(model),
            _positions_by_phase(model),
            _learning_curve(model),
            _fits(model),
        )
        if plot
    ]


def _unit(model: Model) -> str:
    return "chance to win" if model.target == "win" else "points"


def _predicted_against_real(model: Model) -> Plot | None:
    """How the held-out positions spread over predicted and real values."""
    table = model.metrics["held_out"].get("predicted_against_real")
    if table is None or not np.any(table["counts"]):
        return None
    return grid_plot(
        "Predicted and real results",
        np.array(table["counts"], float),
        (table["low"], table["high"]),
        x=f"predicted, {_unit(model)}",
        y=f"real result, {_unit(model)}",
        note="Squares in a stronger colour hold more held-out positions. Where both lines meet, "
        "predictions are right on average.",
    )


def _error_by_phase(model: Model) -> Plot | None:
    """Held-out root mean squared error, beside the spread of the results that it explains."""
    measured = [
        (name, row, fit)
        for name, row, fit in zip(
            phase_names(model),
            model.metrics["held_out"].get("by_stage", ()),
            model.metrics.get("fit") or [{}] * len(model.stages),
            strict=False,
        )
        if row["rows"]
    ]
    if len(measured) < 2:
        return None
    names, rows, fits = zip(*measured, strict=True)
    bars = [Bars("root mean squared error", tuple(math.sqrt(row["mse"]) for row in rows))]
    if model.target == "score" and all("deviation" in fit for fit in fits):
        spread = tuple(fit["deviation"] for fit in fits)
        bars.append(Bars("spread of the results learned from", spread, "two", mark=True))
    return bar_plot(
        "Error by phase",
        names,
        bars,
        x=phase_unit(model),
        y=f"error, {_unit(model)}",
        note="On held-out positions. Always guessing the mean would make errors about as large as "
        "the spread."
        if len(bars) > 1
        else "On held-out positions.",
    )


def _positions_by_phase(model: Model) -> Plot | None:
    """How many training positions each phase had."""
    fits = model.metrics.get("fit", ())
    if len(fits) < 2:
        return None
    return bar_plot(
        "Positions learned from",
        phase_names(model),
        [Bars("positions", tuple(fit["rows"] for fit in fits))],
        x=phase_unit(model),
        y="positions",
        note="With those of adjacent phases where a phase learned from these, too.",
    )


def _learning_curve(model: Model) -> Plot | None:
    """Held-out loss after every pass, relative to the phase's best."""
    fits = model.metrics.get("fit")
    if fits is None:
        return None
    curves = [
        (name, fit["held_out_loss"])
        for name, fit in zip(phase_names(model), fits, strict=False)
        if len(fit.get("held_out_loss", ())) > 1
    ]
    if not curves:
        return None
    series = [
        Series(
            name, tuple(_relative(losses)), "one", _PALEST + (1 - _PALEST) * (n + 1) / len(curves)
        )
        for n, (name, losses) in enumerate(curves)
    ]
    return line_plot(
        "Learning curve",
        series,
        x="pass over the positions",
        y="held-out loss, times the best",
        note=(f"{_ONE_EACH} ({phase_unit(model)}). " if len(series) > 1 else "") + _LEARNING_ENDS,
        legend=(),
    )


def _relative(losses: Sequence[float]) -> Iterator[tuple[float, float]]:
    best = min(losses) or 1
    return ((number, loss / best) for number, loss in enumerate(losses, 1))


def _fits(model: Model) -> Plot | None:
    """Held-out correlation of every fit, each on positions of its own."""
    held_out = model.metrics.get("held_out", {})
    history = [*model.metrics.get("generations", ()), {"held_out": held_out.get("all", {})}]
    known = [
        (float(number), step["held_out"]["correlation"])
        for number, step in enumerate(history)
        if step["held_out"].get("correlation") is not None
    ]
    if len(known) < 2:
        return None
    return line_plot(
        "From fit to fit",
        [Series("held-out correlation", tuple(known))],
        x="fit",
        y="held-out correlation",
        note="Each fit was measured on positions of its own kind, which may be easier or harder "
        "than those before.",
    )


def _agreement_curves(model: Model) -> Iterator[Plot]:
    """How often searches prefer the experts' moves in every iteration, losses and weights."""
    iterations = model.metrics.get("mmto", {}).get("iterations", ())
    if len(iterations) < 2:
        return
    yield line_plot(
        "Agreement with experts' moves",
        list(_curves(iterations, "agreement_by_lot", 100)),
        x="iteration",
        y="positions, %",
        note="In how many positions the search prefers the move that was played; ties are broken "
        f"by lot. {_OF_TRAINING}",
    )
    losses = [
        _from_one(curve)
        for curve in _curves(iterations, "objective_per_pair", 1)
        if curve.name != _TRAINING or _is_of_moves_alone(model)
    ]
    if losses:
        of_training = f" {_OF_TRAINING}" if losses[-1].name == _TRAINING else ""
        yield line_plot(
            "Loss",
            losses,
            x="iteration",
            y="loss, times that of the first",
            note="What learning makes smaller: other moves are valued above those that were "
            f"played.{of_training}",
            legend=tuple((curve.look, curve.name) for curve in losses),
        )
    yield from _weight_curves(iterations)


def _is_of_moves_alone(model: Model) -> bool:
    """Whether the loss on training positions leaves out that of results, as on held-out ones.

    Earlier versions added the two.
    """
    iterations = model.metrics["mmto"]["iterations"]
    method = model.provenance.get("method", {})
    return not method.get("results") or any(
        "loss_of_results" in step.get("train", {}) for step in iterations
    )


def _weight_curves(iterations: Sequence[dict[str, Any]]) -> Iterator[Plot]:
    """How many weights are 0, and how large the others are, after every iteration."""
    zeros = _weight_curve(iterations, "sparsity", "weights that are 0", 100)
    if zeros.points:
        yield line_plot(
            "Weights that are 0",
            [zeros],
            x="iteration",
            y="weights, %",
            note="Of the weights that occur in searches of training positions, material left out.",
        )
    sizes = _weight_curve(iterations, "l1_norm", "sum of sizes", 1)
    if len(sizes.points) > 1:
        yield line_plot(
            "Size of the weights",
            [sizes],
            x="iteration",
            y="sum of sizes, in units of learning",
            note="The sizes of all weights but material, without their signs, added up. The "
            "penalty l1 makes this sum smaller.",
        )


def _weight_curve(
    iterations: Sequence[dict[str, Any]], figure: str, name: str, times: float
) -> Series:
    points = tuple(
        (float(step["iteration"]), times * step["weights"][figure])
        for step in iterations
        if "weights" in step
    )
    return Series(name, points, "one")


def _from_one(curve: Series) -> Series:
    """In units of its first point that is not 0."""
    first = next((y for _, y in curve.points if y), 1.0)
    return replace(curve, points=tuple((x, y / first) for x, y in curve.points))


def _curves(iterations: Sequence[dict[str, Any]], figure: str, times: float) -> Iterator[Series]:
    for data, name, look in (
        ("held_out", "held-out positions", "one"),
        ("train", _TRAINING, "two dotted"),
    ):
        points = tuple(
            (float(step["iteration"]), times * step[data][figure])
            for step in iterations
            if step.get(data, {}).get(figure) is not None
        )
        if points:
            yield Series(name, points, look)
