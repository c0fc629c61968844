"""Fitting: weights for features, from labelled positions."""

from boardworth.fitting.fitter import StagewiseFitter
from boardworth.fitting.least_squares import LeastSquares
from boardworth.fitting.logistic import Logistic
from boardworth.fitting.model import Model, Target
from boardworth.fitting.scoring import probability, score_model
from boardworth.fitting.selectivity import Comparisons, Prediction, Selectivity
from boardworth.fitting.solvers import ConjugateGradients, Descent
from boardworth.fitting.stages import Stages

__all__ = [
    "Comparisons",
    "ConjugateGradients",
    "Descent",
    "LeastSquares",
    "Logistic",
    "Model",
    "Prediction",
    "Selectivity",
    "Stages",
    "StagewiseFitter",
    "Target",
    "probability",
    "score_model",
]
