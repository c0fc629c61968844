"""Tables of a match: its players, and their games role by role."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.cli.console import show_table

if TYPE_CHECKING:
    from boardworth.arena import MatchResult, RoleTally
    from boardworth.rules import Game


def show_match(result: MatchResult, rules: Game, *, paired: bool) -> None:
    """Who has won; of two players by pairs of games, if that is wanted and there are some."""
    if paired and result.paired:
        _show_pairs(result)
    else:
        _show_payoffs(result, rules)
    if len(result.by_role) > 1:
        _show_roles(result)


def _show_roles(result: MatchResult) -> None:
    """Wins, draws and losses of every player in each role, and of all players in it."""
    of_two = len(result.by_role) == 2
    show_table(
        "by role, W-D-L",
        (
            "role",
            *(f">{name}" for name in result.names),
            ">all players",
            ">score" if of_two else ">points",
        ),
        [[_role_row(tally, of_two) for tally in result.by_role]],
    )


def _role_row(tally: RoleTally, of_two: bool) -> tuple[str, ...]:
    """A role of two has a score, one of more its mean payoff."""
    score, mean = tally.all.points, tally.all.mean_payoff
    if score is None or mean is None:
        shown = "-"
    else:
        shown = f"{100 * score:.1f} %" if of_two else f"{mean:.1f}"
    return (tally.role, *map(str, tally.players), str(tally.all), shown)


def _show_pairs(result: MatchResult) -> None:
    wins, draws, losses = result.wins_draws_losses
    sprt = result.sprt
    row = (
        str(len(result.games)),
        f"{wins}-{draws}-{losses}",
        f"{100 * result.rating.share:.1f} %",
        str(result.rating).removeprefix("Elo "),
        " ".join(map(str, result.pairs)),
        f"{result.verdict} ({sprt.elo0:g}/{sprt.elo1:g}, "
        f"LLR {sprt.log_likelihood_ratio(result.pairs):+.2f})",
    )
    show_table(
        " against ".join(result.names) + _per_move(result),
        ("games", "W-D-L", "score", "Elo, 95 %", "pairs 0 ½ 1 1½ 2", "SPRT"),
        [[row]],
        note=_forfeits(result),
    )


def _show_payoffs(result: MatchResult, rules: Game) -> None:
    """What every player got, and how often it was at fault."""
    rows = []
    for number, name in enumerate(result.names):
        faults = result.faults(number)
        counts = (str(faults[kind]) for kind in ("time", "illegal move", "engine failure"))
        rows.append((name, str(len(result.games)), f"{result.mean_payoff(number):.1f}", *counts))
    low, high = rules.payoff_range
    show_table(
        f"{rules.name} ({', '.join(result.roles)}){_per_move(result)}",
        (
            "player",
            ">games",
            f">points, {low} to {high}",
            ">out of time",
            ">illegal moves",
            ">failures",
        ),
        [rows],
        note=f"{result.rating} of {result.names[0]}, 95 %" if result.paired else "",
    )


def _per_move(result: MatchResult) -> str:
    """The limits, unless there are none or the names of all players say them already."""
    told = zip(result.names, result.limits, strict=True)
    if not any(result.limits) or all(name.endswith(f"({limit})") for name, limit in told):
        return ""
    return f", {result.limit}" + ("" if result.limit.endswith("a game") else " per move")


def _forfeits(result: MatchResult) -> str:
    """How many games each player has lost otherwise than on the board, and why the first one."""
    return "; ".join(
        f"{count} lost by {result.names[number]}: {ending} ({result.reason(ending, number)})"
        for ending, counts in result.forfeits.items()
        for number, count in enumerate(counts)
        if count
    )
