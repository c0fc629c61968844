"""Fitting: weights for features, from labelled positions."""

from boardworth.fitting.combination import Combination, CombinationFitter, Discriminant, Examples
from boardworth.fitting.correlation import Correlation
from boardworth.fitting.densities import CovarianceComparison, compare_covariances
from boardworth.fitting.discriminant import Fisher, Log, Quad
from boardworth.fitting.fitter import StagewiseFitter
from boardworth.fitting.folding import folded
from boardworth.fitting.least_squares import LeastSquares
from boardworth.fitting.logistic import Logistic
from boardworth.fitting.model import Model, PlayerName, Target
from boardworth.fitting.role_functions import RoleFunction, RoleFunctions, WeightedFeature
from boardworth.fitting.scoring import probability, score_model
from boardworth.fitting.selectivity import Comparisons, Prediction, Selectivity
from boardworth.fitting.sharing import Sharing
from boardworth.fitting.solvers import ConjugateGradients, Descent
from boardworth.fitting.stages import Stages
from boardworth.fitting.valuation import Valuation

__all__ = [
    "Combination",
    "CombinationFitter",
    "Comparisons",
    "ConjugateGradients",
    "Correlation",
    "CovarianceComparison",
    "Descent",
    "Discriminant",
    "Examples",
    "Fisher",
    "LeastSquares",
    "Log",
    "Logistic",
    "Model",
    "PlayerName",
    "Prediction",
    "Quad",
    "RoleFunction",
    "RoleFunctions",
    "Selectivity",
    "Sharing",
    "Stages",
    "StagewiseFitter",
    "Target",
    "Valuation",
    "WeightedFeature",
    "compare_covariances",
    "folded",
    "probability",
    "score_model",
]
