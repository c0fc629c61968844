"""Evaluators: compiled models that value positions and explain themselves."""

from boardworth.evaluators.baselines import baseline
from boardworth.evaluators.evaluator import Evaluator, Explanation, Term
from boardworth.evaluators.model_file import load_model, save_model, shipped_model
from boardworth.evaluators.wording import final_units, in_points, in_words, worth

__all__ = [
    "Evaluator",
    "Explanation",
    "Term",
    "baseline",
    "final_units",
    "in_points",
    "in_words",
    "load_model",
    "save_model",
    "shipped_model",
    "worth",
]
