"""What `boardworth match` does for a rule sheet: it is the game server of GGP players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boardworth.cli.arguments import check_file
from boardworth.cli.match_files import write_outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.arena.ggp_match import GgpMatch
    from boardworth.arena.ggp_result import GgpGame, GgpResult


def match_by_rules(
    sheet: Path,
    players: Sequence[str],
    *,
    games: int,
    start_clock: float,
    play_clock: float,
    seed: int,
    results: Path | None,
    records: Path | None,
) -> None:
    """Plays, shows and writes; an interrupted match is shown and written as far as it came."""
    from boardworth.arena.ggp_match import GgpMatch
    from boardworth.arena.ggp_seats import Clocks, ggp_player
    from boardworth.rules.gdl import read_rule_sheet
    from boardworth.rules.gdl.reasoning import reasoner_for

    clocks = Clocks(start_clock, play_clock)
    seated = [ggp_player(player, seed) for player in players]
    check_file(sheet)
    reasoner = reasoner_for(read_rule_sheet(sheet))
    _play(GgpMatch(reasoner, seated, clocks, seed), games, results, records)


def _play(contest: GgpMatch, games: int, results: Path | None, records: Path | None) -> None:
    from boardworth.cli.console import ProgressBars

    finished: list[GgpGame] = []
    try:
        title = " - ".join(player.name for player in contest.players)
        with ProgressBars().task(title, contest.whole_rounds(games)) as advance:
            for game in contest.run(games):
                finished.append(game)
                advance(1)
    finally:
        if finished:
            result = contest.result(finished)
            _show(result, contest.reasoner.sheet.source)
            write_outcome(result, results, records)


def _show(result: GgpResult, source: str) -> None:
    from boardworth.arena.ggp_seats import KINDS
    from boardworth.cli.console import show_table

    rows = []
    for number, name in enumerate(result.players):
        faults = result.faults(number)
        counts = (str(faults[kind]) for kind in KINDS)
        rows.append((name, str(len(result.games)), f"{result.points(number):.1f}", *counts))
    rating = result.rating
    show_table(
        f"{source} ({', '.join(result.roles)}), {result.clocks}",
        ("player", ">games", ">points of 100", *(f">{kind}s" for kind in KINDS)),
        [rows],
        note=f"{rating} of {result.players[0]}, 95 %" if rating else "",
    )
