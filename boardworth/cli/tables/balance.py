"""Tables about a game's balance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.cli.console import show_table
from boardworth.cli.streams import say

if TYPE_CHECKING:
    from boardworth.arena import Share
    from boardworth.recipes.balance import Balance, PlayFigures

# Tenths of a game at which it is shown who leads, and first moves that are shown.
_TENTHS = (3, 5, 7, 9)
_FIRST_MOVES = 3


def show_balance(found: Balance) -> None:
    """All figures, and in the end what they say."""
    title = f"{found.balance}, seed {found.seed}"
    several = len(found.roles) > 1
    show_table(
        f"{title}: who wins, with 95 % intervals",
        (
            "play",
            ">games",
            *(f">{role} {'wins' if several else 'gets all points'}" for role in found.roles),
            *([">first mover", ">draws"] if several else []),
            ">mean points",
        ),
        [[_wins(play, several) for play in found.plays]],
        note="; ".join(filter(None, map(_about, found.plays))),
    )
    show_table(
        "how games go",
        ("play", ">moves", ">quartiles", ">longest", ">choices", ">different games", "ended by"),
        [[_course(play) for play in found.plays]],
    )
    _show_leads(found)
    _show_first_moves(found)
    if found.matters:
        rows = [(one.when, f"{one.worth:+.2f}", one.what) for one in found.matters]
        unit = found.matters[0].unit
        show_table("what the evaluation says matters", ("when", f">{unit}", "what"), [rows])
    for line in (*found.conclusions, *(f"look at this: {hint}" for hint in found.hints)):
        say(line)


def _wins(play: PlayFigures, several: bool) -> tuple[str, ...]:
    points = " / ".join(f"{own.tally.mean_payoff:.1f}" for own in play.roles)
    first = "" if play.first_mover is None else str(play.first_mover.wins)
    of_several = (first, str(play.draws)) if several else ()
    wins = (str(own.wins) for own in play.roles)
    return (play.label, str(play.games), *wins, *of_several, points)


def _course(play: PlayFigures) -> tuple[str, ...]:
    length = play.length
    return (
        play.label,
        f"{length.mean:.1f}",
        " ".join(f"{quartile:g}" for quartile in length.quartiles),
        str(length.largest),
        f"{play.choices.mean:.1f}",
        f"{play.distinct.count}",
        _endings(play),
    )


def _show_leads(found: Balance) -> None:
    """How early the winner leads, of decided games."""
    rows = [
        (
            play.label,
            *(str(leads.winner_led[tenth - 1]) for tenth in _TENTHS),
            "-" if leads.settled is None else f"{10 * leads.settled:.0f} %",
            f"{leads.changes:.1f}",
        )
        for play in found.plays
        if (leads := play.leads) is not None
    ]
    if rows:
        judges = {play.leads.judge for play in found.plays if play.leads is not None}
        show_table(
            "the later winner leads after a part of the moves",
            ("play", *(f">{10 * tenth} %" for tenth in _TENTHS), ">settled after", ">lead changes"),
            [rows],
            note=f"who leads is said by {' and '.join(sorted(judges))}",
        )


def _show_first_moves(found: Balance) -> None:
    sections = [
        [
            (play.label, first.move, str(first.games), str(first.wins))
            for first in play.first_moves[:_FIRST_MOVES]
        ]
        for play in found.plays
        if play.first_moves
    ]
    if sections:
        show_table(
            "first moves, images under symmetries together",
            ("play", "move", ">played", ">wins for the mover"),
            sections,
        )


def _about(play: PlayFigures) -> str:
    """How something learned has played."""
    if play.play != "learned":
        return ""
    chosen = f", games begin with {play.imposed} moves chosen at random" if play.imposed else ""
    return f"learned: {play.player}{chosen}"


def _endings(play: PlayFigures) -> str:
    """All ways in which games have ended."""
    shares = ((ending, play.ended_by(ending)) for ending in play.endings)
    return ", ".join(f"{ending} {_percent(share)}" for ending, share in shares if share.count)


def _percent(share: Share) -> str:
    return "-" if share.share is None else f"{100 * share.share:.0f} %"
