"""How well Othello models value positions of tournament games they have not seen.

Models of the WTHOR games to 2015 are measured on the later ones at 24 empty squares, where the
files have exact scores. Needs BOARDWORTH_DATA.
"""

import shlex

import numpy as np
from numpy.typing import NDArray

import boardworth as bw
from benchmarks.data import othello_data
from benchmarks.figures import PRODUCT
from benchmarks.othello_models import LATER, WTHOR, model_file
from benchmarks.timing import show
from boardworth.cli.score import read_positions

SOURCES = (*PRODUCT, "benchmarks/othello_models.py")
EMPTIES = 24
LOG_BOOK = "logistello/logbook.gam.gz"
FIRST = "Logistello's patterns"
MODELS = {
    FIRST: "logistello",
    "Logistello's, smoothed stages": "smooth",
    "Logistello's and A": "with-A",
    "Logistello's and B": "with-B",
    "derived from the board": "board",
    "self-taught, from the rules alone": "self-taught",
}
SHIPPED = "the model that comes with Boardworth"


def run() -> None:
    othello = bw.load_game("othello")
    data, learned = measured_on(othello)
    rows: list[tuple[str, ...]] = []
    first: NDArray[np.float64] | None = None
    for title in (*MODELS, SHIPPED):
        shipped = title == SHIPPED
        model = bw.shipped_model(othello) if shipped else bw.load_model(model_file(MODELS[title]))
        values = model.predict(data, 2)
        errors = (values - data.targets).astype(np.float64)
        first = errors**2 if first is None else first
        correlation = np.corrcoef(values, data.targets)[0, 1]
        rows.append(
            (
                title,
                mean_and_interval(errors**2),
                mean_and_interval(errors**2 - first, "+") if rows else "",
                f"{np.abs(errors).mean():.2f}",
                f"{correlation:.3f}",
                f"{((model.predict(learned, 2) - learned.targets) ** 2).mean():.1f}",
                f"{len(model.weighted_sum.features):,}",
            )
        )
    show(
        f"{len(data):,} positions of {EMPTIES} empty squares from the WTHOR games of 2016 to 2021",
        (
            *("model", "MSE", f"MSE less that of {FIRST}", "MAE", "correlation"),
            *("MSE on games to 2015", "weights per stage"),
        ),
        rows,
        "in squared discs and discs; positions that occur in the games to 2015 or in Logistello's "
        "log book, up to symmetry, are left out; 95 % intervals over positions",
    )


def measured_on(game: bw.Game) -> tuple[bw.Dataset, bw.Dataset]:
    """New positions, and those of the games that the models have learned from."""
    read = [positions(game, shlex.split(files)) for files in (LATER, WTHOR, LOG_BOOK)]
    fresh = read[0]
    for learned in read[1:]:
        fresh = fresh.without(learned.canonical_keys())
    return fresh, read[1]


def positions(game: bw.Game, files: list[str]) -> bw.Dataset:
    found = read_positions(game, [str(othello_data() / file) for file in files], 0, 2)
    return found.select(found.progress == game.max_progress - EMPTIES)


def mean_and_interval(values: NDArray[np.float64], sign: str = "") -> str:
    mean, reach = values.mean(), 1.96 * values.std() / len(values) ** 0.5
    return f"{mean:{sign}.2f} [{mean - reach:{sign}.2f}, {mean + reach:{sign}.2f}]"
