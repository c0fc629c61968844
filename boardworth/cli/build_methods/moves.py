"""Builds from experts' moves: boardworth build --method mmto."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

RelationKind: TypeAlias = Literal[
    "material", "piece-square", "king-piece", "piece-piece", "king-king-piece", "king-piece-piece"
]

# Options of a build that mean something to this method.
OF_MOVES = ("iterations", "relations", "results", "l1", "tapered", "batch", "patience")
ALL_GAMES = 10**9
KNOWN_TO_MOVES = (
    "game", "output", "force", "method", "seed", "threads", "fresh", "patterns", "terms",
    "min_count", "records", "games", "depth", "phases", "held_out", *OF_MOVES,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MoveOptions:
    """What the command line says of a build from moves."""

    records: list[str]
    patterns: list[str]
    terms: list[str]
    relations: list[RelationKind]
    games: int | None  # all of the records, if it is not said
    iterations: int
    batch: int
    depth: int
    results: float
    l1: float
    tapered: bool | None  # as is usual for the game, if it is not said
    phases: int
    patience: int
    held_out: float
    min_count: int
    seed: int


def moves_are_usual(game: str) -> bool:
    """Whether builds from a game's records learn from moves if nothing else is asked for."""
    from boardworth.recipes import learns_from_moves
    from boardworth.rules import load_game

    return learns_from_moves(load_game(game))


def relations_are_learned(game: str, patterns: list[str]) -> bool:
    """Whether relations of a game's kings and pieces have weights, and not patterns."""
    from boardworth.recipes import has_relations
    from boardworth.rules import load_game

    return has_relations(load_game(game)) and not patterns


def build_by_moves(
    game: str, output: Path, options: MoveOptions, threads: int, *, fresh: bool
) -> None:
    """Learns from experts' moves and writes the model."""
    from boardworth.cli.arguments import find_files
    from boardworth.cli.build_methods.built import tell_model
    from boardworth.cli.console import ProgressBars
    from boardworth.cli.output.interruption import keep_in
    from boardworth.errors import BoardworthError
    from boardworth.evaluators import save_model
    from boardworth.features import FeatureSet, Terms, named_patterns
    from boardworth.recipes import USUAL_RELATIONS, BuildFromMoves, ExpertSettings
    from boardworth.rules import load_game

    if not options.records:
        raise BoardworthError("the method 'mmto' learns from experts' moves: give their --records")
    rules = load_game(game).turn_based()
    related = relations_are_learned(game, options.patterns)
    if not related and options.relations:
        other = "--patterns" if options.patterns else f"{rules.name}, whose pieces have none"
        raise BoardworthError(f"--relations mean nothing to {other}")
    features = None
    if not related:
        patterns = named_patterns(rules, options.patterns or ["board"]).patterns
        parts = [Terms.named(rules, options.terms)] if options.terms else []
        features = FeatureSet(rules, patterns, parts=parts)
    tapered = options.tapered
    if tapered is None:
        tapered = related and rules.name == "chess" and options.phases == 1
    work = BuildFromMoves(
        rules,
        output.with_name(output.name + ".build"),
        find_files(options.records),
        features=features,
        relations=options.relations or USUAL_RELATIONS,
        settings=ExpertSettings(
            iterations=options.iterations,
            games=options.games if options.games is not None else ALL_GAMES,
            batch=options.batch,
            depth=options.depth,
            results=options.results,
            l1=options.l1,
            tapered=tapered,
            stages=options.phases,
            patience=options.patience,
            min_count=options.min_count,
            held_out=options.held_out,
            seed=options.seed,
        ),
        threads=threads,
        reporter=ProgressBars(),
    )
    keep_in(work.workspace.folder)
    model = work.run(fresh=fresh)
    save_model(model, output)
    work.workspace.clear()
    tell_model(model, output)
