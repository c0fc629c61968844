"""boardworth match: paired games that measure strength."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, validators

from boardworth.cli.arguments import (
    RULE_SHEETS,
    Count,
    Seed,
    Threads,
    check_file,
    check_output,
    knows_its_game,
    limit_of,
    player_of,
    plays_by_rules,
    threads_or_all,
    values_roles,
)
from boardworth.cli.match_by_rules import match_by_rules
from boardworth.cli.match_files import write_outcome
from boardworth.errors import BoardworthError
from boardworth.files import shipped_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.arena import Match, MatchResult, PlayedGame
    from boardworth.rules import Game, Move
    from boardworth.search import Limit, Player

_ONCE_PER_PLAYER = Parameter(negative="")


# How players begin that are asked over HTTP.
_ADDRESSES = ("http:", "https:")


def match(
    players: Annotated[list[str], Parameter(negative="")],
    /,
    *,
    game: str | None = None,
    games: Annotated[int, Parameter(validator=validators.Number(gte=1, lte=10**9))] = 200,
    depth: Annotated[list[int] | None, _ONCE_PER_PLAYER] = None,
    nodes: Annotated[list[int] | None, _ONCE_PER_PLAYER] = None,
    seconds: Annotated[list[float] | None, _ONCE_PER_PLAYER] = None,
    clock: Annotated[list[str] | None, _ONCE_PER_PLAYER] = None,
    openings: Path | None = None,
    opening_plies: Count = 8,
    elo0: float = 0.0,
    elo1: float = 20.0,
    stop: Annotated[bool, Parameter(negative="")] = False,
    seed: Seed = 0,
    threads: Threads | None = None,
    start_clock: float = 10,
    play_clock: float = 5,
    results: Path | None = None,
    records: Path | None = None,
) -> None:
    """Play paired games: every opening twice, with the colours swapped.

    Shows wins, draws and losses of the first player, Elo with its 95 % interval and the verdict of
    the sequential test (SPRT) on pairs. An opening is used again only if the limit is in seconds:
    otherwise the same games would be played again.

    A limit holds for both players; given twice, it is the first player's, then the second's.

    Who oversteps the clock, makes an illegal move or fails loses that game. External engines are
    players too: nboard:'COMMAND' and gtp:'COMMAND'. NBoard engines are told the depth (12 if there
    is none) and the time; GTP engines are told the time, and know no depth.

    By a rule sheet (--game game.gdl) as many play as it has roles, and change them from game to
    game: random, uct and playouts (simulations, as many as the clock allows, in a tree or of each
    move alone), uct:NUMBER, playouts:NUMBER, functions for its roles (game.functions), and GGP
    players at an address, whose game server this is. They have clocks: who makes no legal move
    within the play clock and a second more has one drawn for it, which the table counts. The role
    random is played by the server.

    For example:

        boardworth match othello baseline:squares --depth 4
        boardworth match new.model othello --games 200 --seconds 0.05 --openings xot.txt
        boardworth match new.model old.model --nodes 10000 --games 2000 --stop
        boardworth match new.model nboard:'boardworth engine old.model --protocol nboard' --games 20
        boardworth match new.model old.model --clock 0.2+0.002 --games 100
        boardworth match new.model old.model --seconds 0.01 --seconds 0.012
        boardworth match uct:200 playouts:200 --game game.gdl --games 10
        boardworth match http://localhost:9147 random --game game.gdl --play-clock 5 --games 10
        boardworth match game.functions uct --game game.gdl --play-clock 0.05 --games 10

    Args:
        players: two; the second is baseline:discs by default, by a rule sheet random. A model file,
            a game (othello) whose model comes with Boardworth, baseline:discs, baseline:squares,
            random, uct:NUMBER or playouts:NUMBER for rule sheets, or an external engine. The search
            of a model or baseline is set after a colon, as in good.model:threads=2,width=0: driver
            (pvs or mtdf), width (forward pruning, 0 for none, to 7), memory (MiB), threads.
        game: name of the game, needed only if neither player is a model file; or a rule sheet.
        games: at most; rounded up to whole pairs, or until everyone has played every role.
        depth: limit per move, in plies (default 4).
        nodes: limit per move, in positions searched.
        seconds: limit per move.
        clock: for each player in each game, seconds or seconds+increment, such as 60+0.5.
        openings: a file of lines of moves, one opening each; else random openings.
        opening_plies: length of the random openings.
        elo0: the sequential test's difference for "not stronger".
        elo1: the sequential test's difference for "stronger".
        stop: end as soon as the sequential test has decided.
        seed: of the random openings and their order.
        threads: pairs played at a time.
        start_clock: by a rule sheet, seconds before the first move.
        play_clock: by a rule sheet, seconds for a move.
        results: write the figures to this JSON file.
        records: write the games to this text file; by a rule sheet, each a line of JSON.
    """
    from boardworth.arena import Match, Sprt
    from boardworth.arena.protocols import ExternalPlayer

    check_output(results)
    check_output(records)
    if game is not None and _takes_a_game_server(game, players):
        _refuse_limits(game, depth=depth, nodes=nodes, seconds=seconds, clock=clock)
        match_by_rules(
            _sheet_of(game),
            players,
            games=games,
            start_clock=start_clock,
            play_clock=play_clock,
            seed=seed,
            results=results,
            records=records,
        )
        return
    sprt = Sprt(elo0, elo1)
    limits = _limits(depth=depth, nodes=nodes, seconds=seconds, clock=clock)
    pair, rules = _players(players, game)
    lines = _openings(rules, openings, (games + 1) // 2, opening_plies, seed)
    contest = Match(*pair, lines, limits, sprt)
    with ExitStack() as stack:
        for player in pair:
            if isinstance(player, ExternalPlayer):
                stack.callback(player.close)
        _play(contest, rules, games, threads_or_all(threads), stop, results, records)


def _takes_a_game_server(game: str, players: Sequence[str]) -> bool:
    """Whether all players are such as speak of roles and states, not of positions."""
    return _sheet_of(game).name.endswith(RULE_SHEETS) and all(map(_speaks_of_states, players))


def _speaks_of_states(name: str) -> bool:
    anyone = name == "random" or name.startswith(_ADDRESSES) or plays_by_rules(name)
    return anyone or values_roles(Path(name))


def _sheet_of(game: str) -> Path:
    """A rule sheet's file, if need be one that comes with Boardworth."""
    return (None if Path(game).exists() else shipped_file(f"gdl/{game}.gdl")) or Path(game)


def _refuse_limits(game: str, **options: Sequence[Any] | None) -> None:
    """Raises for limits that players of a rule sheet do not have."""
    for name, values in options.items():
        if values is not None:
            raise BoardworthError(
                f"--{name}: by {game}, players have --start-clock and --play-clock"
            )


def _limits(**options: Sequence[Any] | None) -> tuple[Limit, Limit]:
    """The players' limits, from options that are given once for both, or once for each."""
    from boardworth.search import Limit

    for name, values in options.items():
        if values is not None and len(values) > 2:
            raise BoardworthError(f"--{name} is given {len(values)} times: there are two players")
    first, second = (
        limit_of(
            **{name: values[which] if values else None for name, values in options.items()},
            default=Limit(depth=4),
        )
        for which in (0, -1)
    )
    return first, second


def _players(names: Sequence[str], game: str | None) -> tuple[tuple[Player, Player], Game]:
    """Both players; one that is a model file tells the other what is played."""
    from boardworth.rules import load_game

    for name in names:
        if name.endswith(RULE_SHEETS):
            raise BoardworthError(f"{name} is a rule sheet, not a player: try --game {name}")
        if name.startswith(_ADDRESSES):
            known = "only against other addresses, random, uct and playouts"
            wanted = "say which with --game game.gdl" if game is None else known
            raise BoardworthError(f"{name} plays by rule sheets: {wanted}")
    if len(names) > 2:
        raise BoardworthError(f"{len(names)} players: a match is between two")
    rules = load_game(game) if game is not None else None
    first, second = names[0], names[1] if len(names) > 1 else None
    if second and rules is None and not knows_its_game(first) and knows_its_game(second):
        other, rules = player_of(second, None)
        return (player_of(first, rules)[0], other), rules
    player, rules = player_of(first, rules)
    second = second or ("baseline:discs" if rules.values_are_relative else "random")
    return (player, player_of(second, rules)[0]), rules


def _openings(
    rules: Game, path: Path | None, count: int, plies: int, seed: int
) -> list[tuple[Move, ...]]:
    from boardworth.arena import random_openings, read_openings

    if path is None:
        return random_openings(rules, count, plies, seed)
    check_file(path)
    lines = read_openings(rules, path)
    random.Random(seed).shuffle(lines)
    return lines


def _play(
    contest: Match,
    rules: Game,
    games: int,
    threads: int,
    stop: bool,
    results: Path | None,
    records: Path | None,
) -> None:
    """Plays, shows and writes; an interrupted match is shown and written as far as it came."""
    from boardworth.cli.console import ProgressBars

    finished: list[PlayedGame] = []
    bars = ProgressBars()
    possible = 2 * contest.most_pairs((games + 1) // 2)
    if possible < games:
        bars.line(f"{possible} games: there are {possible // 2} different openings")
    try:
        title = f"{contest.first.name} - {contest.second.name}"
        with bars.task(title, possible) as advance:

            def played(pair: Sequence[PlayedGame]) -> None:
                finished.extend(pair)
                advance(len(pair))

            contest.run(
                rules,
                games,
                threads=threads,
                stop_when_decided=stop,
                played=played,
            )
    finally:
        if finished:
            result = contest.result(finished)
            _show(result)
            write_outcome(result, results, records)


def _show(result: MatchResult) -> None:
    from boardworth.cli.console import show_table

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
    per_move = "" if result.limit.endswith("a game") else " per move"
    show_table(
        f"{result.players[0]} against {result.players[1]}, {result.limit}{per_move}",
        ("games", "W-D-L", "score", "Elo, 95 %", "pairs 0 ½ 1 1½ 2", "SPRT"),
        [[row]],
        note=_forfeits(result),
    )


def _forfeits(result: MatchResult) -> str:
    """Who has lost how many games otherwise than on the board."""
    return "; ".join(
        f"{count} lost by {name}: {ending}"
        for ending, counts in result.forfeits.items()
        for name, count in zip(result.players, counts, strict=True)
        if count
    )
