"""Whether a game is any good: who wins, how games go, and when they are decided."""

from boardworth.recipes.balance.conclusions import conclusions, hints
from boardworth.recipes.balance.figures import PlayFigures, play_figures
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
    "conclusions",
    "hints",
    "learned_play",
    "play_figures",
    "random_play",
    "uct_play",
]
