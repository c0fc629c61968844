"""Evaluators: compiled models that value positions and explain themselves."""

from boardworth.evaluators.baselines import baseline
from boardworth.evaluators.evaluator import Evaluator, Explanation, Term
from boardworth.evaluators.model_file import load_model, save_model
from boardworth.evaluators.wording import in_words

__all__ = [
    "Evaluator",
    "Explanation",
    "Term",
    "baseline",
    "in_words",
    "load_model",
    "save_model",
]
