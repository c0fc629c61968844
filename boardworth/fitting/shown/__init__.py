"""What a model says, to look at: what squares are worth, explanations and models as HTML."""

from boardworth.fitting.shown.cards import explanation_html, heat_map, model_html
from boardworth.fitting.shown.worth import (
    MIN_SHARE,
    RARE_SQUARES,
    contents_shares,
    contents_worth,
    occurrences,
    square_worth,
)

__all__ = [
    "MIN_SHARE",
    "RARE_SQUARES",
    "contents_shares",
    "contents_worth",
    "explanation_html",
    "heat_map",
    "model_html",
    "occurrences",
    "square_worth",
]
