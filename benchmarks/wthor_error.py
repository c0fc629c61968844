"""What terms, refitted patterns and configurations add to the model that comes with Boardworth.

Measured on the WTHOR games of 2016 to 2021 at 24 empty squares, where the files have exact scores.
Fitted to the same positions of the games to 2015; the model itself learned from these games, from
Logistello's log book, from self-play and from searched positions. All parts together make a model,
which plays a match. Needs BOARDWORTH_DATA.
"""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

import boardworth as bw
from benchmarks.accuracy import EMPTIES, measured_on
from benchmarks.data import othello_data
from benchmarks.figures import PRODUCT, boardworth, work_folder
from benchmarks.timing import show
from boardworth.features import FeatureSet, Terms
from boardworth.features.terms import known_terms
from boardworth.fitting import FromPrior, LeastSquares, Stages, WeightedSum
from boardworth.fitting.prior import weights_in
from boardworth.fitting.weighted_sum import quantised
from boardworth.recipes import ConfigurationChoice
from boardworth.recipes.settings import PRIOR_L2

SOURCES = (*PRODUCT, "benchmarks/accuracy.py", "benchmarks/othello_models.py")
CONFIGURATIONS = ConfigurationChoice(2, 1000, 300)
THREADS = 2
ALL = "its patterns refitted, terms, configurations"
DRAWS = 1000
GAMES, DEPTH = 200, 4
PULLS = (50.0, 100.0, 200.0, 400.0, 800.0)


def run() -> None:
    othello = bw.load_game("othello")
    shipped = bw.shipped_model(othello)
    fresh, learned = measured_on(othello)
    train = learned.merged()
    fitter = FromPrior(one_phase(shipped), LeastSquares(1, pool=0, l2=PRIOR_L2))
    sets = feature_sets(fitter, train)
    everything = together(fitter, sets[ALL], train, shipped)
    first: NDArray[np.float64] | None = None
    rows: list[tuple[str, ...]] = []
    for title, weights, values in predictions(fitter, sets, train, fresh, everything):
        errors = (values - fresh.targets).astype(np.float64)
        first = errors**2 if first is None else first
        rows.append(
            (
                title,
                interval_by_game(errors**2, fresh.game_ids),
                interval_by_game(errors**2 - first, fresh.game_ids, "+") if rows else "",
                f"{np.abs(errors).mean():.2f}",
                f"{np.corrcoef(values, fresh.targets)[0, 1]:.4f}",
                f"{weights:,}" if weights else "",
            )
        )
        print(*rows[-1], sep=" | ", flush=True)
    show(
        f"{len(fresh):,} positions of {EMPTIES} empty squares from the WTHOR games of 2016 to 2021",
        ("model", "MSE", "MSE less the first", "MAE", "correlation", "weights fitted"),
        rows,
        f"in squared discs and discs; fitted to {len(train):,} such positions of the games to "
        "2015; 95 % intervals by bootstrap over games",
    )
    show_pulls(fitter, sets[ALL], train, fresh)
    show_match(everything)


def show_pulls(
    fitter: FromPrior, features: FeatureSet, train: bw.Dataset, fresh: bw.Dataset
) -> None:
    """How strongly weights are pulled to the prior: chosen by half of the games, for the others."""
    errors = {}
    for pull in PULLS:
        pulled = replace(fitter, fitter=LeastSquares(1, pool=0, l2=pull))
        values = pulled.fit(features, train, threads=THREADS).predict(fresh, THREADS)
        errors[pull] = ((values - fresh.targets) ** 2).astype(np.float64)
    half = np.unique(fresh.game_ids, return_inverse=True)[1] % 2 == 0
    rows: list[tuple[str, ...]] = []
    for name, chosen_by in (("one half", half), ("the other half", ~half)):
        best = min(PULLS, key=lambda pull, own=chosen_by: errors[pull][own].mean())
        measured = interval_by_game(errors[best][~chosen_by], fresh.game_ids[~chosen_by])
        rows.append((name, f"{best:g}", f"{errors[best][chosen_by].mean():.2f}", measured))
    show(
        "All parts, the pull towards the prior chosen by games that are not measured",
        ("chosen by", "pull", "MSE there", "MSE on the rest"),
        rows,
        f"of {', '.join(f'{pull:g}: {error.mean():.2f}' for pull, error in errors.items())} on all",
    )


def phase(model: bw.Model) -> int:
    """The phase of the positions that are measured."""
    return int(model.stages.table()[model.game.max_progress - EMPTIES])


def one_phase(model: bw.Model) -> bw.Model:
    """The model of that phase alone."""
    own, here = model.weighted_sum, [phase(model)]
    stages = Stages((0,), own.game.max_progress)
    only = replace(own, stages=stages, weights=own.weights[here], counts=own.counts[here])
    return replace(model, evaluation=only)


def predictions(
    fitter: FromPrior,
    sets: Mapping[str, FeatureSet],
    train: bw.Dataset,
    fresh: bw.Dataset,
    everything: bw.Model,
) -> Iterator[tuple[str, int, NDArray[np.float64]]]:
    """For every model of the table how many weights it fits, and its values of fresh positions."""
    values = fitter.prior.predict(fresh)
    yield "the model that comes with Boardworth", 0, values
    scales = fitter.scales(train)
    values = scales[0] * values
    yield f"scaled by {scales[0]:.3f}", 1, values
    rest = fitter.unexplained(train, scales)
    for title, features in sets.items():
        if title == ALL:
            yield f"scaled, and {title}", len(features), everything.predict(fresh)
        else:
            found = fitter.fitter.fit(features, rest, threads=THREADS)
            yield f"scaled, and {title}", len(features), values + found.predict(fresh, THREADS)


def feature_sets(fitter: FromPrior, train: bw.Dataset) -> dict[str, FeatureSet]:
    """What is fitted beside the scaled model: every part alone, and together."""
    game, own = train.game, fitter.prior.weighted_sum.features
    terms = FeatureSet(game, [], parts=[Terms(game, known_terms(game))])
    rest = fitter.unexplained(train, fitter.scales(train))
    parts = CONFIGURATIONS.choose(terms, rest, THREADS).parts
    return {
        "terms": terms,
        "configurations": FeatureSet(game, [], parts=parts[1:]),
        "its patterns refitted": own,
        "its patterns refitted, terms": FeatureSet(game, own.patterns, own.valid, parts[:1]),
        ALL: FeatureSet(game, own.patterns, own.valid, parts),
    }


def together(
    fitter: FromPrior, features: FeatureSet, train: bw.Dataset, shipped: bw.Model
) -> bw.Model:
    """The model that comes with Boardworth, with all features in the phase that is measured.

    In the other phases its weights are as they were, and those of new features are 0.
    """
    fitted, own = fitter.fit(features, train, threads=THREADS).weighted_sum, shipped.weighted_sum
    weights = np.zeros((len(own.stages), len(features)))
    weights[:, weights_in(own.features, features)] = own.weights / own.scale
    weights[phase(shipped)] = fitted.weights[0] / fitted.scale
    integers, scale = quantised(weights)
    counts = np.repeat(fitted.counts, len(own.stages), axis=0)
    return bw.Model(WeightedSum(features, own.stages, integers, scale, "score", counts))


def show_match(model: bw.Model) -> None:
    """Plays it against the model it was made of."""
    path = work_folder() / "wthor_error.model"
    bw.save_model(model, path)
    table, *_ = boardworth(
        f"match {shlex.quote(str(path))} othello,selectivity=0 --depth {DEPTH} --games {GAMES} "
        "--openings openings/xot.txt",
        othello_data(),
    )
    show(
        "The last model of the table against the first",
        ("limit of a move", "games", "W-D-L", "score", "Elo, 95 %"),
        [(f"depth {DEPTH}", *table.rows[0][:4])],
        "from XOT's openings, both colours; neither prunes by statistics; they differ in one "
        "phase, that of 23 to 27 empty squares",
    )


def interval_by_game(values: NDArray[np.float64], games: NDArray[np.int32], sign: str = "") -> str:
    """The mean, and where 95 % of the means of resampled games lie."""
    _, game_of = np.unique(games, return_inverse=True)
    sums, sizes = np.bincount(game_of, values), np.bincount(game_of)
    draws = np.random.default_rng(0).integers(0, len(sums), (DRAWS, len(sums)))
    low, high = np.percentile(sums[draws].sum(axis=1) / sizes[draws].sum(axis=1), [2.5, 97.5])
    return f"{values.mean():{sign}.2f} [{low:{sign}.2f}, {high:{sign}.2f}]"
