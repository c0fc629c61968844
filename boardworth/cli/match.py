"""boardworth match: paired games that measure strength."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, validators

from boardworth.cli.arguments import default_threads, limit_of, player_of

if TYPE_CHECKING:
    from rich.table import Table

    from boardworth.arena import MatchResult


def match(
    first: str,
    second: str,
    /,
    *,
    game: str | None = None,
    games: Annotated[int, Parameter(validator=validators.Number(gte=2))] = 200,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    openings: Path | None = None,
    opening_plies: Annotated[int, Parameter(validator=validators.Number(gte=0))] = 8,
    elo0: float = 0.0,
    elo1: float = 20.0,
    stop: Annotated[bool, Parameter(negative="")] = False,
    seed: int = 0,
    threads: int | None = None,
    results: Path | None = None,
    records: Path | None = None,
) -> None:
    """Play paired games: every opening twice, with the colours swapped.

    Shows wins, draws and losses of the first player, Elo with its 95 % interval and the verdict of
    the sequential test (SPRT) on pairs.

    For example:

        boardworth match othello.model baseline:discs --games 200 --depth 4 --openings xot.txt
        boardworth match new.model old.model --nodes 10000 --games 2000 --stop

    Args:
        first: a model file, baseline:discs, baseline:squares or random.
        second: its opponent.
        game: name of the game, needed only if neither player is a model file.
        games: at most; rounded up to whole pairs.
        depth: limit per move, in plies (default 4).
        nodes: limit per move, in positions searched.
        seconds: limit per move.
        openings: a file of lines of moves, one opening each; else random openings.
        opening_plies: length of the random openings.
        elo0: the sequential test's difference for "not stronger".
        elo1: the sequential test's difference for "stronger".
        stop: end as soon as the sequential test has decided.
        seed: of the random openings and their order.
        threads: pairs played at a time.
        results: write the figures to this JSON file.
        records: write the games to this text file.
    """
    import random

    from boardworth.arena import Match, Sprt, random_openings, read_openings
    from boardworth.cli.console import ProgressBars, output
    from boardworth.files import written_atomically
    from boardworth.rules import load_game
    from boardworth.search import Limit

    rules = load_game(game) if game is not None else None
    specifications = [first, second]
    # A model file knows its game; let it tell the other player.
    specifications.sort(key=lambda s: s.partition(":")[0] in {"baseline", "random"})
    players = {}
    for specification in specifications:
        players[specification], rules = player_of(specification, rules)
    assert rules is not None
    limit = limit_of(depth, nodes, seconds, Limit(depth=4))
    if openings is not None:
        lines = read_openings(rules, openings)
        random.Random(seed).shuffle(lines)
    else:
        lines = random_openings(rules, (games + 1) // 2, opening_plies, seed)
    contest = Match(players[first], players[second], lines, limit, Sprt(elo0, elo1))
    with ProgressBars().task(f"{first} - {second}", games) as advance:
        result = contest.run(
            rules,
            games,
            threads=threads or default_threads(),
            stop_when_decided=stop,
            played=lambda _: advance(2),
        )
    if results is not None:
        with written_atomically(results) as file:
            file.write(json.dumps(result.summary(), indent=2).encode() + b"\n")
    if records is not None:
        with written_atomically(records) as file:
            file.write(result.records().encode())
    output().print(_table(result))


def _table(result: MatchResult) -> Table:
    from rich.table import Table

    wins, draws, losses = result.wins_draws_losses
    table = Table(title=f"{result.players[0]} against {result.players[1]}, {result.limit} per move")
    for column in ("games", "W-D-L", "score", "Elo [95 %]", "pairs 0 ½ 1 1½ 2", "SPRT"):
        table.add_column(column)
    sprt = result.sprt
    table.add_row(
        str(len(result.games)),
        f"{wins}-{draws}-{losses}",
        f"{100 * result.rating.share:.1f} %",
        str(result.rating).removeprefix("Elo "),
        " ".join(map(str, result.pairs)),
        f"{result.verdict} ({sprt.elo0:g}/{sprt.elo1:g}, "
        f"LLR {sprt.log_likelihood_ratio(result.pairs):+.2f})",
    )
    return table
