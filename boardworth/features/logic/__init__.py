"""Logic features: queries over a game's rules, and the conjunctions of facts that they mean."""

from boardworth.features.logic.ground_features import Bounds, GroundFeatures, unfold
from boardworth.features.logic.logic_feature import LogicFeature
from boardworth.features.logic.theory import Theory
from boardworth.features.logic.unfolding import Unfolding

__all__ = ["Bounds", "GroundFeatures", "LogicFeature", "Theory", "Unfolding", "unfold"]
