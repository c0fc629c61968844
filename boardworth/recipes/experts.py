"""An evaluation from experts' moves: what records show is preferred, searches learn to prefer."""

from __future__ import annotations

import hashlib
import platform
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from boardworth.errors import BoardworthError, in_few_lines
from boardworth.features import FeatureSet, Relations
from boardworth.features.feature import MIN_COUNT
from boardworth.features.relations import KINDS
from boardworth.features.relations.conditions import KNOWN
from boardworth.fitting import MMTO, Model
from boardworth.positions import Comparisons, comparisons
from boardworth.recipes.reporter import Reporter, Silent, Steps
from boardworth.recipes.workspace import Workspace
from boardworth.rules.records import read_in_parts
from boardworth.search import PvLeaves, search_features
from boardworth.search.features import QUICK_LEARNING
from boardworth.words import counted

if TYPE_CHECKING:
    from boardworth.files import FilePath
    from boardworth.rules import Game
    from boardworth.rules.records import GameRecord

USUAL_RELATIONS = KINDS[:4]
# Learned together, each group after those before it: what is learned first begins with nothing.
_TOGETHER = (KINDS[:1], KINDS[1:4], KINDS[4:5], KINDS[5:])
_READING = "reading records"
# Held-out positions beyond these only cost time.
_HELD_OUT = 5000
# Fewer positions say little of thousands of weights, and of millions if each has more of them.
_FEW_POSITIONS, _WEIGHTS_OF_A_POSITION = 5000, 100
# Adam's steps at first, in steps of the grids, and updates for every search. They are halved after
# every quarter of the iterations.
_RATE, _REUSES, _QUARTERS = 4.0, 8, 4
# Piece values are few numbers: they are found in fewer iterations of fewer positions, and larger
# steps, for the dearest ones have some hundreds to go.
_MATERIAL_RATE, _MATERIAL_REUSES, _MATERIAL_ITERATIONS, _MATERIAL_BATCH = 8.0, 16, 12, 10_000
# What a piece is worth at first, in the paper's units. Chess has few kinds of pieces: with the
# paper's 500 a pawn would be worth nearly twice as much as in shogi.
_PIECE_VALUE = {"chess": 250.0}
_USUAL_PIECE_VALUE = 500.0
# The paper's units in one of log-odds: a pawn more, in shogi, says less of the result.
_RESULTS_UNIT = {"chess": 250.0}
_USUAL_RESULTS_UNIT = 600.0

_RANGES: list[tuple[str, float, float]] = [
    ("iterations", 1, 10_000),
    ("games", 2, 10**9),
    ("batch", 0, 10**9),
    ("depth", 1, 8),
    ("results", 0.0, 10**6),
    ("l1", 0.0, 10**6),
    ("stages", 1, 255),
    ("min_count", 1, 10**9),
    ("patience", 0, 10_000),
    ("held_out", 0.001, 0.9),
    ("seed", 0, 2**63 - 1),
]


class ExpertSettings(msgspec.Struct, frozen=True, kw_only=True):
    """All that learning from moves depends on, besides its inputs. The same give the same bytes."""

    iterations: int = 64  # searches of all positions of a batch, for each group of relations
    games: int = 10**9  # at most, the first of the records
    batch: int = 50_000  # positions that an iteration searches, others every time; 0 for all
    depth: int = 1  # of searches: a move and quiescence search
    results: float = 40.0  # how much the result of a game counts beside each of its moves
    l1: float = 0.02  # lambda_1
    tapered: bool = False  # weights for the beginning and the end of a game, mixed by progress
    stages: int = 1  # parts of the game with weights of their own
    min_count: int = MIN_COUNT  # of sparse patterns
    # Iterations without a better held-out agreement after which a group ends, with the weights
    # that agreed best; 0: never.
    patience: int = 0
    held_out: float = 0.1  # share of the games that is only measured on
    seed: int = 0  # of everything random

    def __post_init__(self) -> None:
        for name, low, high in _RANGES:
            value = getattr(self, name)
            if not low <= value <= high:
                raise BoardworthError(f"{name} = {value}: it must be from {low} to {high:g}")
        if self.tapered and self.stages > 1:
            raise BoardworthError(
                f"tapered weights change from move to move: they have no {self.stages} phases"
            )

    def method(self, game: Game, *, material_alone: bool, with_results: bool) -> MMTO:
        """How weights are learned.

        Quiescence search leaves out captures that lose an exchange, where it knows them. Without
        results nothing says what a piece is worth in chances to win: then the sum of piece values
        is kept.
        """
        known = search_features(game)
        features = tuple(name for name in QUICK_LEARNING if name in known)
        iterations, batch = self.iterations, self.batch
        if material_alone:
            iterations = min(iterations, _MATERIAL_ITERATIONS)
            batch = min(batch, _MATERIAL_BATCH)
        return MMTO(
            PvLeaves(self.depth, features or "learning"),
            iterations=iterations,
            reuses=_MATERIAL_REUSES if material_alone else _REUSES,
            update="adam",
            rate=_MATERIAL_RATE if material_alone else _RATE,
            halved_every=-(-iterations // _QUARTERS),
            results=self.results if with_results else 0.0,
            results_unit=_RESULTS_UNIT.get(game.name, _USUAL_RESULTS_UNIT),
            constrained=not (with_results and self.results > 0),
            l1=self.l1,
            piece_value=_PIECE_VALUE.get(game.name, _USUAL_PIECE_VALUE),
            stages=self.stages,
            tapered=self.tapered,
            patience=self.patience,
            batch=batch,
            min_count=self.min_count,
            seed=self.seed,
        )


def has_relations(game: Game) -> bool:
    """Whether relations of a game's kings and pieces are known."""
    return game.name in KNOWN


def learns_from_moves(game: Game) -> bool:
    """Whether records of a game are learned from by their moves if nothing else is asked for.

    So they are where quiescence search is usual, and relations are known: a static value says
    little of a result there.
    """
    return has_relations(game) and len(search_features(game)) > 0


class BuildFromMoves:
    """One construction of an evaluation from experts' moves, resumable after every iteration.

    Args:
        game: what to evaluate.
        folder: where finished steps are kept until the work is done.
        records: files of game records.
        features: what to sum over; without them, relations of kings and pieces.
        relations: the kinds of them; those without millions of weights if there are neither.
        settings: everything else that the result depends on.
        threads: how many to use; they do not change the result.
        reporter: shows progress.
    """

    def __init__(
        self,
        game: Game,
        folder: FilePath,
        records: Sequence[FilePath],
        *,
        features: FeatureSet | None = None,
        relations: Sequence[str] = USUAL_RELATIONS,
        settings: ExpertSettings | None = None,
        threads: int = 1,
        reporter: Reporter | None = None,
    ) -> None:
        self.game = game
        self.records = [Path(path) for path in records]
        self.settings = settings or ExpertSettings()
        self.threads = threads
        # Each begins with the weights of the one before.
        self.chain = [features] if features is not None else _chain(game, relations)
        steps = [_READING, *map(_learning, self.chain)]
        self.reporter = Steps(reporter or Silent(), steps)
        last = self.chain[-1]
        self.inputs: dict[str, Any] = {
            "game": game.definition,
            "patterns": msgspec.to_builtins(last.patterns),
            "parts": [part.definition for part in last.parts],
            "settings": msgspec.to_builtins(self.settings),
            "records": [
                [path.name, hashlib.sha256(path.read_bytes()).hexdigest()] for path in self.records
            ],
            "versions": {
                "boardworth": version("boardworth"),
                "numpy": version("numpy"),
                "python": platform.python_version(),
            },
        }
        self.workspace = Workspace(Path(folder), msgspec.json.encode(self.inputs), self.reporter)

    def run(self, *, fresh: bool = False) -> Model:
        """Does what is not done yet and returns the model; `fresh` throws earlier work away."""
        with self.workspace.opened(fresh=fresh):
            data = self._comparisons()
            train, held_out = data.split(self.settings.held_out, self.settings.seed)
            held_out = held_out.thinned(_HELD_OUT)
            model: Model | None = None
            for number, features in enumerate(self.chain):
                model = self._learn(number, features, model, train, held_out)
            assert model is not None
            games = len(np.unique(data.game_ids))
            summary = {"games": games, "positions": len(data)}
            return replace(model, provenance={**self.inputs, **model.provenance, "data": summary})

    def _comparisons(self) -> Comparisons:
        with self.reporter.task(_READING, 1):
            found = comparisons(self.game, self._games(), self.settings.games)
        if len(found) == 0:
            files = ", ".join(map(str, self.records))
            raise BoardworthError(f"no games with moves in {files}")
        self.reporter.line(f"{len(found):,} positions with experts' moves")
        weights = len(self.chain[-1])
        if len(found) < max(min(_FEW_POSITIONS, weights), weights // _WEIGHTS_OF_A_POSITION):
            warnings.warn(
                f"{len(found):,} positions are few for {weights:,} weights: from more games the "
                "model would learn more",
                stacklevel=2,
            )
        return found

    def _games(self) -> Iterator[GameRecord]:
        for path in self.records:
            for part in read_in_parts(self.game, path):
                for problem in in_few_lines(part.problems):
                    self.reporter.line(f"skipped: {problem}")
                yield from part.games

    def _learn(
        self,
        number: int,
        features: FeatureSet,
        initial: Model | None,
        train: Comparisons,
        held_out: Comparisons,
    ) -> Model:
        """One link of the chain."""
        kinds = _kinds(features)
        checkpoint = self.workspace.kept(f"learning-{number}.npz")
        method = replace(
            self.settings.method(
                self.game,
                material_alone=kinds == KINDS[:1],
                with_results=not np.isnan(train.results).all(),
            ),
            initial=initial,
            checkpoint=checkpoint,
            watch=self._show,
        )
        done = 0.0
        with self.reporter.task(_learning(features), 1) as advance:

            def progress(share: float) -> None:
                nonlocal done
                advance(max(share - done, 0))
                done = max(share, done)

            model = self.workspace.model(
                f"model-{number}",
                lambda: method.fit(
                    features, train, held_out, threads=self.threads, progress=progress
                ),
            )
        checkpoint.unlink(missing_ok=True)
        return model

    def _show(self, iteration: int, _model: Model, figures: dict[str, Any]) -> None:
        """A line for every iteration; ties are broken by lot, for at first nearly all are tied."""
        parts = [
            f"{name.replace('_', '-')} {100 * figures[name]['agreement_by_lot']:.1f} %"
            for name in ("train", "held_out")
            if name in figures
        ]
        after = counted(iteration, "iteration")
        self.reporter.line(f"  after {after}: agreement {', '.join(parts)}")


def _kinds(features: FeatureSet) -> tuple[str, ...]:
    """Of their relations, if they are such."""
    last = features.parts[-1] if features.parts else None
    return tuple(last.kinds) if isinstance(last, Relations) else ()


def _learning(features: FeatureSet) -> str:
    """The step in which their weights are learned."""
    return f"learning {', '.join(_kinds(features)) or 'weights'}"


def _chain(game: Game, kinds: Sequence[str]) -> list[FeatureSet]:
    """Material, then larger and larger relations (section 4.3 of the paper)."""
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown or not kinds:
        what = f"relation '{unknown[0]}'" if unknown else "no relations"
        raise BoardworthError(f"{what}: expected some of {', '.join(KINDS)}")
    groups = [[kind for kind in group if kind in kinds] for group in _TOGETHER]
    chain = accumulate(group for group in groups if group)
    return [FeatureSet(game, [], parts=[Relations(game, chosen)]) for chosen in chain]
