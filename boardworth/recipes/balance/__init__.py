"""Whether a game is any good: who wins, how games go, and when they are decided."""

from boardworth.recipes.balance.figures import PlayFigures
from boardworth.recipes.balance.kinds_of_play import (
    KindOfPlay,
    learned_play,
    random_play,
    uct_play,
)
from boardworth.recipes.balance.study import Balance, BalanceStudy, Matter

__all__ = [
    "Balance",
    "BalanceStudy",
    "KindOfPlay",
    "Matter",
    "PlayFigures",
    "learned_play",
    "random_play",
    "uct_play",
]
