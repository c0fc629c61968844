"""Fit: a pass of conjugate gradients over 2 million rows, beside scipy, scikit-learn and numba."""

import time
from dataclasses import replace
from unittest import mock

import numba
import numpy as np
from scipy import sparse
from sklearn.linear_model import Ridge, _ridge

import boardworth as bw
from benchmarks.evaluation import feature_sets
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth.features import Rows
from boardworth.fitting import ConjugateGradients, Descent, Stages
from boardworth.fitting.quadratic import Quadratic, Solver

SOURCES = ("core/fitting", "boardworth/fitting")

ROWS = 2_000_000
STAGES = 13
ROUNDS = 5


def random_play(game: bw.Game, rows: int) -> bw.Dataset:
    """Positions from random games, and the games' results."""
    played = bw.self_play(
        game, lambda p: p.legal_moves()[0], rows // 60 + 1000, opening=(50, 58), seed=1
    )
    data = bw.label(game, [replace(record, opening=0) for record in played])
    return data.select(np.arange(rows))


def stage_rows(features: bw.FeatureSet) -> tuple[list[Rows], list[np.ndarray]]:
    """Rows of positions from random games, stage by stage, and the games' results."""
    game = features.game
    data = random_play(game, ROWS)
    stage_of = Stages.equal(game.max_progress, STAGES).table()[data.progress]
    chosen = [stage_of == stage for stage in range(STAGES)]
    return [features.rows(data.positions[c]) for c in chosen], [data.targets[c] for c in chosen]


def as_csr(stages: list[Rows]) -> sparse.csr_matrix:
    """The same rows as one sparse matrix of ones, every stage with columns of its own."""
    columns = stages[0].indices.shape[1]
    used = [
        (rows.indices + rows.bases + np.uint32(stage * rows.weights)).astype(np.int32).ravel()
        for stage, rows in enumerate(stages)
    ]
    indices = np.concatenate(used)
    starts = np.arange(0, len(indices) + 1, columns, dtype=np.int32)
    shape = (len(starts) - 1, STAGES * stages[0].weights)
    return sparse.csr_matrix((np.ones(len(indices), np.float32), indices, starts), shape=shape)


@numba.njit(fastmath=True)
def numba_gram(indices, bases, importance, vector, sums):
    """The pass as a NumPy user would write it: the same 16-bit rows, both halves in one loop."""
    for row in range(indices.shape[0]):
        value = vector[-1]
        for column in range(indices.shape[1]):
            value += vector[bases[column] + indices[row, column]]
        value *= importance[row]
        for column in range(indices.shape[1]):
            sums[bases[column] + indices[row, column]] += value
        sums[-1] += value


def run() -> None:
    features = next(iter(feature_sets().values()))
    stages, targets = stage_rows(features)
    matrix = as_csr(stages)
    vectors = [
        np.random.default_rng(s).normal(size=len(features)).astype(np.float32)
        for s in range(STAGES)
    ]
    ones = [np.ones(len(rows), np.float32) for rows in stages]
    whole = np.zeros(matrix.shape[1], np.float32)

    def boardworth() -> list[np.ndarray]:
        return [r.gram_product(d, v) for r, d, v in zip(stages, ones, vectors, strict=True)]

    def scipy() -> np.ndarray:
        whole[:] = np.concatenate(vectors)
        return matrix.T @ (matrix @ whole)

    def with_numba() -> list[np.ndarray]:
        sums = [np.zeros(len(features), np.float32) for _ in stages]
        for rows, d, v, s in zip(stages, ones, vectors, sums, strict=True):
            numba_gram(rows.indices, rows.bases, d, v, s)
        return sums

    np.testing.assert_allclose(
        np.concatenate(boardworth()), np.concatenate(with_numba()), rtol=0.02, atol=5
    )
    seconds = seconds_by_round(
        {"boardworth": boardworth, "scipy CSR": scipy, "numba": with_numba}, ROUNDS
    )
    seconds["scikit-learn Ridge(sparse_cg)"] = ridge_seconds(matrix, np.concatenate(targets))
    show(
        f"One pass over {matrix.shape[0]:,} rows x {stages[0].indices.shape[1]} of "
        f"{matrix.shape[1]:,} weights, one thread",
        ("by", "seconds", "boardworth is faster by"),
        [(n, f"{min(s):.3f}", faster_by(s, seconds["boardworth"])) for n, s in seconds.items()],
        "a pass is X'DXv, both products; scikit-learn: time per iteration",
    )
    show_passes(stages[7], targets[7])


def ridge_seconds(matrix: sparse.csr_matrix, targets: np.ndarray) -> list[float]:
    """Seconds per iteration of scikit-learn's conjugate gradients, its set-up left out."""
    solve = _ridge._sparse_linalg_cg
    spent = []

    def timed(operator: object, b: np.ndarray, **settings: float) -> tuple[np.ndarray, int]:
        iterations = []
        start = time.process_time()
        found = solve(operator, b, callback=iterations.append, **settings)
        spent.append((time.process_time() - start) / len(iterations))
        return found

    with mock.patch.object(_ridge, "_sparse_linalg_cg", timed):
        for _ in range(ROUNDS):
            Ridge(1.0, solver="sparse_cg", fit_intercept=False, max_iter=10, tol=1e-9).fit(
                matrix, targets
            )
    return spent


def show_passes(rows: Rows, targets: np.ndarray) -> None:
    """Passes until the gradient has shrunk a thousandfold."""
    solvers: dict[str, Solver] = {
        "preconditioned conjugate gradients": ConjugateGradients(1e-3, 400),
        "count-normalised descent": Descent(1e-3, 400),
        "count-normalised descent, momentum 0.9": Descent(1e-3, 400, momentum=0.9),
    }
    ones = np.ones(len(rows), np.float32)
    table = []
    for name, solver in solvers.items():
        passes = []

        def product(v: np.ndarray, passes: list[int] = passes) -> np.ndarray:
            passes.append(1)
            return rows.gram_product(ones, v) + v

        columns = rows.columns
        b = rows.transposed_product(targets)
        solver.solve(Quadratic(product, b, rows.counts() + 1, columns), lambda _w, _size: False)
        table.append((name, str(len(passes)) if len(passes) < 399 else "400 are not enough"))
    show(
        f"Passes to a gradient of 1e-3, {len(rows):,} rows of one phase",
        ("solver", "passes"),
        table,
    )
