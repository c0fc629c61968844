"""Evaluators: compiled models that value positions and explain themselves."""

from boardworth.evaluators.baselines import baseline
from boardworth.evaluators.evaluator import Evaluator, Explanation, Term
from boardworth.evaluators.model_file import load_model, save_model

__all__ = ["Evaluator", "Explanation", "Term", "baseline", "load_model", "save_model"]
