"""Features: what an evaluation sums over."""

from boardworth.features.configurations import Configurations, ConfigurationSet, to_configurations
from boardworth.features.feature import FeatureSet
from boardworth.features.from_board import board_patterns, short_tuples
from boardworth.features.from_rules import Difference, Expression, RuleFeatures, rule_features
from boardworth.features.genconf import MatchHeuristic, genconf, genconf_blocks, genconf_counts
from boardworth.features.leaf_rows import LeafRows, leaf_rows
from boardworth.features.logic.counts import LogicCounts
from boardworth.features.named import named_patterns, with_patterns
from boardworth.features.numeric import JoinedFeatures, Mobility, NumericFeatures, PatternSums
from boardworth.features.pattern import Configuration, Pattern
from boardworth.features.pictures import draw_pattern, read_pictures, shipped_pictures
from boardworth.features.relations import Relations
from boardworth.features.rows import Rows
from boardworth.features.specialisation import SpecialisationDag
from boardworth.features.terms import Terms, known_terms

__all__ = [
    "Configuration",
    "ConfigurationSet",
    "Configurations",
    "Difference",
    "Expression",
    "FeatureSet",
    "JoinedFeatures",
    "LeafRows",
    "LogicCounts",
    "MatchHeuristic",
    "Mobility",
    "NumericFeatures",
    "Pattern",
    "PatternSums",
    "Relations",
    "Rows",
    "RuleFeatures",
    "SpecialisationDag",
    "Terms",
    "board_patterns",
    "draw_pattern",
    "genconf",
    "genconf_blocks",
    "genconf_counts",
    "known_terms",
    "leaf_rows",
    "named_patterns",
    "read_pictures",
    "rule_features",
    "shipped_pictures",
    "short_tuples",
    "to_configurations",
    "with_patterns",
]
