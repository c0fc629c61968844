"""The main job: an evaluation from rules alone, or from game records.

Without records the evaluation teaches itself: generation 0 plays at random, every later one with
the evaluation that the generations before it gave. Endings are solved exactly, so truth spreads
backwards from the end of the game. Either way searches may then label positions again.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from boardworth.errors import BoardworthError, NotFitted
from boardworth.evaluators import Evaluator
from boardworth.features import FeatureSet, board_patterns
from boardworth.features.logic import Theory
from boardworth.features.logic.constraints import check_constraints
from boardworth.positions import Dataset, concatenate, label, no_positions, self_play
from boardworth.recipes.build_steps import (
    CALIBRATION,
    FIT,
    READING,
    build_steps,
    fit_of,
    self_play_of,
)
from boardworth.recipes.generated_logic import BY_STEPS, unfolded_features
from boardworth.recipes.near_even import near_even_positions
from boardworth.recipes.records import label_file
from boardworth.recipes.reporter import Reporter, Silent, Steps
from boardworth.recipes.searched_positions import SearchedPositions
from boardworth.recipes.settings import Settings
from boardworth.recipes.workspace import Workspace
from boardworth.rules import Game, progress_near_the_end
from boardworth.search import AlphaBeta, Limit, Player, RandomPlayer, StopSign, calibrate, solve_all

if TYPE_CHECKING:
    from boardworth.features.logic import Unfolding
    from boardworth.files import FilePath
    from boardworth.fitting import Model
    from boardworth.recipes.configurations import ConfigurationChoice
    from boardworth.recipes.logic import LogicChoice

# Games per finished step: what a kill can cost at most.
GAMES_PER_STEP = 1000
# A generation's fit uses its own games and those of the generations just before it.
GENERATIONS_PER_FIT = 2
# Random moves before play begins, as shares of a whole game: at least and at most.
RANDOM_OPENING = (0.1, 0.65)
RANDOM_GAME = (0.15, 0.85)
CALIBRATION_DEPTH = 8


class Build:
    """One construction of an evaluation, resumable step by step.

    Args:
        game: what to evaluate.
        folder: where finished steps are kept until the work is done.
        features: what to sum over; without them, patterns derived from the board.
        configurations: which ones every fit chooses and adds to these features.
        logic: which patterns of logic features every fit chooses and adds to them.
        theory: what these are queries over; without it, the game's own.
        settings: everything else that the result depends on.
        records: files of game records; without them, self-play.
        improved: a model whose searches label positions; without it, one is fitted to games first.
        prior: a model that every fit begins with; its features are among those to sum over.
        threads: how many to use; they do not change the result.
        reporter: shows progress.
    """

    def __init__(
        self,
        game: Game,
        folder: FilePath,
        *,
        features: FeatureSet | None = None,
        configurations: ConfigurationChoice | None = None,
        logic: LogicChoice | None = None,
        theory: Theory | None = None,
        settings: Settings | None = None,
        records: Sequence[FilePath] = (),
        improved: Model | None = None,
        prior: Model | None = None,
        threads: int = 1,
        reporter: Reporter | None = None,
    ) -> None:
        self.game = game
        self.features = features if features is not None else board_patterns(game)
        self.configurations = configurations
        self.logic = logic
        self.settings = settings or Settings()
        self.records = [Path(path) for path in records]
        self.improved = improved
        self.prior = prior
        self.threads = threads
        steps = build_steps(self.settings, records=bool(records), improved=improved is not None)
        self.reporter = Steps(reporter or Silent(), steps)
        if improved is not None:
            _check_improvable(improved, game, self.settings)
        if prior is not None:
            _check_prior(prior, game, self.settings)
        # It fails early if there is none.
        self.theory = theory or (Theory.of(game) if logic is not None else None)
        self.inputs: dict[str, Any] = {
            "game": game.definition,
            "patterns": msgspec.to_builtins(self.features.patterns),
            "valid": [
                hashlib.sha256(valid.tobytes()).hexdigest() for valid in self.features.valid or ()
            ],
            "settings": msgspec.to_builtins(self.settings),
            "records": [[path.name, _digest(path)] for path in self.records],
            "parts": [part.definition for part in self.features.parts],
            "versions": {
                "boardworth": version("boardworth"),
                "numpy": version("numpy"),
                "python": platform.python_version(),
            },
        }
        for name, choice in (("configurations", configurations), ("logic", logic)):
            if choice is not None:
                self.inputs[name] = msgspec.to_builtins(choice)
        if theory is not None:
            self.inputs["theory"] = [str(rule) for rule in theory.added]
        for name, model in (("improved", improved), ("prior", prior)):
            if model is not None:
                weights = hashlib.sha256(model.weighted_sum.weights.tobytes()).hexdigest()
                self.inputs[name] = {"weights": weights, "from": dict(model.provenance)}
        self.workspace = Workspace(Path(folder), msgspec.json.encode(self.inputs), self.reporter)

    def run(self, *, fresh: bool = False) -> Model:
        """Does all steps that are not done yet and returns the model.

        With `fresh`, earlier work in the folder is thrown away; without, work of other settings
        is an error.
        """
        with self.workspace.opened(fresh=fresh):
            if self.improved is not None:
                model, games = self.improved, self._record_positions()
            else:
                model, games = self._from_records() if self.records else self._from_self_play()
            if self.settings.searched:
                model = self._from_searches(model, games)
            return self._calibrated(model)

    def _from_records(self) -> tuple[Model, Dataset]:
        data = self._record_positions()
        if len(data) == 0:
            raise NotFitted("there is no position to learn from")
        return self.workspace.model("model", lambda: self._fit(data, FIT, [])), data

    def _record_positions(self) -> Dataset:
        parts = []
        with self.reporter.task(READING, len(self.records)) as advance:
            for number, path in enumerate(self.records):
                make = partial(self._label_file, path)
                parts.append(self.workspace.dataset(f"records-{number:04d}", make))
                advance(1)
        return concatenate([no_positions(self.game), *parts])

    def _from_searches(self, model: Model, games: Dataset) -> Model:
        """Learns again, from positions that searches evaluate and that deeper searches label.

        Players of records know what they do: games of self-play from random openings add positions
        that are as lopsided as those in a search.
        """
        settings = self.settings
        if self.records or self.improved is not None:
            games = concatenate([games, self._play_generation(1, model)])
        searches = SearchedPositions(
            workspace=self.workspace,
            reporter=self.reporter,
            count=settings.searched,
            depth=settings.label_depth,
            solved=settings.solved,
            held_out=settings.held_out,
            seed=settings.seed,
            threads=self.threads,
        )
        first = self.workspace.model("calibrated", lambda: self._calibrated(model))
        data = searches.label(first, games, settings.fitter())
        history = [*model.metrics.get("generations", []), _entry(model)]
        return self.workspace.model("refitted", lambda: self._fit(data, FIT, history))

    def _calibrated(self, model: Model) -> Model:
        """The model with its searches compared; games too short for that go without."""
        positions = self.settings.calibration
        if not positions:
            return model
        with self.reporter.task(CALIBRATION, positions) as advance:
            try:
                selectivity = calibrate(
                    model,
                    positions=positions,
                    depth=CALIBRATION_DEPTH,
                    seed=self.settings.seed,
                    threads=self.threads,
                    compared=lambda: advance(1),
                )
            except NotFitted:
                return model
        return model.with_playing(selectivity=selectivity)

    def _label_file(self, path: Path) -> Dataset:
        exact = self.settings.exact
        found = label_file(
            self.game, path, exact=exact, threads=self.threads, reporter=self.reporter
        )
        return found if found is not None else no_positions(self.game)

    def _from_self_play(self) -> tuple[Model, Dataset]:
        history: list[dict[str, Any]] = []
        generations: list[Dataset] = []
        model: Model | None = None
        for number in range(self.settings.generations + 1):
            generations.append(self._play_generation(number, model))
            learned_from = generations[1:] if number else generations
            data = concatenate(learned_from[-GENERATIONS_PER_FIT:])
            make = partial(self._fit, data, fit_of(number), history)
            model = self.workspace.model(f"model-{number}", make)
            history = [*history, _entry(model)]
        assert model is not None
        return model, data

    def _play_generation(self, number: int, model: Model | None) -> Dataset:
        """Generation 0 needs only a first idea of the game: half as many games do."""
        games = self.settings.games if number else self.settings.games // 2
        parts = []
        with self.reporter.task(self_play_of(number), games) as advance:
            done = 0

            def played() -> None:
                nonlocal done
                done += 1
                advance(1)

            for first in range(0, games, GAMES_PER_STEP):
                count = min(GAMES_PER_STEP, games - first)
                make = partial(self._play_games, number, first, count, model, played)
                parts.append(self.workspace.dataset(f"games-{number}-{first:07d}", make))
                advance(first + count - done)
                done = first + count
        return concatenate(parts)

    def _play_games(
        self,
        generation: int,
        first: int,
        count: int,
        model: Model | None,
        played: Callable[[], None],
    ) -> Dataset:
        seed = self.settings.seed
        player: Player = AlphaBeta(Evaluator(model)) if model else RandomPlayer(seed)
        low, high = RANDOM_OPENING if model else RANDOM_GAME
        stop = StopSign()
        limit = Limit(depth=self.settings.depth, stop=stop)
        records = self_play(
            self.game,
            lambda position: player.move(position, limit),
            count,
            opening=(_share(self.game, low), _share(self.game, high)),
            seed=_seed(seed, generation, first),
            threads=self.threads,
            stop=stop,
            played=played,
        )
        return label(
            self.game,
            records,
            solve=partial(solve_all, self.game, threads=self.threads),
            solve_from=progress_near_the_end(self.game, self.settings.exact),
            provenance={"self_play_by": player.name, "generation": generation},
        )

    def _fit(self, data: Dataset, title: str, history: list[dict[str, Any]]) -> Model:
        train, held_out = data.split(self.settings.held_out, self.settings.seed)
        features = self._chosen_features(train, title)
        data_summary = {"games": len(np.unique(data.game_ids)), "positions": len(data)}
        if self.settings.near_even:
            first = partial(self._fit_to, features, title=f"{title} to halves")
            train, held_out = near_even_positions(
                first, train, held_out, self.settings.near_even, self.threads
            )
            data_summary["near_even"] = len(train) + len(held_out)
        model = self._fit_to(features, train, held_out, title)
        metrics = {**model.metrics, "generations": history}
        return replace(model, metrics=metrics, provenance={**self.inputs, "data": data_summary})

    def _fit_to(self, features: FeatureSet, train: Dataset, held_out: Dataset, title: str) -> Model:
        settings, prior = self.settings, self.prior
        fitter = settings.fitter() if prior is None else settings.fitter_from(prior)
        done = 0.0
        with self.reporter.task(title, 1) as advance:

            def progress(share: float) -> None:
                nonlocal done
                advance(share - done)
                done = share

            return fitter.fit(features, train, held_out, threads=self.threads, progress=progress)

    def _chosen_features(self, train: Dataset, title: str) -> FeatureSet:
        """The features of a fit: those given, and conjunctions chosen by its positions."""
        if self.configurations is None and self.logic is None:
            return self.features
        min_count = self.settings.min_count
        features = self.features.with_valid(train.positions, min_count, self.threads)
        if self.prior is not None:
            fitter = self.settings.fitter_from(self.prior)
            train = fitter.unexplained(train, fitter.scales(train, self.threads), self.threads)
        if self.logic is not None:
            assert self.theory is not None
            check_constraints(self.theory, train.positions, self.threads)
            unfoldings = self._unfoldings
            with self.reporter.task(f"{title}, logic patterns", 1):
                features = self.logic.choose(
                    features, train, unfoldings, self.threads, self.reporter
                )
        if self.configurations is not None:
            phases = self.settings.stages
            with self.reporter.task(f"{title}, configurations", 1):
                features = self.configurations.choose(
                    features, train, self.threads, phases, self.reporter
                )
        return features

    @cached_property
    def _unfoldings(self) -> list[Unfolding]:
        with self.reporter.task("logic features", 1):
            return unfolded_features(
                self.game,
                BY_STEPS,
                theory=self.theory,
                threads=self.threads,
                reporter=self.reporter,
            )


def _check_improvable(model: Model, game: Game, settings: Settings) -> None:
    """Raises unless searches of a model can label what the settings ask for."""
    if model.game != game:
        raise BoardworthError(
            f"the model to improve is one of {model.game.name}, not of {game.name}"
        )
    if model.target != settings.target:
        raise BoardworthError(
            f"the model to improve estimates the {model.target}, not the {settings.target}"
        )
    if not settings.searched:
        raise BoardworthError("a model is improved by searches: say how many positions (searched)")


def _check_prior(prior: Model, game: Game, settings: Settings) -> None:
    """Raises unless fits can begin with a model, and do not go through searches."""
    if prior.game != game:
        raise BoardworthError(f"the prior is a model of {prior.game.name}, not of {game.name}")
    phases = len(prior.stages)
    if (prior.target, phases) != ("score", settings.stages) or settings.target != "score":
        raise BoardworthError(
            f"the prior estimates the {prior.target} in {phases} phases; the fit the "
            f"{settings.target} in {settings.stages}: expected scores, and as many phases"
        )
    if settings.searched:
        raise BoardworthError("a prior is fitted to games: to learn from searches, improve it")


def _entry(model: Model) -> dict[str, Any]:
    """What is kept of a model that was only a step."""
    return {
        "positions": model.provenance["data"]["positions"],
        "held_out": model.metrics["held_out"]["all"],
    }


def _share(game: Game, share: float) -> int:
    return round(share * game.usual_length)


def _seed(*parts: int) -> int:
    """A seed for one step, unlike those of all others."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8], "little")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
