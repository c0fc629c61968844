"""boardworth build: an evaluation from rules alone, or from records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Group, Parameter, validators

from boardworth.cli.arguments import (
    Force,
    Name,
    Threads,
    find_files,
    model_of,
    refuse_idle,
    threads_or_all,
)
from boardworth.cli.build_methods.built import tell_model
from boardworth.cli.build_methods.moves import (
    KNOWN_TO_MOVES,
    OF_MOVES,
    MoveOptions,
    RelationKind,
    build_by_moves,
    moves_are_usual,
    relations_are_learned,
)
from boardworth.cli.build_methods.rule_sheet import (
    PaperOptions,
    build_by_paper,
    build_in_time,
)
from boardworth.cli.file_kinds import MODEL
from boardworth.cli.output.interruption import keep_in
from boardworth.cli.paths import Input, Output, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boardworth.recipes import ConfigurationChoice


_FEATURES = Parameter(group=Group("Features", sort_key=1))
_POSITIONS = Parameter(group=Group("Training positions", sort_key=2))
_SEARCHED = Parameter(group=Group("Positions labelled by searches", sort_key=3))
_FIT = Parameter(group=Group("Fit", sort_key=4))
_PHASES = Parameter(alias="--stages", validator=validators.Number(gte=1, lte=255))
_FUNCTIONS = Parameter(group=Group("Functions of roles (--method paper)", sort_key=5))
_MOVES = Parameter(group=Group("Experts' moves (--method mmto)", sort_key=6))
_MOVE_LIST = Parameter(group=_MOVES.group, consume_multiple=True, negative="")
_FEATURE_LIST = Parameter(group=_FEATURES.group, consume_multiple=True, negative="")
_POSITION_LIST = Parameter(group=_POSITIONS.group, consume_multiple=True, negative="")
# Of builds by patterns, where nothing is said.
_USUAL_PHASES = 13
_USUAL_DEPTH = 2
_SEQUENCES = Parameter(validator=validators.Number(gte=2, lte=10**7))


def _named_after_the_game(values: Mapping[str, Any]) -> Path:
    from boardworth import _core
    from boardworth.rules.loading import sheet_path

    game = values["game"]
    return Path(f"{game if game in _core.game_names() else sheet_path(game).stem}.model")


_OUTPUT = Output(MODEL, default=_named_after_the_game, work=".build")


def build(
    game: Name,
    /,
    *,
    output: Annotated[Path | None, _OUTPUT, Parameter(name=["--output", "-o"])] = None,
    force: Force = False,
    budget: Annotated[str | None, Words()] = None,
    method: Literal["patterns", "paper", "mmto"] | None = None,
    seed: int = 0,
    threads: Threads | None = None,
    fresh: Annotated[bool, Parameter(negative="")] = False,
    patterns: Annotated[list[str] | None, Input(), _FEATURE_LIST] = None,
    configurations: Annotated[str | None, Words(), _FEATURES] = None,
    mined: Annotated[Literal["overall", "per-phase"], _FEATURES] = "overall",
    active: Annotated[Literal["most-specific", "all"], _FEATURES] = "most-specific",
    match_heuristic: Annotated[float | None, _FEATURES] = None,
    logic: Annotated[str | None, Words(), _FEATURES] = None,
    theory: Annotated[str | None, Input(), _FEATURES] = None,
    terms: Annotated[list[str] | None, Words(), _FEATURE_LIST] = None,
    min_count: Annotated[int, _FEATURES] = 75,
    records: Annotated[list[str] | None, Input(), _POSITION_LIST] = None,
    games: Annotated[int | None, _POSITIONS] = None,
    generations: Annotated[int, _POSITIONS] = 4,
    depth: Annotated[int | None, _POSITIONS] = None,
    exact: Annotated[int, _POSITIONS] = 10,
    improve: Annotated[str | None, Input(models=True), _SEARCHED] = None,
    searched: Annotated[int, _SEARCHED] = 0,
    label_depth: Annotated[int, _SEARCHED] = 8,
    solved: Annotated[int, _SEARCHED] = 12,
    near_even: Annotated[float, _POSITIONS] = 0.0,
    target: Annotated[Literal["score", "win"], _FIT] = "score",
    loss: Annotated[Literal["squares", "cross-entropy", "squared-probability"] | None, _FIT] = None,
    phases: Annotated[int | None, _FIT, _PHASES] = None,
    smooth: Annotated[float, _FIT] = 0.0,
    share: Annotated[str | None, Words(), _FIT] = None,
    prior: Annotated[str | None, Input(models=True), _FIT] = None,
    held_out: Annotated[float, _FIT] = 0.1,
    calibration: Annotated[int, _FIT] = 600,
    sequences: Annotated[int, _FUNCTIONS, _SEQUENCES] = 500,
    domains: Annotated[Literal["stated", "fluents"], _FUNCTIONS] = "stated",
    scaled: Annotated[bool, _FUNCTIONS, Parameter(negative="")] = False,
    relations: Annotated[list[RelationKind] | None, _MOVE_LIST] = None,
    iterations: Annotated[int, _MOVES] = 64,
    batch: Annotated[int, _MOVES] = 50_000,
    results: Annotated[float, _MOVES] = 40.0,
    l1: Annotated[float, _MOVES] = 0.02,
    tapered: Annotated[bool | None, _MOVES] = None,
    patience: Annotated[int, _MOVES] = 0,
) -> None:
    """Construct an evaluation of a game and write it to a model file.

    Without records the evaluation teaches itself by self-play. A build that is interrupted goes on
    where it was when the same command is given again, and ends with the same bytes.

    For example:

        boardworth build othello -o othello.model
        boardworth build othello --records 'wthor/*.wtb' -o othello.model
        boardworth build othello --patterns shipped --games 5000 -o quick.model
        boardworth build othello --records 'wthor/*.wtb' --searched 2000000 -o strong.model
        boardworth build othello --improve strong.model --searched 4000000 -o stronger.model
        boardworth build othello --patterns shipped A --records 'wthor/*.wtb' -o large.model
        boardworth build othello --configurations 2:200:500 --records 'wthor/*.wtb' -o facts.model
        boardworth build dobutsu --configurations 3:100 --active all --games 500 -o all.model
        boardworth build connect-four --logic whole --games 1000 -o by-logic.model
        boardworth build game.gdl --logic whole --theory my.theory -o by-theory.model
        boardworth build othello --patterns shipped --terms mobility parity -o mobile.model
        boardworth build connect-four --games 5000 -o connect-four.model
        boardworth build game.gdl -o game.model
        boardworth build game.gdl --budget 60s
        boardworth build game.gdl --method paper -o game.functions
        boardworth build chess --records games.pgn -o chess.model
        boardworth build othello --records 'wthor/*.wtb' --method mmto -o by-moves.model

    Args:
        game: a built-in game, a rule sheet that comes with Boardworth, or a rule sheet's file.
        output: the model file to write; else the game's name with .model at the end.
        force: replace a file that is not a model.
        budget: for rule sheets with any number of roles, the time for the whole build (60s, 5m).
            Patterns are learned by self-play; for games without turns, with chance or with more
            than two roles, functions are found by the method 'paper' instead. Quick matches against
            UCT then choose how to play.
        method: 'patterns' fits weights of patterns, for one or two players who take turns; 'paper'
            (Waledzik and Mandziuk 2014) finds expressions in a rule sheet that tell the scores of
            random games, for any number of roles, within seconds; 'mmto' (Hoki and Kaneko 2014)
            learns from records which moves experts prefer, through a search. If nothing is said,
            it is 'mmto' for records of chess and shogi, else 'patterns'.
        records: files of game records, or quoted patterns of them: of Othello .wtb, .ggf and .gam,
            of chess .pgn, of shogi .csa, .kif, .kifu, .ki2, .ki2u, .usi and .sfen, of any game
            .txt; also compressed by gzip or zstd.
        patterns: one or more of: 'board' (the default) derives patterns from the board's shape,
            'shipped' takes the pictures that come with Boardworth, 'A' to 'D' are large
            patterns of Othello; anything else is a picture file.
        configurations: LENGTH:MIN_COUNT: conjunctions of up to LENGTH facts that hold in at least
            MIN_COUNT training positions, instead of patterns, or beside those that --patterns asks
            for. Of them those are kept that explain most; LENGTH:MIN_COUNT:WEIGHTS says how many,
            images of each other counted once (2,000 if not given). They are counted in a sample of
            50,000 positions at most, MIN_COUNT in proportion; it is raised where there are more
            than 500,000 candidates, and a line says so. Searches with them are slow: in Othello a
            game of self-play takes 0.1 s of CPU time or more at 2,000 weights. Prefer --records, or
            few --games and --generations; --calibration 0 saves time, too.
        mined: MIN_COUNT positions are counted 'overall', or 'per-phase': then they are positions of
            one phase, and what is frequent in any phase counts as frequent.
        active: of the configurations that hold in a position, only the 'most-specific' ones count,
            those of which no specialisation holds (as in GLEM), or 'all'.
        match_heuristic: decide by random samples of the positions what is frequent (GLEM's
            MatchHeuristic), with this many standard deviations of certainty, such as 2; else all
            are counted.
        logic: 'whole' or 'parts': conjunctions of facts that prove what the rules ask for (moves,
            goals, what a move changes), instead of patterns, or beside those that --patterns and
            --configurations ask for. Of all proofs, or with 'parts' also of their
            sub-conjunctions, those are kept that explain most; whole:WEIGHTS says how many, images
            of each other counted once (2,000 if not given). The numbers of solutions of up to 40
            queries have weights, too. For rule sheets, and for built-in games that have a theory
            (see boardworth discover --method logic).
        theory: a file of rules that --logic makes its queries from, as in games/othello.theory: for
            a built-in game instead of those that come with it, for a rule sheet beside its own.
        terms: numbers about a position that have a weight in every phase, beside patterns and
            configurations; 'all' for all that the game has. Every game has 'moves', the number of
            the mover's legal moves. Othello has 'mobility', 'potential-mobility' and 'discs', the
            mover's less the opponent's, 'parity' and 'odd-regions'.
        target: what to estimate: the score, or whether the mover wins.
        loss: what the fit minimises: 'squares' of errors of scores; for the target 'win', the
            'cross-entropy' of results (the default) or squares of errors of the probability
            (GLEM's 'squared-probability').
        near_even: learn only from positions at most this many points from even, or with a chance
            at most this many percent from even for the target 'win', as first fits value them;
            0 for all positions.
        games: per generation of self-play (20,000 if not given); with 'mmto', of the records at
            most, the first ones (all if not given).
        generations: of self-play after the random one.
        depth: to which self-play searches (2 if not given), or to which 'mmto' searches every move:
            1 (if not given) is the move and quiescence search.
        exact: positions with at most this many moves to go are solved.
        phases: parts of the game with weights of their own: 13 if not given, 1 with 'mmto'.
        min_count: how often a configuration of a pattern too large for a table must occur to have
            weights.
        smooth: how strongly a weight is pulled towards the same weight in adjacent phases, in
            occurrences (600 is good for millions of positions); 0 pools adjacent phases instead.
        share: GLEM's rules for rare weights instead of pooling, beside --smooth or alone: KIND or
            KIND:OWN:MIN_COUNT. A weight that occurs OWN times in a phase (20 if not given) is
            fitted for it, one that occurs less than MIN_COUNT times (5) is 0 there; in between
            adjacent phases share 'one-weight' or a 'line'.
        prior: a model to begin every fit with (a file, or a game whose model comes with
            Boardworth). The fit scales it to the results and pulls weights towards it instead of 0.
            The result has its patterns, and others that --patterns names: those that fit into
            tables, so not 'A' to 'D', unless the prior has them.
        held_out: share of the games that is not learned from but measured on (by experts' moves,
            5,000 positions of them at most).
        calibration: positions on which shallow and deep searches are compared at the end, so that
            searches know what they may leave out (see boardworth calibrate); 0 for none.
        improve: a model to begin with (a file, or a game whose model comes with Boardworth): its
            searches label positions, and nothing is fitted to games first.
        searched: positions that are labelled by searches once there is a first model, half of them
            from the games, half of them met inside searches; 0 for none. Takes about a millisecond
            for each, and is worth it.
        label_depth: depth of the searches that label positions.
        solved: those searches go to the end where at most this many moves are to go.
        sequences: random sequences of states to take statistics from.
        domains: what arguments of fluents can be is 'stated' in the
            rules, as in the paper, or taken from all 'fluents' that there are, which finds more.
        scaled: make values points that compare with random games.
        relations: what is learned in chess, shogi and dobutsu: 'material' (piece values) first;
            then 'piece-square', 'king-piece' (a king and another piece) and 'piece-piece' (two
            pieces) together; then 'king-king-piece' and 'king-piece-piece'. Unless they are given,
            the last two are left out: their millions of weights need thousands of games.
        iterations: searches for each of these steps, with 8 updates after each; for material 12 at
            most, with 16 updates after each.
        batch: positions that an iteration searches, others every time; 0 for all, as in the paper.
        results: how much the result of a game counts beside each of its moves; 0 for moves alone,
            as in the paper. Records without results are learned from by moves alone.
        l1: how strongly weights other than material's are pulled to 0, in units of the objective.
        tapered: have weights for the beginning and for the end of a game, and mix them in between;
            usual in chess.
        patience: end a step early, after this many iterations in which the agreement with held-out
            games has not risen, and keep the weights that agreed best; 0 for all iterations, in
            which steps become smaller and smaller.
        seed: of everything random.
        threads: how many to use; they do not change the result.
        fresh: throw away the unfinished work of an earlier build to the same output.
    """
    given = locals()
    assert output is not None, "it is named after the game, if none is given"
    if budget is not None:
        known = {"game", "output", "force", "budget", "seed", "threads"}
        refuse_idle(build, given, given.keys() - known, "--budget")
        build_in_time(game, output, budget, seed, threads_or_all(threads))
        return
    if method == "paper":
        known = {"game", "output", "force", "method", "seed", "threads", *_OF_THE_PAPER}
        refuse_idle(build, given, given.keys() - known, "the method 'paper'")
        settings = PaperOptions(sequences, domains, scaled, seed)
        build_by_paper(game, output, settings, threads_or_all(threads))
        return
    if method == "mmto" or (method is None and records and moves_are_usual(game)):
        refuse_idle(build, given, given.keys() - set(KNOWN_TO_MOVES), "the method 'mmto'")
        if relations_are_learned(game, patterns or []):
            idle = ["terms", "min_count"]
            refuse_idle(build, given, idle, "relations of kings and pieces")
        options = MoveOptions(
            records or [], patterns or [], terms or [], relations or [], games, iterations, batch,
            depth or 1, results, l1, tapered, phases or 1, patience, held_out, min_count, seed,
        )  # fmt: skip
        build_by_moves(game, output, options, threads_or_all(threads), fresh=fresh)
        return
    _refuse_idle_settings(given)
    from boardworth.cli.console import ProgressBars
    from boardworth.evaluators import save_model
    from boardworth.features import FeatureSet, Terms, named_patterns, with_patterns
    from boardworth.features.logic import Theory
    from boardworth.fitting import Sharing
    from boardworth.recipes import Build, LogicChoice, Settings
    from boardworth.rules import load_game

    rules = load_game(game).turn_based()
    chosen = _configuration_choice(configurations, mined, active, match_heuristic)
    by_logic = LogicChoice.parse(logic) if logic is not None else None
    begin = model_of(prior) if prior is not None else None
    features = named_patterns(rules, patterns or ([] if chosen or by_logic or begin else ["board"]))
    if begin is not None:
        features = with_patterns(begin.weighted_sum.features, features.patterns)
    if terms:
        new = [name for name in Terms.named(rules, terms).names if name not in features.terms]
        parts = [*features.parts, *([Terms(rules, new)] if new else [])]
        features = FeatureSet(rules, features.patterns, features.valid, parts)
    if begin is not None:
        refuse_idle(build, given, ["min_count"], "--prior: no pattern without a table is new")
    elif not any(p.sparse for p in features.patterns):
        refuse_idle(build, given, ["min_count"], "patterns that fit into tables")
    work = Build(
        rules,
        output.with_name(output.name + ".build"),
        features=features,
        configurations=chosen,
        logic=by_logic,
        theory=Theory.read(theory, rules) if theory is not None else None,
        settings=Settings(
            target=target,
            loss=loss,
            stages=phases or _USUAL_PHASES,
            smooth=smooth,
            share=Sharing.parse(share) if share is not None else None,
            near_even=near_even,
            exact=exact,
            held_out=held_out,
            seed=seed,
            games=20_000 if games is None else games,
            generations=generations,
            depth=depth or _USUAL_DEPTH,
            min_count=min_count,
            calibration=calibration,
            searched=searched,
            label_depth=label_depth,
            solved=solved,
        ),
        records=find_files(records or []),
        improved=model_of(improve) if improve is not None else None,
        prior=begin,
        threads=threads_or_all(threads),
        reporter=ProgressBars(),
    )
    keep_in(work.workspace.folder)
    model = work.run(fresh=fresh)
    save_model(model, output)
    work.workspace.clear()
    tell_model(model, output)


def _configuration_choice(
    text: str | None, mined: str, active: str, certainty: float | None
) -> ConfigurationChoice | None:
    from boardworth.features import MatchHeuristic
    from boardworth.recipes import ConfigurationChoice

    if text is None:
        return None
    return ConfigurationChoice.parse(
        text,
        mined=mined.replace("-", " "),
        semantics=active.replace("-", " "),
        heuristic=MatchHeuristic(confidence=certainty) if certainty is not None else None,
    )


# Options that mean nothing to the other method.
_OF_THE_PAPER = ("sequences", "domains", "scaled")
# And to builds by patterns alone.
_OF_CONFIGURATIONS = ("mined", "active", "match_heuristic")


def _refuse_idle_settings(given: Mapping[str, Any]) -> None:
    """Raises for what a build by patterns would overlook."""
    refuse_idle(build, given, [*_OF_THE_PAPER, *OF_MOVES], "the method 'patterns'")
    if not given["configurations"]:
        refuse_idle(build, given, _OF_CONFIGURATIONS, "a build without --configurations")
    if not given["logic"]:
        refuse_idle(build, given, ["theory"], "a build without --logic")
    if not given["searched"]:
        refuse_idle(build, given, ["label_depth", "solved"], "a build without --searched")
    if given["records"] or given["improve"]:
        source = "--records" if given["records"] else "--improve"
        refuse_idle(build, given, ["generations"], f"a build with {source}")
        if not given["searched"]:
            refuse_idle(build, given, ["games", "depth"], f"a build with {source}")
