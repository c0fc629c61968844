"""Learning from experts' moves through a search: MMTO and comparison training."""

from boardworth.fitting.mmto.leaf_rows import LeafSearch
from boardworth.fitting.mmto.learner import MMTO, comparison_training
from boardworth.fitting.mmto.measures import Agreement, cosine
from boardworth.fitting.mmto.objective import (
    ComparisonLoss,
    MovePairs,
    ResultLoss,
    Sigmoid,
)
from boardworth.fitting.mmto.successors import Successors

__all__ = [
    "MMTO",
    "Agreement",
    "ComparisonLoss",
    "LeafSearch",
    "MovePairs",
    "ResultLoss",
    "Sigmoid",
    "Successors",
    "comparison_training",
    "cosine",
]
