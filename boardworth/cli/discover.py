"""boardworth discover: the configurations, patterns or logic features that best predict scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter, validators

from boardworth.cli.arguments import (
    Exact,
    Name,
    Seed,
    Threads,
    find_files,
    game_by_endings,
    refuse_idle,
    threads_or_all,
)
from boardworth.cli.output.figures import give
from boardworth.cli.paths import Input
from boardworth.errors import BoardworthError, NotFitted

if TYPE_CHECKING:
    from pathlib import Path

    from boardworth.positions import Dataset

_PARQUET = b"PAR1"
# Options that mean nothing to a method.
_IDLE = {
    "genconf": ["patterns", "theory", "seed"],
    "patterns": ["theory", "min_count", "max_length"],
    "logic": ["patterns", "min_count", "max_length"],
}


def discover(
    data: Annotated[list[str], Input(), Parameter(negative="")],
    /,
    *,
    method: Literal["genconf", "patterns", "logic"] = "genconf",
    patterns: Annotated[
        list[str] | None, Input(), Parameter(consume_multiple=True, negative="")
    ] = None,
    theory: Annotated[str | None, Input()] = None,
    game: Name | None = None,
    min_count: Annotated[float, Parameter(validator=validators.Number(gt=0))] = 0.01,
    max_length: Annotated[int, Parameter(validator=validators.Number(gte=1, lte=64))] = 3,
    top: Annotated[int, Parameter(validator=validators.Number(gte=1, lte=1000))] = 10,
    games: Annotated[int, Parameter(validator=validators.Number(gte=20, lte=10**6))] = 1000,
    exact: Exact = 10,
    seed: Seed = 0,
    threads: Threads | None = None,
) -> None:
    """Find the configurations, patterns or logic features that best predict scores of positions.

    genconf finds all configurations (conjunctions of facts such as 'a1 own') that occur often
    enough, and lists those that explain most of the scores' variance; images of each other are
    listed once. Boards show x for the mover's pieces, o for the opponent's, - for empty squares.
    patterns lists the lines and rectangles of the board, or other patterns, by the variance that a
    fit of each alone explains on games it has not seen. logic lists queries over the rules (facts,
    moves, goals, parts of what defines them, what a move changes) by the variance that their
    numbers of solutions or of proofs explain alone, for what they cost.

    For example:

        boardworth discover wthor/WTH_2016.wtb
        boardworth discover positions.parquet --min-count 0.05 --max-length 2 --top 20
        boardworth discover 'wthor/*.wtb' --method patterns --top 5
        boardworth discover connect-four --method logic
        boardworth discover game.gdl --method logic --theory my.theory

    Args:
        data: a dataset in a Parquet file, or files of game records, or quoted patterns of them; for
            logic features also a game or a rule sheet: then positions of random games are scored.
        method: configurations by genconf, patterns, or logic features.
        patterns: which ones to compare, named as for boardworth build.
        theory: a file of rules that logic features are queries over, as for boardworth build.
        game: of the records, where their endings do not tell it (default othello); a dataset knows
            its own.
        min_count: the least share of the positions, or from 1 on their number.
        max_length: the greatest number of facts in a configuration.
        top: how many to list.
        games: of random play, where DATA is a game.
        exact: positions of records with at most this many moves to go are solved.
        seed: of the choice of held-out games, or of random games.
        threads: how many to use; they do not change the result.
    """
    refuse_idle(discover, locals(), _IDLE[method], f"--method {method}")
    workers = threads_or_all(threads)
    if method == "logic" and _is_game(data):
        refuse_idle(discover, locals(), ["game", "exact"], f"random games of {data[0]}")
        positions = _at_random(data[0], games, seed, workers)
    else:
        source = "records and datasets"
        refuse_idle(discover, locals(), ["games", *(["seed"] if method == "logic" else [])], source)
        files = find_files(data)
        dataset = _dataset(files)
        if dataset is not None:
            refuse_idle(discover, locals(), ["game", "exact"], f"the dataset {dataset}")
        positions = _read(files, dataset, game, exact, workers)
    if len(positions) == 0:
        raise BoardworthError("no position to learn from")
    if method == "patterns":
        _show_patterns(positions, patterns or ["board"], top, seed, workers)
    elif method == "logic":
        _show_logic(positions, theory, top, workers)
    else:
        _show_configurations(positions, min_count, max_length, top, workers)


def _is_game(data: list[str]) -> bool:
    """Whether it is one game, by its name or its rules."""
    from pathlib import Path

    from boardworth import _core
    from boardworth.evaluators import is_rule_sheet

    (first, *others) = data
    missing = not Path(first).exists() and first.endswith((".gdl", ".kif"))
    return not others and (first in _core.game_names() or is_rule_sheet(first) or missing)


def _at_random(name: str, games: int, seed: int, threads: int) -> Dataset:
    """The positions of random games, scored by how these ended."""
    from boardworth.positions import Dataset
    from boardworth.rules import load_game
    from boardworth.search.core_games import SelfPlayPlan, play_at_random

    game = load_game(name).turn_based()
    played = play_at_random(game, SelfPlayPlan(games, seed=seed, threads=threads))
    progress = game.progress(played.positions)
    return Dataset(game, played.positions, played.scores, progress, played.games)


def _dataset(files: list[Path]) -> Path | None:
    """The one file, if it is a dataset."""
    datasets = [path for path in files if path.open("rb").read(len(_PARQUET)) == _PARQUET]
    if datasets and len(files) > 1:
        raise BoardworthError(f"{datasets[0]} is a dataset: it cannot be joined with other files")
    return datasets[0] if datasets else None


def _read(
    files: list[Path], dataset: Path | None, game: str | None, exact: int, threads: int
) -> Dataset:
    """A dataset from one Parquet file, or labelled records."""
    from boardworth.cli.score import read_positions
    from boardworth.positions import Dataset
    from boardworth.rules import load_game

    if dataset is not None:
        return Dataset.load(dataset)
    name = game or game_by_endings(files, "othello")
    return read_positions(load_game(name), files, exact, threads)


def _show_configurations(
    data: Dataset, min_count: float, max_length: int, top: int, threads: int
) -> None:
    from boardworth.cli.console import ProgressBars, show_table
    from boardworth.recipes.discover import discover_configurations

    least = max(1, round(min_count * len(data))) if min_count < 1 else round(min_count)
    found = discover_configurations(
        data,
        min_count=least,
        max_length=max_length,
        top=top,
        threads=threads,
        reporter=ProgressBars(),
    )
    if not found:
        raise BoardworthError(f"no configuration is active in {least:,} of {len(data):,} positions")
    rows = [
        (
            f.configuration.draw(),
            str(f.configuration),
            f"{f.count:,}",
            f"{f.count / len(data):.1%}",
            f"{f.share:.2%}",
            f"{f.weight:+.2f}",
        )
        for f in found
    ]
    show_table(
        f"configurations active in at least {least:,} of {len(data):,} positions",
        ("board", "configuration", ">count", ">of all", ">variance", ">weight"),
        [[row] for row in rows],
        "variance: explained by it alone; weight: in points, fitted with the others listed",
    )
    _give(
        data,
        "genconf",
        [
            {
                "name": str(f.configuration),
                "count": f.count,
                "variance": f.share,
                "weight": f.weight,
            }
            for f in found
        ],
    )


def _show_patterns(data: Dataset, names: list[str], top: int, seed: int, threads: int) -> None:
    from boardworth.cli.console import ProgressBars, show_table
    from boardworth.features import draw_pattern, named_patterns
    from boardworth.recipes.discover import discover_patterns

    found = discover_patterns(
        data,
        named_patterns(data.game, names).patterns,
        top=top,
        seed=seed,
        threads=threads,
        reporter=ProgressBars(),
    )
    rows = [
        (
            draw_pattern(data.game, f.pattern).partition("\n")[2],
            f.pattern.name,
            f"{f.weights:,}",
            f"{f.share:.2%}",
        )
        for f in found
    ]
    show_table(
        f"patterns on {len(data):,} positions",
        ("board", "pattern", ">weights", ">variance"),
        [[row] for row in rows],
        "variance: explained by it alone, with all its images, on held-out games",
    )
    features = [{"name": f.pattern.name, "weights": f.weights, "variance": f.share} for f in found]
    _give(data, "patterns", features)


def _show_logic(data: Dataset, theory: str | None, top: int, threads: int) -> None:
    from boardworth.cli.console import ProgressBars, show_table
    from boardworth.features.logic import Theory
    from boardworth.features.logic.constraints import check_constraints
    from boardworth.recipes import measured_features, unfolded_features
    from boardworth.recipes.generated_logic import BY_STEPS

    bars = ProgressBars()
    with bars.task("unfolding", 1):
        game = data.game
        rules = Theory.read(theory, game) if theory is not None else Theory.of(game)
        check_constraints(rules, data.positions, threads)
        unfoldings = unfolded_features(game, BY_STEPS, theory=rules, threads=threads, reporter=bars)
    if not unfoldings:
        raise NotFitted(f"{game.name} has no logic feature within the bounds")
    found = measured_features(unfoldings, data, threads)
    if not found:
        raise NotFitted(
            f"none of {len(unfoldings):,} logic features tells anything about the scores of "
            f"{len(data):,} positions"
        )
    rows = [
        (
            f.name,
            f"{len(f.unfolding.solutions):,}",
            f"{len(f.unfolding):,}",
            f"{f.literals:,}",
            f"{f.share:.2%}",
            f"{f.proofs:.2%}",
            f"{f.worth:.3g}",
        )
        for f in found[:top]
    ]
    show_table(
        f"{len(found):,} logic features that tell something, on {len(data):,} positions",
        ("feature", ">solutions", ">proofs", ">literals", ">variance", ">by proofs", ">worth"),
        [[row] for row in rows],
        "variance: explained by the number of solutions alone, or by that of proofs; worth: the "
        "larger of them for every thousand literals",
    )
    _give(
        data,
        "logic",
        [
            {
                "name": f.name,
                "solutions": len(f.unfolding.solutions),
                "proofs": len(f.unfolding),
                "literals": f.literals,
                "variance": f.share,
                "variance_by_proofs": f.proofs,
                "worth": f.worth,
            }
            for f in found[:top]
        ],
    )


def _give(data: Dataset, method: str, features: list[dict[str, Any]]) -> None:
    result = {"method": method, "positions": len(data), "features": features}
    give(data.game.name, result)
