"""LOG, FISHER and QUAD: the three feature combinations that Buro (1995) compares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted
from boardworth.fitting.classified import ClassifiedRows, CombinationFitter
from boardworth.fitting.combination import Discriminant
from boardworth.fitting.densities import ClassDensities, Normal, moments
from boardworth.fitting.scoring import probability

if TYPE_CHECKING:
    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Fisher(CombinationFitter):
    """Fisher's linear discriminant: classes of normally distributed features, one covariance S.

    f(x) = (mu_W - mu_L) S^-1 (x - (mu_L + mu_W) / 2)'
    """

    def fit_group(self, examples: ClassifiedRows) -> Discriminant:
        """Maximum likelihood estimates of the means and of the pooled covariance."""
        classes = ClassDensities.of(examples)
        won, lost = classes.won[0], classes.lost[0]
        shared = Normal.of((won + lost) / 2, classes.pooled_covariance(), examples.names, "all")
        linear = (won - lost) @ shared.precision
        return Discriminant(-float(linear @ shared.mean), linear)


@dataclass(frozen=True)
class Quad(CombinationFitter):
    """The quadratic discriminant: classes of normally distributed features, each its covariance.

    f(x) = log p(x | W) - log p(x | L)
         = -1/2 {x (P_W - P_L) x' + 2 (mu_L P_L - mu_W P_W) x'
                 + mu_W P_W mu_W' - mu_L P_L mu_L' + log|S_W| - log|S_L|},  P = S^-1

    Where `compare_covariances` finds them nearly equal, FISHER is as good and faster.
    """

    def fit_group(self, examples: ClassifiedRows) -> Discriminant:
        """Maximum likelihood estimates of both means and both covariances."""
        classes = ClassDensities.of(examples)
        won = Normal.of(*classes.won, examples.names, "won")
        lost = Normal.of(*classes.lost, examples.names, "lost")
        by_class = [(n.mean @ n.precision, n) for n in (won, lost)]
        constants = [pull @ n.mean + n.log_determinant for pull, n in by_class]
        return Discriminant(
            -0.5 * float(constants[0] - constants[1]),
            by_class[0][0] - by_class[1][0],
            -0.5 * (won.precision - lost.precision),
        )


@dataclass(frozen=True)
class Log(CombinationFitter):
    """Logistic regression, logit P(win | x) = x b: maximum likelihood by Newton-Raphson.

    Every position stands for n trials, of which a win wins all but one, a loss one, a draw half:
    with 0 < y < n there is always a unique maximum.
    """

    trials: int = 100  # n
    steps: int = 50  # of Newton-Raphson, at most
    tolerance: float = 1e-9  # change of b, as a share of b, at which to stop

    def fit_group(self, examples: ClassifiedRows) -> Discriminant:
        """Iterates on features of mean 0 and variance 1, which changes no step."""
        examples.check_classes()
        overall = Normal.of(*moments(examples.x, examples.importance), examples.names, "all")
        deviations = np.sqrt(np.diag(overall.covariance))
        b = self._maximise(self.likelihood(examples, overall.mean, deviations))
        linear = b[1:] / deviations
        return Discriminant(float(b[0] - linear @ overall.mean), linear)

    def likelihood(self, examples: ClassifiedRows, mean: Floats, deviations: Floats) -> Likelihood:
        """The function of b to maximise, over features that are centred and scaled."""
        ones = np.ones((len(examples), 1))
        x = np.concatenate([ones, (examples.x - mean) / deviations], axis=1)
        y = self.trials / 2 + (self.trials / 2 - 1) * examples.results
        return Likelihood(x, y, float(self.trials), examples.importance)

    def _maximise(self, likelihood: Likelihood) -> Floats:
        start = (likelihood.y + 0.5) / (likelihood.n + 1)
        b = likelihood.reweighted(np.log(start / (1 - start)))
        for _ in range(self.steps):
            last, b = b, likelihood.reweighted(likelihood.log_odds(b))
            if not np.isfinite(b).all():
                break
            if np.abs(b - last).max() <= self.tolerance * (1 + np.abs(b).max()):
                return b
        raise NotFitted(f"Newton-Raphson has not converged in {self.steps} steps")


@dataclass(frozen=True)
class Likelihood:
    """log L(b) = sum_i d_i {y_i x_i b - n log(1 + exp(x_i b))}."""

    x: Floats  # [rows, 1 + features], the first column 1
    y: Floats  # [rows], how many of the trials are won
    n: float  # trials of each row
    d: Floats  # [rows], how much each counts

    def log_odds(self, b: Floats) -> Floats:
        """X b."""
        return np.asarray(np.einsum("ij,j->i", self.x, b))

    def value(self, b: Floats) -> float:
        """Log L(b)."""
        odds = self.log_odds(b)
        return float(np.sum(self.d * (self.y * odds - self.n * np.logaddexp(0, odds))))

    def gradient(self, b: Floats) -> Floats:
        """X' (y - n pi), rows by their importance."""
        pi = probability(self.log_odds(b))
        return np.asarray(np.einsum("ij,i->j", self.x, self.d * (self.y - self.n * pi)))

    def information(self, log_odds: Floats) -> Floats:
        """X' D X, D = diag(n pi (1 - pi)): the negative of the Hessian."""
        pi = probability(log_odds)
        curvature = self.d * self.n * pi * (1 - pi)
        return np.asarray(np.einsum("ij,ik->jk", self.x * curvature[:, None], self.x))

    def reweighted(self, log_odds: Floats) -> Floats:
        """The next b = (X' D X)^-1 X' D z, z = logit pi + (y - n pi) / (n pi (1 - pi))."""
        pi = probability(log_odds)
        weighted = self.n * (pi * (1 - pi) * log_odds - pi) + self.y
        right = np.einsum("ij,i->j", self.x, self.d * weighted)
        try:
            return np.asarray(np.linalg.solve(self.information(log_odds), right))
        except np.linalg.LinAlgError:
            raise NotFitted("Newton-Raphson: all probabilities have become 0 or 1") from None
