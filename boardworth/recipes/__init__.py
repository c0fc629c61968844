"""Recipes: the stages put together into whole constructions of evaluations."""

from boardworth.recipes.auto import Build
from boardworth.recipes.configurations import ConfigurationChoice
from boardworth.recipes.experts import (
    USUAL_RELATIONS,
    BuildFromMoves,
    ExpertSettings,
    has_relations,
    learns_from_moves,
)
from boardworth.recipes.gdl import PaperSettings, functions_from_rules
from boardworth.recipes.generated_logic import unfolded_features
from boardworth.recipes.learning import Learner
from boardworth.recipes.logic import LogicChoice, measured_features
from boardworth.recipes.opponent import Opponent
from boardworth.recipes.reporter import Reporter, Silent
from boardworth.recipes.settings import Settings

__all__ = [
    "USUAL_RELATIONS",
    "Build",
    "BuildFromMoves",
    "ConfigurationChoice",
    "ExpertSettings",
    "Learner",
    "LogicChoice",
    "Opponent",
    "PaperSettings",
    "Reporter",
    "Settings",
    "Silent",
    "functions_from_rules",
    "has_relations",
    "learns_from_moves",
    "measured_features",
    "unfolded_features",
]
