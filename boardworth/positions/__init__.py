"""Positions: made by self-play or taken from records, labelled, stored and split."""

from boardworth.positions.dataset import Dataset, concatenate, no_positions
from boardworth.positions.game_tree import label_by_tree
from boardworth.positions.labels import label
from boardworth.positions.searched import label_by_search
from boardworth.positions.selfplay import random_opening, self_play

__all__ = [
    "Dataset",
    "concatenate",
    "label",
    "label_by_search",
    "label_by_tree",
    "no_positions",
    "random_opening",
    "self_play",
]
