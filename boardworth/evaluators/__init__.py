"""Evaluators: compiled models that value positions and explain themselves."""

from boardworth.evaluators.baselines import baseline
from boardworth.evaluators.combined import (
    CombinationEvaluator,
    CombinationExplanation,
    FeaturePart,
)
from boardworth.evaluators.compiled import CompiledEvaluator
from boardworth.evaluators.evaluator import Evaluator, Explanation, Term
from boardworth.evaluators.finding import find_model, is_rule_sheet
from boardworth.evaluators.model_file import load_model, save_model, shipped_model
from boardworth.evaluators.role_functions_file import load_role_functions, save_role_functions
from boardworth.evaluators.wording import final_units, in_points, in_words, worth

__all__ = [
    "CombinationEvaluator",
    "CombinationExplanation",
    "CompiledEvaluator",
    "Evaluator",
    "Explanation",
    "FeaturePart",
    "Term",
    "baseline",
    "final_units",
    "find_model",
    "in_points",
    "in_words",
    "is_rule_sheet",
    "load_model",
    "load_role_functions",
    "save_model",
    "save_role_functions",
    "shipped_model",
    "worth",
]
