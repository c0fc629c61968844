"""Results of matches as HTML, for notebooks and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.markup import heading, paragraph, table

if TYPE_CHECKING:
    from boardworth.arena.result import MatchResult


def match_html(result: MatchResult) -> str:
    """Who won how often, how sure that is, and with which role."""
    games = f"{len(result.games)} games, {result.limit}"
    parts = [heading(f"{' – '.join(result.names)}: {games}"), _players(result)]
    if result.paired:
        parts.append(paragraph(f"{result.names[0]}: {result.rating}, 95 % interval"))
    if any(tally.all.games for tally in result.by_role):
        parts.append(_roles(result))
    faults = [
        f"{name} was at fault {count} times: {kind}"
        for number, name in enumerate(result.names)
        for kind, count in result.faults(number).items()
        if count
    ]
    return "".join([*parts, *map(paragraph, faults)])


def _players(result: MatchResult) -> str:
    """One line for each."""
    rows = []
    for number, name in enumerate(result.names):
        row = [name]
        if result.paired:
            counts = result.wins_draws_losses
            wins, draws, losses = counts if number == 0 else counts[::-1]
            share = (wins + draws / 2) / max(1, len(result.games))
            row += [f"{wins}-{draws}-{losses}", f"{100 * share:.1f} %"]
        rows.append([*row, f"{result.mean_payoff(number):+.1f}"])
    figures = [">W-D-L", ">score"] if result.paired else []
    return table(["player", *figures, ">mean payoff"], rows)


def _roles(result: MatchResult) -> str:
    """How each player fared with each role."""
    rows = [
        [tally.role, *(str(own) if own.games else "" for own in tally.players), str(tally.all)]
        for tally in result.by_role
    ]
    return table(["role, W-D-L", *(f">{name}" for name in result.names), ">all"], rows)
