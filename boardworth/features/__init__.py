"""Features: what an evaluation sums over."""

from boardworth.features.feature import Configuration, FeatureSet, Pattern
from boardworth.features.from_board import board_patterns
from boardworth.features.numeric import JoinedFeatures, Mobility, NumericFeatures, PatternSums
from boardworth.features.pictures import draw_pattern, read_pictures, shipped_pictures
from boardworth.features.rows import Rows

__all__ = [
    "Configuration",
    "FeatureSet",
    "JoinedFeatures",
    "Mobility",
    "NumericFeatures",
    "Pattern",
    "PatternSums",
    "Rows",
    "board_patterns",
    "draw_pattern",
    "read_pictures",
    "shipped_pictures",
]
