"""How games of shogi end, by the words that the formats have for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardworth.rules.records.shogi.usi_moves import DECLARED, usi_texts

if TYPE_CHECKING:
    from boardworth.rules.records.record import GameRecord


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a game ends, or stops."""

    name: str  # the tag `Termination`
    csa: str
    kif: str
    usi: str
    mover_score: int | None  # of the side to move; None if the game has no result


RESIGNATION = Ending("resignation", "TORYO", "投了", "resign", -1)
CHECKMATE = Ending("checkmate", "TSUMI", "詰み", "mate", -1)
TIME_FORFEIT = Ending("time forfeit", "TIME_UP", "切れ負け", "time", -1)
FOUL_OF_MOVER = Ending("rules infraction", "ILLEGAL_MOVE", "反則負け", "illegal", -1)
# CSA says whose: %+ILLEGAL_ACTION is sente's.
FOUL_OF_OTHER = Ending("rules infraction", "ILLEGAL_ACTION", "反則勝ち", "illegal", 1)
DECLARATION = Ending("declaration", "KACHI", "入玉勝ち", "win", 1)
IMPASSE = Ending("impasse", "JISHOGI", "持将棋", "draw", 0)
REPETITION = Ending("repetition", "SENNICHITE", "千日手", "rep", 0)
INTERRUPTION = Ending("interruption", "CHUDAN", "中断", "interrupt", None)
# The first of those that share a word is what the word means. CSA has no word for defaults.
ENDINGS = (
    RESIGNATION,
    CHECKMATE,
    TIME_FORFEIT,
    FOUL_OF_MOVER,
    FOUL_OF_OTHER,
    DECLARATION,
    IMPASSE,
    REPETITION,
    INTERRUPTION,
    Ending("declared draw", "HIKIWAKE", "持将棋", "draw", 0),
    Ending("move limit", "MAX_MOVES", "持将棋", "draw", 0),
    Ending("no mate", "FUZUMI", "不詰", "interrupt", None),
    Ending("move taken back", "MATTA", "中断", "interrupt", None),
    Ending("error", "ERROR", "中断", "interrupt", None),
    Ending("default", "TORYO", "不戦敗", "default", -1),
    Ending("default", "ILLEGAL_ACTION", "不戦勝", "default", 1),
)
BY_CSA = {ending.csa: ending for ending in reversed(ENDINGS)}
BY_KIF = {ending.kif: ending for ending in reversed(ENDINGS)} | {
    "詰": CHECKMATE,
    "時間切れ": TIME_FORFEIT,
    "入玉宣言": DECLARATION,
    "宣言勝ち": DECLARATION,
    "入力宣言": DECLARATION,  # as cshogi has it
    "最大手数": IMPASSE,
    "引き分け": IMPASSE,
}
BY_USI = {ending.usi: ending for ending in reversed(ENDINGS)}


def ending_of(record: GameRecord) -> Ending | None:
    """What to write at the end of a game: what the record says, or what means its score.

    The score counts more: that a side has resigned which was not to move, no format can say.
    """
    if record.moves and usi_texts(record.start.game)[record.moves[-1]] == DECLARED:
        return DECLARATION
    game = record.start.game
    last = game.replay(record.start, record.moves).last
    mover_score = None if record.score is None else record.score * (1 - 2 * last.mover)
    for ending in ENDINGS:
        if (ending.name, ending.mover_score) == (record.tags.get("Termination"), mover_score):
            return ending
    if mover_score is None:
        return None
    if game.over(last):
        return CHECKMATE
    return (IMPASSE, FOUL_OF_OTHER, RESIGNATION)[mover_score]
