"""boardworth build: an evaluation from rules alone, or from records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from boardworth.cli.arguments import (
    Threads,
    check_output,
    find_files,
    model_of,
    threads_or_all,
)

if TYPE_CHECKING:
    from boardworth.fitting import Model


def build(
    game: str,
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"])],
    records: Annotated[list[str] | None, Parameter(consume_multiple=True, negative="")] = None,
    patterns: Annotated[list[str] | None, Parameter(consume_multiple=True, negative="")] = None,
    target: Literal["score", "win"] = "score",
    games: int = 20_000,
    generations: int = 4,
    depth: int = 2,
    exact: int = 10,
    stages: int = 13,
    least_seen: int = 75,
    smooth: float = 0.0,
    held_out: float = 0.1,
    calibration: int = 600,
    improve: Path | None = None,
    searched: int = 0,
    label_depth: int = 8,
    solved: int = 12,
    seed: int = 0,
    threads: Threads | None = None,
    fresh: Annotated[bool, Parameter(negative="")] = False,
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
        boardworth build connect-four --games 5000 -o connect-four.model
        boardworth build game.gdl -o game.model

    Args:
        game: a built-in game, a rule sheet that comes with Boardworth, or a rule sheet's file.
        output: the model file to write.
        records: files of game records (.wtb, .ggf, .gam, .txt, also compressed by gzip), or quoted
            patterns of them.
        patterns: one or more of: 'board' (the default) derives patterns from the board's shape,
            'shipped' takes the pictures that come with Boardworth, 'A' to 'D' are large
            patterns of Othello; anything else is a picture file.
        target: what to estimate: the score, or whether the mover wins.
        games: per generation of self-play.
        generations: of self-play after the random one.
        depth: to which self-play searches.
        exact: positions with at most this many moves to go are solved.
        stages: parts of the game with weights of their own.
        least_seen: how often a configuration of a pattern too large for a table must occur to have
            weights.
        smooth: how strongly a weight is pulled towards the same weight in adjacent stages, in
            occurrences (600 is good for millions of positions); 0 pools adjacent stages instead.
        held_out: share of the games that is not learned from but measured on.
        calibration: positions on which shallow and deep searches are compared at the end, so that
            searches know what they may leave out (see boardworth calibrate); 0 for none.
        improve: a model to begin with (a file, or a game whose model comes with Boardworth): its
            searches label positions, and nothing is fitted to games first.
        searched: positions that are labelled by searches once there is a first model, half of them
            from the games, half of them met inside searches; 0 for none. Takes about a millisecond
            for each, and is worth it.
        label_depth: depth of the searches that label positions.
        solved: those searches go to the end where at most this many moves are to go.
        seed: of everything random.
        threads: how many to use; they do not change the result.
        fresh: throw away the unfinished work of an earlier build to the same output.
    """
    from boardworth.cli.console import ProgressBars
    from boardworth.evaluators import save_model
    from boardworth.features import named_patterns
    from boardworth.recipes import Build, Settings
    from boardworth.rules import load_game

    rules = load_game(game)
    check_output(output)
    work = Build(
        rules,
        output.with_name(output.name + ".build"),
        features=named_patterns(rules, patterns or ["board"]),
        settings=Settings(
            target=target,
            stages=stages,
            smooth=smooth,
            exact=exact,
            held_out=held_out,
            seed=seed,
            games=games,
            generations=generations,
            depth=depth,
            least_seen=least_seen,
            calibration=calibration,
            searched=searched,
            label_depth=label_depth,
            solved=solved,
        ),
        records=find_files(records or []),
        improved=model_of(improve) if improve is not None else None,
        threads=threads_or_all(threads),
        reporter=ProgressBars(),
    )
    model = work.run(fresh=fresh)
    save_model(model, output)
    work.workspace.clear()
    print(f"{output}: {_summary(model)}")


def _summary(model: Model) -> str:
    data, held_out = model.provenance["data"], model.metrics["held_out"]["all"]
    return (
        f"{len(model.features):,} weights in each of {len(model.stages)} stages, from "
        f"{data['positions']:,} positions of {data['games']:,} games; held out: MSE "
        f"{held_out['mse']:g}, MAE {held_out['mae']:g}, correlation {held_out['correlation']:g}"
        if held_out["rows"]
        else f"{len(model.features):,} weights in each of {len(model.stages)} stages; "
        "every held-out position was also met in training"
    )
