"""Positions: made by self-play or taken from records, labelled, stored and split."""

from boardworth.positions.comparisons import Comparison, Comparisons, comparisons
from boardworth.positions.dataset import Dataset, LabelledPosition, concatenate, no_positions
from boardworth.positions.game_tree import label_by_tree
from boardworth.positions.labels import label
from boardworth.positions.leaves import Leaves
from boardworth.positions.played_games import random_opening, self_play
from boardworth.positions.search_sample import SearchedValues, label_by_search
from boardworth.positions.sequences import SequencePlan, SequenceSample, sample_sequences

__all__ = [
    "Comparison",
    "Comparisons",
    "Dataset",
    "LabelledPosition",
    "Leaves",
    "SearchedValues",
    "SequencePlan",
    "SequenceSample",
    "comparisons",
    "concatenate",
    "label",
    "label_by_search",
    "label_by_tree",
    "no_positions",
    "random_opening",
    "sample_sequences",
    "self_play",
]
