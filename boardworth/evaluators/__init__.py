"""Evaluators: models that value positions and explain themselves, and their files."""

from boardworth.evaluators.baselines import baseline, baseline_names
from boardworth.evaluators.evaluator import Evaluator
from boardworth.evaluators.finding import find_model, is_rule_sheet, is_shipped
from boardworth.evaluators.model_file import load_model, save_model, shipped_model
from boardworth.evaluators.wording import final_units, in_points, in_words, worth
from boardworth.fitting.stored.model_bytes import model_bytes

__all__ = [
    "Evaluator",
    "baseline",
    "baseline_names",
    "final_units",
    "find_model",
    "in_points",
    "in_words",
    "is_rule_sheet",
    "is_shipped",
    "load_model",
    "model_bytes",
    "save_model",
    "shipped_model",
    "worth",
]
