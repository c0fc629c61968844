"""boardworth build: an evaluation from rules alone, or from records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from boardworth.cli.arguments import default_threads, find_files

if TYPE_CHECKING:
    from boardworth.features import FeatureSet
    from boardworth.rules import Game


def build(
    game: str,
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"])],
    records: Annotated[list[str] | None, Parameter(consume_multiple=True, negative="")] = None,
    patterns: str = "board",
    target: Literal["score", "win"] = "score",
    games: int = 20_000,
    generations: int = 4,
    depth: int = 2,
    exact: int = 10,
    stages: int = 13,
    held_out: float = 0.1,
    seed: int = 0,
    threads: int | None = None,
) -> None:
    """Construct an evaluation of a game and write it to a model file.

    Without records the evaluation teaches itself by self-play. A build that is interrupted goes on
    where it was when the same command is given again, and ends with the same bytes.

    For example:

        boardworth build othello -o othello.model
        boardworth build othello --records 'wthor/*.wtb' -o othello.model
        boardworth build othello --patterns shipped --games 5000 -o quick.model

    Args:
        game: name of a built-in game.
        output: the model file to write.
        records: files of game records (.wtb, .ggf, .txt), or quoted patterns of them.
        patterns: 'board' derives patterns from the board's shape, 'shipped' takes the pictures that
            come with Boardworth; anything else is a picture file.
        target: what to estimate: the score, or whether the mover wins.
        games: per generation of self-play.
        generations: of self-play after the random one.
        depth: to which self-play searches.
        exact: positions with at most this many moves to go are solved.
        stages: parts of the game with weights of their own.
        held_out: share of the games that is not learned from but measured on.
        seed: of everything random.
        threads: how many to use; they do not change the result.
    """
    from boardworth.cli import console
    from boardworth.errors import BoardworthError
    from boardworth.evaluators import save_model
    from boardworth.recipes import Build, Settings
    from boardworth.rules import load_game

    rules = load_game(game)
    if not output.parent.is_dir():
        raise BoardworthError(f"no such folder: {output.parent}")
    settings = Settings(
        target=target,
        stages=stages,
        exact=exact,
        held_out=held_out,
        seed=seed,
        games=games,
        generations=generations,
        depth=depth,
    )
    work = Build(
        rules,
        output.with_name(output.name + ".build"),
        features=_features(rules, patterns),
        settings=settings,
        records=find_files(records or []),
        threads=threads or default_threads(),
        reporter=console.ProgressBars(),
    )
    model = work.run()
    save_model(model, output)
    work.workspace.clear()
    held = model.metrics["held_out"]["all"]
    console.output().print(
        f"{output}: {len(model.features):,} weights in each of {len(model.stages)} stages, from "
        f"{model.provenance['data']['positions']:,} positions of "
        f"{model.provenance['data']['games']:,} games; held out: MSE {held['mse']:g}, "
        f"MAE {held['mae']:g}, correlation {held['correlation']:g}"
    )


def _features(rules: Game, patterns: str) -> FeatureSet:
    from boardworth.errors import BoardworthError
    from boardworth.features import board_patterns, read_pictures, shipped_pictures

    if patterns == "board":
        return board_patterns(rules)
    path = shipped_pictures(rules) if patterns == "shipped" else Path(patterns)
    if path is None:
        raise BoardworthError(f"no pictures come with Boardworth for {rules.name}")
    if not path.is_file():
        raise BoardworthError(f"no such picture file: {path}")
    return read_pictures(rules, path)
