"""What the figures say in plain words, and what they suggest to look at.

An interval that holds the even share decides nothing, and a conclusion says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from boardworth.arena import Share

if TYPE_CHECKING:
    from boardworth.recipes.balance.figures import PlayFigures

# An interval within so much of the even share is good enough for an even game.
ABOUT_EVEN = 0.05
# Games are multiplied by this until they would decide, or are more than anybody plays.
_GROWTH = 1.1
_MAX_GAMES = 10**6
# From which shares on something is worth a hint: at least, by the whole interval.
_NEARLY_ALL, _MANY, _SOME = 0.8, 0.1, 0.02
# Fewer distinct games than this share say little.
_DISTINCT = 0.5
# A mean number of choices below which there is hardly any.
_FEW_CHOICES = 1.5
# A role that never wins so many games is worth a hint.
_NEVER = 20
# Half time and nearly the end, as places among the tenths.
_HALF, _LATE = 4, 8
# How well chance guesses is about 1/2: a leader that wins less often than this says nothing.
_KNOWN_EARLY, _UNKNOWN_LATE = 0.9, 0.65


def conclusions(plays: Sequence[PlayFigures]) -> tuple[str, ...]:
    """Who wins, for every kind of play; draws, length and choices, for the last and best one."""
    found = [f"{play.label}: {text}" for play in plays for text in _of_play(play)]
    return (*found, *(f"{play.label}: {text}" for play in plays[-1:] for text in _of_games(play)))


def hints(plays: Sequence[PlayFigures]) -> tuple[str, ...]:
    """What is worth a second look at the rules."""
    found = [f"{play.label}: {text}" for play in plays for text in _hints_of_play(play)]
    return (*found, *_about_the_first_move(plays), *_compared(plays))


def _of_play(play: PlayFigures) -> Iterator[str]:
    if len(play.roles) == 1:
        (alone,) = play.roles
        mean = alone.tally.mean_payoff
        yield f"{alone.role} gets all points in {alone.wins} of the games, {mean:.1f} on average"
        return
    if play.draws.count == play.games:
        yield "no game has a winner"
        return
    even = 1 / len(play.roles)
    first = play.first_mover
    if first is not None:
        who = "the first mover" + (f" ({first.role})" if first.role else "")
        yield (
            f"{who} wins {first.wins} of {first.wins.total} games, {first.decided} of those that "
            f"are won: {_verdict(first.decided, even, 'the first move')}"
        )
    if first is None or first.role is None or len(play.roles) > 2:
        yield from _of_roles(play, even)


def _of_games(play: PlayFigures) -> Iterator[str]:
    """How games go, and how many of them have no winner."""
    if len(play.roles) > 1 and play.draws.count < play.games:
        yield f"{play.draws} of the games are drawn"
    length = play.length
    lasts = f"games last {length.mean:.0f} moves on average"
    if length.smallest < length.largest:
        low, _, high = length.quartiles
        lasts += f", half of them {low:.0f} to {high:.0f}"
    if play.leads is not None and play.leads.tells and play.leads.settled is not None:
        lasts += f"; who wins is settled after {10 * play.leads.settled:.0f} % of them (median)"
    yield lasts
    yield f"there are {play.choices.mean:.1f} moves to choose from on average"


def _verdict(decided: Share, even: float, what: str) -> str:
    side = decided.compared(even)
    if side:
        return f"{what} is {'an advantage' if side > 0 else 'a disadvantage'}"
    low, high = decided.interval_95
    if even - ABOUT_EVEN <= low and high <= even + ABOUT_EVEN:
        return "about even"
    games = games_to_decide(decided, even)
    more = f"about {games:,} won games at this share would decide" if games else "it may be even"
    return f"undecided ({more})"


def games_to_decide(share: Share, even: float) -> int | None:
    """About how many games of the same share would exclude the even one, in two digits.

    None if no number of games that anybody plays would.
    """
    if share.share is None:
        return None
    games = float(max(share.total, 1))
    while games <= _MAX_GAMES:
        more = round(games)
        if Share.of(round(share.share * more), more).compared(even):
            unit = int(10 ** max(len(str(more)) - 2, 0))
            return -(-more // unit) * unit
        games = games * _GROWTH + 1
    return None


def _of_roles(play: PlayFigures, even: float) -> Iterator[str]:
    """The roles that win more or less than their part; or that none is shown to."""
    off = [own for own in play.roles if own.decided.compared(even)]
    for own in off:
        than = "more" if own.decided.compared(even) > 0 else "less"
        yield f"{own.role} wins {own.decided} of the games that are won, {than} than its part"
    if not off:
        shares = ", ".join(f"{own.role} {own.decided}" for own in play.roles)
        yield f"undecided which role is better: of the games that are won, {shares}"


def _hints_of_play(play: PlayFigures) -> Iterator[str]:
    yield from _about_endings(play)
    yield from _about_moves(play)
    for own in play.roles if len(play.roles) > 1 else ():
        if own.wins.count == 0 and play.games >= _NEVER and play.draws.count < play.games:
            yield f"{own.role} never wins"
    if play.leads is None or not play.leads.tells:
        return
    half, late = play.leads.winner_led[_HALF], play.leads.winner_led[_LATE]
    if half.interval_95[0] >= _KNOWN_EARLY:
        yield f"the later winner leads at half time in {half}: the second half decides little"
    if late.interval_95[1] <= _UNKNOWN_LATE:
        yield (
            f"the later winner leads after nine tenths of the moves in only {late}: the last moves "
            f"decide, or {play.leads.judge} cannot tell who leads"
        )


def _about_endings(play: PlayFigures) -> Iterator[str]:
    if play.draws.interval_95[0] >= _NEARLY_ALL:
        yield f"nearly all games are drawn: {play.draws}"
    stopped = play.ended_by("count of moves")
    if stopped.interval_95[0] >= _MANY:
        yield f"{stopped} of the games end only because the rules count moves"
    endless = play.ended_by("no end")
    if endless.interval_95[0] >= _SOME:
        yield f"{endless} of the games have no end: they were given up and count as drawn"
    repeated = play.ended_by("repetition")
    if repeated.interval_95[0] >= _MANY:
        yield f"{repeated} of the games end by repetition"


def _about_moves(play: PlayFigures) -> Iterator[str]:
    if play.play == "random":
        if play.choices.mean < _FEW_CHOICES:
            yield f"there are only {play.choices.mean:.1f} moves to choose from on average"
        return
    if play.distinct.share is not None and play.distinct.share < _DISTINCT:
        yield (
            f"only {play.distinct.count} of {play.games} games differ: the figures are about few "
            "lines of play"
        )


def _about_the_first_move(plays: Sequence[PlayFigures]) -> Iterator[str]:
    """Whether one dominates, where there are others that are not its images."""
    if not any(len(play.first_moves) > 1 for play in plays):
        return
    for play in plays:
        most = play.first_moves[0] if play.first_moves else None
        if most is not None and most.games.interval_95[0] >= _NEARLY_ALL:
            yield f"{play.label}: one first move dominates: {most.move}, played in {most.games}"


def _compared(plays: Sequence[PlayFigures]) -> Iterator[str]:
    """Whether better play makes more or less of the first move."""
    for weaker, stronger in pairwise(plays):
        if weaker.first_mover is None or stronger.first_mover is None:
            continue
        before, after = weaker.first_mover.decided, stronger.first_mover.decided
        if after.interval_95[0] > before.interval_95[1]:
            yield f"{stronger.label} makes more of the first move than {weaker.label}"
        if after.interval_95[1] < before.interval_95[0]:
            yield f"{stronger.label} makes less of the first move than {weaker.label}"
