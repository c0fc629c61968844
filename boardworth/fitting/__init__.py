"""Fitting: models of features, learned from examples."""

from boardworth._core import FluentSum, StateFunction
from boardworth.fitting.classified import ClassifiedRows, CombinationFitter
from boardworth.fitting.combination import Combination, Discriminant
from boardworth.fitting.combination_tables import folded
from boardworth.fitting.correlation import Correlation
from boardworth.fitting.densities import CovarianceComparison, compare_covariances
from boardworth.fitting.discriminant import Fisher, Log, Quad
from boardworth.fitting.evaluation import EVALUATIONS, Evaluation, Target
from boardworth.fitting.explanation import Explanation, Term
from boardworth.fitting.fitter import StagewiseFitter
from boardworth.fitting.least_squares import LeastSquares
from boardworth.fitting.logistic import Logistic, SquaredProbability
from boardworth.fitting.mmto import (
    MMTO,
    Agreement,
    ComparisonLoss,
    LeafSearch,
    MovePairs,
    ResultLoss,
    Sigmoid,
    Successors,
    comparison_training,
    cosine,
)
from boardworth.fitting.model import Fitter, Model, Parameters
from boardworth.fitting.play_settings import PlayerName, Playing
from boardworth.fitting.prior import FromPrior
from boardworth.fitting.quadratic import ConjugateGradients, Descent
from boardworth.fitting.role_functions import RoleFunctions
from boardworth.fitting.scoring import probability, score_model
from boardworth.fitting.selectivity import Prediction, SearchPairs, Selectivity
from boardworth.fitting.sharing import Sharing
from boardworth.fitting.stages import Stages, range_text
from boardworth.fitting.weighted_expressions import RoleFunction, WeightedFeature
from boardworth.fitting.weighted_sum import WeightedSum

__all__ = [
    "EVALUATIONS",
    "MMTO",
    "Agreement",
    "ClassifiedRows",
    "Combination",
    "CombinationFitter",
    "ComparisonLoss",
    "ConjugateGradients",
    "Correlation",
    "CovarianceComparison",
    "Descent",
    "Discriminant",
    "Evaluation",
    "Explanation",
    "Fisher",
    "Fitter",
    "FluentSum",
    "FromPrior",
    "LeafSearch",
    "LeastSquares",
    "Log",
    "Logistic",
    "Model",
    "MovePairs",
    "Parameters",
    "PlayerName",
    "Playing",
    "Prediction",
    "Quad",
    "ResultLoss",
    "RoleFunction",
    "RoleFunctions",
    "SearchPairs",
    "Selectivity",
    "Sharing",
    "Sigmoid",
    "SquaredProbability",
    "Stages",
    "StagewiseFitter",
    "StateFunction",
    "Successors",
    "Target",
    "Term",
    "WeightedFeature",
    "WeightedSum",
    "compare_covariances",
    "comparison_training",
    "cosine",
    "folded",
    "probability",
    "range_text",
    "score_model",
]
