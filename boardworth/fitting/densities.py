"""The two classes as normal densities, and how much their covariances differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted

if TYPE_CHECKING:
    from boardworth.fitting.classified import ClassifiedRows

    Floats = NDArray[np.float64]

# Of a correlation matrix: below it, some features are a linear function of the others.
SMALLEST_EIGENVALUE = 1e-10


@dataclass(frozen=True)
class Normal:
    """A normal density."""

    mean: Floats  # [features]
    covariance: Floats  # [features, features]
    precision: Floats  # the inverse of the covariance
    log_determinant: float  # of the covariance

    @classmethod
    def of(cls, mean: Floats, covariance: Floats, names: Sequence[str], whose: str) -> Normal:
        """Inverts the covariance. Raises NotFitted with the features that make it singular."""
        deviations = np.sqrt(np.diag(covariance))
        constant = deviations <= 1e-12 * np.maximum(np.abs(mean), 1e-290)
        if constant.any():
            name = names[int(np.argmax(constant))]
            raise NotFitted(
                f"the covariance matrix is singular: '{name}' is the same in all {whose} positions"
            )
        scale = np.outer(deviations, deviations)
        eigenvalues, vectors = np.linalg.eigh(covariance / scale)
        if eigenvalues[0] < SMALLEST_EIGENVALUE:
            involved = [
                f"'{names[i]}'" for i in np.flatnonzero(np.abs(vectors[:, 0]) > 0.1).tolist()
            ]
            raise NotFitted(
                f"the covariance matrix is singular: {', '.join(involved)} "
                f"determine each other in all {whose} positions"
            )
        precision = np.einsum("ik,k,jk->ij", vectors, 1 / eigenvalues, vectors) / scale
        log_determinant = float(np.log(eigenvalues).sum() + 2 * np.log(deviations).sum())
        return cls(mean, covariance, precision, log_determinant)


@dataclass(frozen=True)
class ClassDensities:
    """Maximum likelihood estimates: of each class, and of a covariance that both share."""

    won: tuple[Floats, Floats]  # mean and covariance of the won positions
    lost: tuple[Floats, Floats]  # of the lost ones
    counts: tuple[float, float]  # how many positions were won and lost, half of the draws in each

    @classmethod
    def of(cls, examples: ClassifiedRows) -> ClassDensities:
        """Raises NotFitted if a class has too few positions."""
        examples.check_classes()
        won, lost = examples.class_counts()
        totals = (float(won.sum()) / 2, float(lost.sum()) / 2)
        return cls(moments(examples.x, won), moments(examples.x, lost), totals)

    def pooled_covariance(self) -> Floats:
        """The mean of the classes' covariances, by their numbers of positions."""
        won, lost = self.counts
        return (won * self.won[1] + lost * self.lost[1]) / (won + lost)


@dataclass(frozen=True)
class CovarianceComparison:
    """Whether the classes' covariances differ, which is what QUAD lives by."""

    # [features], ascending: the variance among won positions over that among lost ones, along the
    # directions in which they differ most; all 1 if the covariances are equal.
    ratios: Floats
    # Box's statistic. If the covariances are equal it is about as large as `degrees`, give or take
    # sqrt(2 degrees). It grows with the number of positions.
    box_m: float
    degrees: int  # its degrees of freedom
    # Divergence of the two densities that is due to their covariances: the difference in mean
    # log-odds between won and lost positions, in nats a position.
    by_covariances: float
    by_means: float  # what is due to their means

    @property
    def divergence(self) -> float:
        """How far apart the two densities are."""
        return self.by_covariances + self.by_means

    @property
    def share(self) -> float:
        """The part of the divergence that FISHER cannot use, from 0 to 1."""
        return self.by_covariances / self.divergence if self.divergence > 0 else 0.0

    def __str__(self) -> str:
        return (
            f"variances of won over lost positions from {self.ratios[0]:.2f} to "
            f"{self.ratios[-1]:.2f}, Box's M {self.box_m:.0f} at {self.degrees} degrees of "
            f"freedom; divergence of {self.divergence:.3f} nats a position, "
            f"{self.share:.1%} of it due to the covariances"
        )


def moments(x: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Mean and covariance of rows that count `counts` times each.

    Sums are made by einsum, whose order is fixed: BLAS may group them by its number of threads.
    """
    total = counts.sum()
    mean = np.einsum("i,ij->j", counts, x) / total
    centred = x - mean
    return mean, np.einsum("ij,ik->jk", centred * counts[:, None], centred) / total


def compare_covariances(examples: ClassifiedRows) -> CovarianceComparison:
    """How much the covariances of won and lost positions differ. Raises NotFitted.

    With P the inverses of the covariances S, and d the difference of the means, the symmetric
    divergence is tr(S_W P_L + S_L P_W - 2) / 2 + d (P_W + P_L) d' / 2.
    """
    classes = ClassDensities.of(examples)
    won = Normal.of(*classes.won, examples.names, "won")
    lost = Normal.of(*classes.lost, examples.names, "lost")
    root = np.linalg.cholesky(lost.precision)
    ratios = np.linalg.eigvalsh(root.T @ won.covariance @ root)
    difference = won.mean - lost.mean
    features = len(examples.names)
    return CovarianceComparison(
        ratios,
        _box_m(classes, won, lost, examples.names),
        features * (features + 1) // 2,
        float((ratios + 1 / ratios - 2).sum() / 2),
        float(difference @ (won.precision + lost.precision) @ difference / 2),
    )


def _box_m(classes: ClassDensities, won: Normal, lost: Normal, names: Sequence[str]) -> float:
    """(1 - c) {(N - 2) ln|S| - sum_C (n_C - 1) ln|S_C|}, S unbiased; c corrects small samples."""
    p = len(names)
    freedom = np.array(classes.counts) - 1
    own = np.array([won.log_determinant, lost.log_determinant])
    # From maximum likelihood to unbiased estimates.
    own += p * np.log((freedom + 1) / freedom)
    total = freedom.sum()
    sums = [(f + 1) * c for f, c in zip(freedom, (won.covariance, lost.covariance), strict=True)]
    shared = Normal.of(won.mean, sum(sums, np.zeros((p, p))) / total, names, "all")
    c = (np.sum(1 / freedom) - 1 / total) * (2 * p**2 + 3 * p - 1) / (6 * (p + 1))
    return float((1 - c) * (total * shared.log_determinant - (freedom * own).sum()))
