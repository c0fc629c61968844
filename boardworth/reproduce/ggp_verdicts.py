"""What came out here beside every figure and the table of Walędzik and Mańdziuk 2014."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from boardworth.features import rule_features
from boardworth.reproduce.ggp_paper import EXPERIMENTS, FEATURES, PAPER_GAMES
from boardworth.reproduce.verdicts import Claim, Range, Verdict, exactly

if TYPE_CHECKING:
    from boardworth.reproduce.ggp import Standing
    from boardworth.rules.gdl import RuleSheet


def verdicts(
    standings: Sequence[Standing], figures: Iterable[str], sheets: Mapping[str, RuleSheet]
) -> list[Verdict]:
    """A row for each number of features, and for each game of each figure.

    Args:
        standings: what was played.
        figures: which of the paper's are wanted.
        sheets: the paper's whose features can be counted, by name.
    """
    found = [_features(name, sheets.get(name)) for name in FEATURES]
    for figure in figures:
        for game in EXPERIMENTS[figure].paper:
            claim = EXPERIMENTS[figure].claim(game)
            played = [
                one
                for one in standings
                if one.contest.figure == figure and PAPER_GAMES.get(one.contest.game) == game
            ]
            found += list(_by_sheet(claim, played)) or [claim.undecided("not played", "games")]
    return found


def _features(name: str, sheet: RuleSheet | None) -> Verdict:
    where, text = "Section IV.A.1", f"features of {PAPER_GAMES[name]}"
    if sheet is None:
        claim = Claim(where, text, f"{FEATURES[name]:,}", Range(FEATURES[name], FEATURES[name]))
        return claim.undecided("not counted", f"the rule sheet {name}")
    return exactly(where, text, FEATURES[name], len(rule_features(sheet)))


def _by_sheet(claim: Claim, played: Sequence[Standing]) -> Iterator[Verdict]:
    """A row for each rule sheet of a game, and each kind of functions."""
    for (sheet, functions), own in groupby(
        played, key=lambda one: (one.contest.game, one.contest.functions)
    ):
        name = sheet if functions == "paper" else f"{sheet}, {functions} functions"
        yield combined(claim, name, list(own))


def combined(claim: Claim, name: str, played: Sequence[Standing]) -> Verdict:
    """From the same contest by several limits: decided if all that decide agree.

    Then the row says what would decide at the other limits.
    """
    each = [claim.by_games(one.score.pairs) for one in played]
    ours = f"{name}: " + "; ".join(map(_said, played))
    decided = {one.verdict for one in each} - {"undecided"}
    if not decided:
        return claim.undecided(ours, each[-1].would_decide)
    if len(decided) == 2:
        return claim.undecided(ours, "nothing: it depends on the limit")
    (outcome,) = decided
    left = "; ".join(
        f"{one.contest.limit_text}: {its.would_decide}"
        for one, its in zip(played, each, strict=True)
        if its.verdict == "undecided"
    )
    return Verdict(claim.source, claim.text, claim.paper, ours, outcome, left)


def _said(standing: Standing) -> str:
    games = 2 * len(standing.pairs)
    score, low, high = standing.percent
    limit = standing.contest.limit_text
    return f"{score:+.0f} [{low:+.0f}, {high:+.0f}] in {games} games of {limit}"
