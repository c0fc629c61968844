"""boardworth match: games that measure strength, paired where two play."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Group, Parameter, validators

from boardworth.cli.arguments import (
    Count,
    Force,
    Name,
    Seed,
    Threads,
    check_file,
    limit_of,
    refuse_idle,
    threads_or_all,
)
from boardworth.cli.file_kinds import RECORDS
from boardworth.cli.output.figures import OUTPUT, give
from boardworth.cli.output.interruption import show_so_far
from boardworth.cli.paths import Input, Output, Words
from boardworth.errors import BoardworthError, in_few_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boardworth.arena import Match, MatchResult, PlayedGame
    from boardworth.rules import Game, History, Move
    from boardworth.search import Limit, Player

_LIMITS = Group("Limits", sort_key=1)
_OPENINGS = Group("Openings", sort_key=2)
_TEST = Group("Sequential test", sort_key=3)
_SERVER = Group("Game server (GGP players at an address)", sort_key=4)
_PER_PLAYER = Parameter(negative="", group=_LIMITS)
# Seconds for a move where a player needs time and none is given; GGP players get more.
_SECONDS, _PLAY_CLOCK = 1.0, 5.0
# The length of random openings.
_OPENING_PLIES = 8


def match(
    players: Annotated[list[str], Input(players=True), Parameter(negative="")],
    /,
    *,
    game: Name | None = None,
    games: Annotated[int, Parameter(validator=validators.Number(gte=1, lte=10**9))] = 200,
    seed: Seed = 0,
    threads: Threads | None = None,
    level: Annotated[list[int] | None, _PER_PLAYER] = None,
    depth: Annotated[list[int] | None, _PER_PLAYER] = None,
    nodes: Annotated[list[int] | None, _PER_PLAYER] = None,
    seconds: Annotated[list[float] | None, _PER_PLAYER] = None,
    clock: Annotated[list[str] | None, Words(), _PER_PLAYER] = None,
    openings: Annotated[Path | None, Input(), Parameter(group=_OPENINGS)] = None,
    opening_plies: Annotated[Count | None, Parameter(group=_OPENINGS)] = None,
    elo0: Annotated[float, Parameter(group=_TEST)] = 0.0,
    elo1: Annotated[float, Parameter(group=_TEST)] = 20.0,
    stop: Annotated[bool, Parameter(negative="", group=_TEST)] = False,
    start_clock: Annotated[float, Parameter(group=_SERVER)] = 10,
    play_clock: Annotated[float | None, Parameter(group=_SERVER)] = None,
    records: Annotated[Path | None, Output(RECORDS), Parameter(group=OUTPUT)] = None,
    force: Annotated[Force, Parameter(group=OUTPUT)] = False,
) -> None:
    """Play a match between as many players as the game has roles.

    Two players play pairs of games: every opening twice, with the colours swapped. The table shows
    wins, draws and losses of the first player, Elo with its 95 % interval and the verdict of the
    sequential test (SPRT) on pairs. In other games all players take every role equally often, and
    the table shows what each got on average. A second table has wins, draws and losses by role.

    A player is written as KIND[:ARGUMENT][,key=value...]:

        othello, new.model          the model that comes with Boardworth for a game, or in a file
        baseline:material           alpha-beta with a hand-made evaluation
        uct:200, playouts:200       200 simulations; without a number, within the time limit
        random                      any legal move
        nboard:'COMMAND'            an external engine of Othello; also gtp:'COMMAND'
        uci:'COMMAND'               an external engine of chess; usi:'COMMAND' of shogi
        http://localhost:9147       a GGP player; this is its game server then

    Settings of a model or baseline: level, method (alpha-beta, guided-uct, uct, ...), driver (pvs
    or mtdf), selectivity (level of forward pruning, 0 for none, to 7), quiescence (true or false),
    features (playing or learning) and without (a feature), in chess and shogi,
    memory (MiB), threads.
    Settings of uci: and usi: are the engine's own options; with increment=false it is not told the
    increment of its clock.
    Settings of uct: exploration, lanes, memory, threads, proofs (true or false), final_move (visits
    or mean).

    A limit holds for all players; given once for each player, in their order. A player that is
    given a level as a setting keeps to that. An opening is used again only if games would not
    repeat themselves.

    A player that exceeds its clock, plays an illegal move or fails forfeits the game. With GGP
    players, or with --play-clock, a legal move is drawn for it instead, and counted.

    For example:

        boardworth match othello baseline:squares --depth 4
        boardworth match othello othello --level 6 --level 5 --games 20
        boardworth match othello,level=4 uct:200 --games 20
        boardworth match othello,method=guided-uct uct --seconds 0.1 --games 20
        boardworth match new.model othello --games 200 --seconds 0.05 --openings xot.txt
        boardworth match new.model old.model --nodes 10000 --games 2000 --stop
        boardworth match new.model nboard:'boardworth engine old.model --protocol nboard' --games 20
        boardworth match chess uci:'boardworth engine chess --protocol uci',Hash=16 --games 2
        boardworth match new.model old.model --clock 0.2+0.002 --games 100
        boardworth match new.model old.model --seconds 0.01 --seconds 0.012
        boardworth match new.model old.model --games 10 --records games.ggf
        boardworth match uct:200 playouts:200 random --game three-stars --games 9
        boardworth match http://localhost:9147 random --game game.gdl --play-clock 5 --games 10
        boardworth match game.functions uct --game game.gdl --play-clock 0.05 --games 10

    Args:
        players: as many as the game has roles; the last may be left out: it is baseline:discs in
            Othello, else random.
        game: name of the game, or a rule sheet; needed only if no player is a model or an engine.
        games: at most; rounded up until all have played every role equally often.
        level: from 1 to 60: plies per move and, in Othello, endings solved: for win, draw
            or loss first, nearer to the end for the score.
        depth: limit per move, in plies (default 4, where all players can be limited so).
        nodes: limit per move, in positions searched, or in simulations.
        seconds: limit per move.
        clock: for each player in each game, seconds or seconds+increment, such as 60+0.5.
        openings: a file of lines, one opening each: moves, or a position (FEN, SFEN, handicap
            2-piece); or of problems (.epd) or game records. Else there are random openings.
        opening_plies: length of the random openings, in games with turns (default 8); lines and
            records of a file are cut there.
        elo0: the difference for "not stronger".
        elo1: the difference for "stronger".
        stop: end as soon as the test has decided.
        seed: of the random openings and their order.
        threads: rounds played at a time.
        start_clock: seconds before the first move.
        play_clock: seconds for a move of every player.
        records: write the games to this file: in the format of its ending (.pgn, .ggf, .wtb, ...);
            .txt, .jsonl or none are lines of moves, each a line of JSON if they have no turns.
        force: replace files of another kind.
    """
    given = locals()
    from boardworth.arena import Match, Sprt, check_game_file, parse_player

    _check_clocks(start=start_clock, play=play_clock)
    sprt = Sprt(elo0, elo1)
    remote = any(parse_player(one).kind == "http" for one in players)
    served = play_clock is not None or remote
    if not remote:
        refuse_idle(match, given, ["start_clock"], "a match without GGP players")
    seated, rules = _players(players, game, seed)
    _refuse_idle_options(given, rules, len(seated), served)
    if records is not None:
        check_game_file(rules, records)
    options = {name: given[name] for name in ("level", "depth", "nodes", "seconds", "clock")}
    limits = _limits(seated, rules, play_clock, options)
    rounds = -(-games // len(seated))
    lines = _openings(
        rules, openings, rounds, 0 if served and not openings else opening_plies, seed
    )
    contest = Match(
        seated,
        lines,
        limits[0],
        sprt,
        limits=limits,
        penalty="random move" if served else "forfeit",
        start_seconds=start_clock,
        seed=seed,
    )
    try:
        # A GGP player plays one game at a time.
        parallel = 1 if served else threads_or_all(threads)
        _play(contest, rules, games, parallel, stop, records)
    finally:
        for player in seated:
            player.close()


def _refuse_idle_options(given: dict[str, Any], rules: Game, size: int, served: bool) -> None:
    """Raises for what a match would overlook."""
    if served:
        refuse_idle(match, given, ["threads", "opening_plies"], "a match by the play clock")
    if not rules.has_turns:
        refuse_idle(match, given, ["opening_plies"], "a game without turns")
    if size != 2:
        refuse_idle(match, given, ["elo0", "elo1", "stop"], f"a match of {size}")


def _check_clocks(**clocks: float | None) -> None:
    from boardworth.arena.protocols.ggp_messages import LONGEST_CLOCK

    for name, seconds in clocks.items():
        if seconds is not None and not 0 < seconds <= LONGEST_CLOCK:
            raise BoardworthError(f"a {name} clock of {seconds:g} seconds")


def _players(names: Sequence[str], game: str | None, seed: int) -> tuple[list[Player], Game]:
    """All players; one that is a model tells the others what is played."""
    from boardworth.arena import parse_player, players_of
    from boardworth.evaluators import is_rule_sheet
    from boardworth.rules import NATURE, load_game

    for name in names:
        if is_rule_sheet(name):
            raise BoardworthError(f"{name} is a rule sheet, not a player: try --game {name}")
        if parse_player(name).kind == "http" and names.count(name) > 1:
            raise BoardworthError(f"{name} is given twice: it plays one game at a time")
    seated, rules = players_of(names, load_game(game) if game is not None else None, seed)
    wanted = sum(role != NATURE for role in rules.roles)
    if len(seated) == wanted - 1:
        relative = rules.definition == "othello"
        seated += players_of(["baseline:discs" if relative else "random"], rules, seed)[0]
    if len(seated) != wanted:
        listed = ", ".join(role for role in rules.roles if role != NATURE)
        raise BoardworthError(
            f"{rules.name} needs {wanted} player{'s'[: wanted > 1]} ({listed}), not {len(seated)}"
        )
    return seated, rules


def _limits(
    players: Sequence[Player],
    rules: Game,
    play_clock: float | None,
    options: Mapping[str, Sequence[Any] | None],
) -> list[Limit]:
    """The players' limits, from options that are given once for all, or once for each."""
    from boardworth.search import Limit, level

    given = {name: list(values) for name, values in options.items() if values is not None}
    if play_clock is not None:
        for name in given:
            raise BoardworthError(f"--{name} and --play-clock: one of them is the limit of a move")
        return [Limit(seconds=play_clock)] * len(players)
    for name, values in given.items():
        if len(values) not in {1, len(players)}:
            raise BoardworthError(
                f"--{name} is given {len(values)} times: there are {len(players)} players"
            )
    if "level" in given:
        given["level"] = [level(rules, number) for number in given["level"]]
    default = Limit(depth=4)
    if any(player.name.startswith(("http://", "https://")) for player in players):
        default = Limit(seconds=_PLAY_CLOCK)
    elif any(player.needs_time for player in players):
        default = Limit(seconds=_SECONDS)
    each = [
        {name: given[name][which % len(given[name])] if name in given else None for name in options}
        for which in range(len(players))
    ]
    return [limit_of(**own, default=default) for own in each]


def _openings(
    rules: Game, path: Path | None, count: int, plies: int | None, seed: int
) -> Sequence[Sequence[Move] | History]:
    from boardworth.arena import random_openings, read_openings

    if path is None:
        length = _OPENING_PLIES if plies is None else plies
        return random_openings(rules, count, length, seed) if length and rules.has_turns else [()]
    check_file(path)
    lines = read_openings(rules, path, plies)
    random.Random(seed).shuffle(lines)
    return lines


def _play(
    contest: Match,
    rules: Game,
    games: int,
    threads: int,
    stop: bool,
    records: Path | None,
) -> None:
    """Plays, shows and writes; an interrupted match is shown and written as far as it came."""
    from boardworth.cli.console import ProgressBars
    from boardworth.cli.output.running_score import RunningScore
    from boardworth.cli.tables.match import show_match

    finished: list[PlayedGame] = []
    bars = ProgressBars()
    size = len(contest.players)
    possible = size * contest.max_rounds(games)
    if possible < games:
        bars.line(f"{possible} games: there are {possible // size} different openings")
    try:
        names = contest.names
        score = RunningScore(names, possible, contest.sprt)
        with bars.task(" - ".join(names), possible) as task:

            def played(one: Sequence[PlayedGame]) -> None:
                finished.extend(one)
                score.add(one)
                task(len(one))
                task.remark(str(score))

            contest.run(
                rules,
                games,
                threads=threads,
                stop_when_decided=stop,
                played=played,
            )
    finally:
        if finished:
            result = contest.result(rules, finished)
            try:
                _write(result, rules, records)
            finally:
                show_so_far("a match")
                show_match(result, rules, paired=contest.penalty == "forfeit")


def _write(result: MatchResult, rules: Game, records: Path | None) -> None:
    """Gives the figures, and writes the games to the file that is wanted."""
    try:
        give(rules.name, result.summary())
    finally:
        if records is not None:
            for line in in_few_lines(result.write_games(rules, records)):
                print(f"not written: {line}")
