"""What positions have in common that tells their scores: configurations and patterns, measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth import _core
from boardworth.errors import NotFitted
from boardworth.features import Configuration, Configurations, FeatureSet, Pattern, genconf
from boardworth.fitting import LeastSquares
from boardworth.recipes.reporter import Reporter, Silent

if TYPE_CHECKING:
    from boardworth.positions import Dataset
    from boardworth.rules import Game

_LARGEST_VALUE = 4095  # targets that are no integers are rounded to this many steps
_BYTES_AT_ONCE = 1 << 13  # eight positions each


@dataclass(frozen=True, slots=True)
class FoundConfiguration:
    """A configuration and what it tells."""

    configuration: Configuration  # the first of its images under the game's symmetries, by share
    count: int  # positions in which it is active
    share: float  # of the targets' variance that it explains alone
    weight: float  # in a ridge regression on all configurations that were found with it


@dataclass(frozen=True, slots=True)
class FoundPattern:
    """A pattern, its number of weights and the share of held-out variance they explain alone."""

    pattern: Pattern
    weights: int
    share: float


def discover_configurations(
    data: Dataset,
    *,
    min_count: int,
    max_length: int = 3,
    top: int = 10,
    l2: float = 20.0,
    threads: int = 1,
    reporter: Reporter | None = None,
) -> list[FoundConfiguration]:
    """The frequent configurations that explain most of the targets' variance, best first.

    Images of a configuration under the game's symmetries are worth the same; the best of them
    stands for all.
    """
    if len(data) == 0 or np.ptp(data.targets) == 0:
        raise NotFitted(f"{len(data):,} positions without different scores: nothing to explain")
    with (reporter or Silent()).task("configurations", 1) as advance:
        done = [0.0]

        def progress(share: float) -> None:
            advance(share - done[0])
            done[0] = share

        found = genconf(
            data.game,
            data.positions,
            min_count,
            max_length=max_length,
            threads=threads,
            progress=progress,
        )
    rows = _core.RelationRows(data.game.core, data.positions, threads)
    with (reporter or Silent()).task("shares of variance", 1):
        shares = explained_shares(found, rows, data.targets, threads)
    chosen = _one_of_each_orbit(found, np.argsort(-shares, kind="stable"), top)
    best = found.select(chosen)
    weights = ridge_weights(best, rows, data.targets, l2)
    return [
        FoundConfiguration(configuration, int(s), float(share), float(weight))
        for configuration, s, share, weight in zip(
            best, best.counts, shares[chosen], weights, strict=True
        )
    ]


def explained_shares(
    configurations: Configurations,
    rows: _core.RelationRows,
    targets: NDArray[np.float32],
    threads: int = 1,
) -> NDArray[np.float64]:
    """The share of variance that each configuration explains alone, its counts being exact.

    With n of N positions active, s the sum of their targets and y the mean of all targets:
    (s - n y)^2 N / (n (N - n)), divided by the sum of squared deviations from y.
    """
    values, least, step = _as_integers(targets)
    c = configurations
    n = c.counts.astype(np.float64)
    s = rows.sums(c.relations, c.lengths, values, threads) * step + least * n
    y = targets.astype(np.float64)
    between = (s - n * y.mean()) ** 2 * len(y) / (n * np.maximum(len(y) - n, 1))
    return np.where(n < len(y), between / np.sum((y - y.mean()) ** 2), 0.0)


def ridge_weights(
    configurations: Configurations,
    rows: _core.RelationRows,
    targets: NDArray[np.float32],
    l2: float,
) -> NDArray[np.float64]:
    """The w that minimises |y - X w - b|^2 + l2 |w|^2, X = 1 where active."""
    bits = rows.matches(configurations.relations, configurations.lengths)
    size = len(configurations) + 1
    gram, right = np.zeros((size, size)), np.zeros(size)
    for start in range(0, (len(targets) + 7) // 8, _BYTES_AT_ONCE):
        y = targets[start * 8 : (start + _BYTES_AT_ONCE) * 8].astype(np.float64)
        active = np.unpackbits(
            bits[:, start : start + _BYTES_AT_ONCE], axis=1, count=len(y), bitorder="little"
        )
        x = np.vstack([active, np.ones(len(y))])
        gram += x @ x.T
        right += x @ y
    penalty = np.diag([l2] * len(configurations) + [0.0])
    return np.asarray(np.linalg.solve(gram + penalty, right)[:-1])


def discover_patterns(
    data: Dataset,
    patterns: Sequence[Pattern],
    *,
    top: int | None = None,
    seed: int = 0,
    threads: int = 1,
    reporter: Reporter | None = None,
) -> list[FoundPattern]:
    """Patterns by the share of variance on held-out games that a fit of each alone explains."""
    train, held_out = data.split(0.1, seed)
    variance = float(np.var(held_out.targets)) if len(held_out) else 0.0
    if variance == 0:
        raise NotFitted(f"{len(held_out):,} held-out positions without different scores")
    found = []
    with (reporter or Silent()).task("patterns", len(patterns)) as advance:
        for pattern in patterns:
            features = FeatureSet(data.game, [pattern])
            model = LeastSquares(stages=1).fit(features, train, held_out, threads=threads)
            share = 1 - model.metrics["held_out"]["all"]["mse"] / variance
            found.append(FoundPattern(pattern, len(model.weighted_sum.features), share))
            advance(1)
    return sorted(found, key=lambda f: -f.share)[:top]


def _as_integers(targets: NDArray[np.float32]) -> tuple[NDArray[np.uint32], float, float]:
    """Targets as least + step * value."""
    least, largest = float(targets.min()), float(targets.max())
    step = 1.0
    if largest - least > _LARGEST_VALUE or (targets != np.rint(targets)).any():
        step = (largest - least) / _LARGEST_VALUE
    values = np.rint((targets.astype(np.float64) - least) / step)
    return values.astype(np.uint32), least, step


def _one_of_each_orbit(
    configurations: Configurations, order: NDArray[np.int64], top: int
) -> list[int]:
    """The first numbers in an order that are no images of earlier ones."""
    seen: set[frozenset[tuple[int, int]]] = set()
    chosen: list[int] = []
    for number in order.tolist():
        if len(chosen) == top:
            break
        images = _images(configurations.game, configurations[number].facts)
        if not seen & images:
            chosen.append(number)
            seen |= images
    return chosen


def _images(game: Game, facts: Sequence[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    return {frozenset((image[atom], value) for atom, value in facts) for image in game.symmetries}
