"""The experiments of Hoki and Kaneko 2014. Every step is kept, so that a run can go on.

What has learned for more iterations goes on where fewer have come to, and the larger sets of
relations begin with the weights of the smaller ones.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from boardworth.features import FeatureSet, Relations
from boardworth.fitting.mmto import MMTO, comparison_training, cosine
from boardworth.recipes.workspace import Workspace
from boardworth.reproduce.kept_pairs import KeptPairs
from boardworth.reproduce.mmto import paper
from boardworth.reproduce.mmto.castles import castle_values
from boardworth.reproduce.mmto.findings import BASELINES, Effort, ExpertGames, Found, Scale, Starts
from boardworth.reproduce.mmto.matches import Contest, Matches, solved
from boardworth.reproduce.mmto.measures import judged, objective
from boardworth.reproduce.mmto.piece_values import (
    part_of,
    piece_values_of,
    random_piece_values,
    settled_after,
    weighed,
)
from boardworth.search import PvLeaves
from boardworth.search.features import QUICK_LEARNING

if TYPE_CHECKING:
    from pathlib import Path

    from boardworth.fitting import Model
    from boardworth.positions import Comparisons
    from boardworth.recipes import Reporter
    from boardworth.reproduce.kept_pairs import Score
    from boardworth.reproduce.mmto.measures import Judged
    from boardworth.rules.records import Problem

# By the letters that the paper has for them.
KINDS = {"A": "material", "B": "king-piece", "C": "king-king-piece", "D": "king-piece-piece"}
SLOPE = 0.0273
# The objective is looked at around learned piece values, along one of them, in steps of this size.
GRID, AROUND = 20, 8
# Not the paper's for chess, which are for pieces that do not learn.
CHESS: dict[str, Any] = {"slope": SLOPE, "piece_value": 400.0, "tapered": True}


def reproduce(
    shogi: ExpertGames,
    chess: ExpertGames,
    bands: Mapping[str, Comparisons],
    problems: Sequence[Problem],
    scale: Scale,
    folder: Path,
    reporter: Reporter,
    *,
    threads: int = 1,
    fresh: bool = False,
) -> Found:
    """Learns, measures and plays; goes on with what the folder has.

    Args:
        shogi: games of experts.
        chess: the same.
        bands: chess games by the ratings of their players, the weakest first.
        problems: of chess, if there are any.
        scale: how much is done.
        folder: keeps what is finished.
        reporter: is told about progress.
        threads: how many to use; they change no result.
        fresh: whether to throw away work with other settings.
    """
    read = [_checksum(data) for data in (shogi.train, shogi.held_out, chess.train)]
    read += [_checksum(data) for data in (chess.held_out, *bands.values())]
    workspace = Workspace(folder, msgspec.json.encode((scale, read)), reporter)
    with workspace.opened(fresh=fresh):
        work = Work(workspace, scale, reporter, threads)
        material = work.material(shogi)
        sets = work.sets(shogi, material["mmto"])
        found = work.figures(shogi, material, sets)
        kept = KeptPairs(folder, reporter, Contest)
        matches = Matches(kept, scale, workspace.description, reporter, threads)
        with kept.opened():
            scores = work.shogi_matches(matches, shogi, material, sets)
            before, after = work.chess(chess.first(scale.chess_games), "experts")
            scores |= work.rated_matches(matches, bands)
        tried = {
            name: work.solved(name, model, problems)
            for name, model in {"before": before, "after": after}.items()
            if problems
        }
        agreement = {
            f"chess, {name}": work.judged(model, chess)
            for name, model in {"before": before, "after": after}.items()
        }
        return replace(
            found,
            matches=scores,
            problems=tried,
            agreement={**found.agreement, **agreement},
        )


@dataclass(frozen=True)
class Work:
    """Steps, each of them made once."""

    workspace: Workspace
    scale: Scale
    reporter: Reporter
    threads: int

    def material(self, data: ExpertGames) -> dict[str, Model]:
        """Piece values by both methods, and by deeper searches (figures 3, 4, 13)."""
        scale = self.scale
        train, few = data.first(scale.piece_value_games), data.first(scale.deep_games)
        material = self.learned("material", "A", train, scale.iterations)
        rate = paper.RATE_OF_MATERIAL * paper.PAIRS_OF_MATERIAL / _last(material, "train", "pairs")
        return {
            "mmto": material,
            "comparison": self.learned(
                "comparison", "A", train, scale.iterations, comparison=True, rate=rate
            ),
            **{
                f"depth {depth}": self.learned(
                    f"material by depth {depth}", "A", few, scale.iterations, depth=depth
                )
                for depth in (1, 2)
            },
        }

    def sets(self, data: ExpertGames, material: Model) -> dict[str, Model]:
        """Larger sets of relations, each from the last; the baselines of e^AB; without l1."""
        train, count = data.first(self.scale.games), self.scale.larger_iterations
        found = {"A": material}
        for smaller, letters in pairwise(self.scale.sets):
            found[letters] = self.learned(
                f"set {letters}", letters, train, count, initial=found[smaller]
            )
        ab: dict[str, Any] = {"letters": "AB", "train": train, "initial": material}
        # Derivatives grow with the pairs that are learned from: rates are for as many as there.
        share = paper.PAIRS / _last(found["AB"], "train", "pairs")
        often = count * self.scale.comparison_factor
        baselines: dict[str, dict[str, Any]] = {
            "plain descent": {"rate": paper.RATE * share, "iterations": often},
            "constant step": {
                "update": "constant", "rate": paper.CONSTANT_STEP, "iterations": often,
            },
            "reused leaves": {
                "reuses": 32, "rate": paper.RATE_OF_REUSES * share, "iterations": count,
            },
        }  # fmt: skip
        for name in BASELINES:
            settings = {**ab, **baselines[name]}
            found[name] = self.learned(f"AB by {name}", comparison=True, **settings)
        ab["iterations"] = count
        found["unconstrained"] = self.learned("AB unconstrained", **ab, constrained=False)
        last, before = self.scale.sets[-1], self.scale.sets[-2]
        found["without l1"] = self.learned(
            "without l1", last, train, count, initial=found[before], l1=0.0
        )
        return found

    def figures(
        self, data: ExpertGames, material: Mapping[str, Model], sets: Mapping[str, Model]
    ) -> Found:
        """All but matches and problems."""
        last = self.scale.sets[-1]
        constrained = {"with": sets["AB"], "without": sets["unconstrained"]}
        sparse = {"with": sets[last], "without": sets["without l1"]}
        values = {name: _piece_values(model) for name, model in material.items()}
        return Found(
            iterations=self.scale.iterations,
            piece_values=values,
            names=list(part_of(material["mmto"].weighted_sum.features).pieces),
            comparison=[float(np.linalg.norm(row)) for row in values["comparison"]],
            settled=settled_after(_every_piece_values(material["mmto"])),
            starts=self.starts(data),
            agreement={name: self.judged(model, data) for name, model in sets.items()},
            pawns={name: [row[0] for row in _piece_values(m)] for name, m in constrained.items()},
            sparsity={name: _last(model, "weights", "sparsity") for name, model in sparse.items()},
            surface=self.surface(material["mmto"], data),
            efforts={name: _effort(sets[name]) for name in ("AB", *BASELINES)},
            castles=castle_values(sets["ABCD"]) if "ABCD" in sets else (),
        )

    def starts(self, data: ExpertGames) -> Starts:
        """Random piece values, and what becomes of them (figures 11 and 12)."""
        train = data.first(self.scale.start_games)
        features = _features(data.game, "A")
        draw = np.random.default_rng(self.scale.seed)
        ends = []
        for number in range(self.scale.starts):
            initial = weighed(features, random_piece_values(draw, len(part_of(features))))
            name = f"random start {number}"
            ends.append(self.learned(name, "A", train, self.scale.iterations, initial=initial))
        objectives = [_last(end, "train", "objective_per_pair") for end in ends]  # J / Z
        best = np.array(_piece_values(ends[int(np.argmin(objectives))])[-1])
        return Starts([cosine(np.array(_piece_values(end)[-1]), best) for end in ends], objectives)

    def surface(self, material: Model, data: ExpertGames) -> tuple[float, float]:
        """The largest steps of J between neighbours, and on a line half as wide (figures 9, 10)."""
        train = data.first(self.scale.deep_games)
        names = list(part_of(material.weighted_sum.features).pieces)
        values = np.array(_piece_values(material)[-1])
        place = names.index("gold")

        def steps() -> list[float]:
            found = []
            with self.reporter.task("the objective around the minimum", 4 * AROUND + 1) as advance:
                for number in range(-2 * AROUND, 2 * AROUND + 1):
                    moved = values.copy()
                    moved[place] += number * GRID / 2
                    model = weighed(material.weighted_sum.features, moved)
                    found.append(objective(_search(), model, train, SLOPE, self.threads))
                    advance(1)
            return found

        line = np.array(self.workspace.values("surface", steps, list[float]))
        wide, narrow = (float(np.abs(np.diff(part)).max()) for part in (line[::2], line))
        return wide, narrow

    def shogi_matches(
        self,
        matches: Matches,
        data: ExpertGames,
        material: Mapping[str, Model],
        sets: Mapping[str, Model],
    ) -> dict[str, Score]:
        """Figure 8, table 3 and figure 13."""
        last, before = sets[self.scale.sets[-1]], sets[self.scale.sets[-2]]
        found = {
            "AB - A": matches.by_nodes("AB - A", sets["AB"], material["mmto"]),
            "depth 2 - depth 1": matches.by_nodes(
                "depth 2 - depth 1", material["depth 2"], material["depth 1"]
            ),
        }
        train = data.first(self.scale.games)
        for count in _powers(self.scale.larger_iterations):
            model = self.learned("set AB", "AB", train, count, initial=material["mmto"])
            name = f"AB after {count} - A"
            found[name] = matches.by_nodes(name, model, material["mmto"])
        for depth in self.scale.depths:
            name = f"depth {depth} - {depth - 1}"
            found[name] = matches.by_depths(name, last, depth, last, depth - 1)
            name = f"depth {depth}, after - before"
            found[name] = matches.by_depths(name, last, depth, before, depth)
        return found

    def chess(self, train: Comparisons, name: str) -> tuple[Model, Model]:
        """Material alone, and with king-piece relations (figure 14, table 5)."""
        count = self.scale.chess_iterations
        material = self.learned(f"chess material, {name}", "A", train, count, **CHESS)
        return material, self.learned(
            f"chess, {name}", "AB", train, count, **CHESS, initial=material
        )

    def rated_matches(self, matches: Matches, bands: Mapping[str, Comparisons]) -> dict[str, Score]:
        """The model of the strongest players against those of all others (table 5)."""
        models = {name: self.chess(train, name)[1] for name, train in bands.items()}
        *weaker, best = models or [""]
        names = {f"{best} - {name}": name for name in weaker}
        return {
            match: matches.by_nodes(match, models[best], models[name])
            for match, name in names.items()
        }

    def solved(self, name: str, model: Model, problems: Sequence[Problem]) -> list[bool]:
        """Which problems a search of some nodes solves."""
        return self.workspace.values(
            f"solved {name}",
            lambda: solved(model, problems, self.scale.problem_nodes, self.reporter),
            list[bool],
        )

    def learned(
        self,
        name: str,
        letters: str,
        train: Comparisons,
        iterations: int,
        *,
        depth: int = 1,
        comparison: bool = False,
        initial: Model | None = None,
        **settings: Any,
    ) -> Model:
        """A model after some iterations, from the one after half as many."""
        features = _features(train.game, letters)
        make = comparison_training if comparison else MMTO
        step = re.sub("[^a-zA-Z0-9]+", "-", name)
        # Each goes on where the one before has come to, with weights that are not rounded.
        checkpoint = self.workspace.kept(f"{step}.npz")
        fitter = make(
            _search(depth),
            initial=initial,
            checkpoint=checkpoint,
            watch=_note_piece_values,
            **settings,
        )
        for count in [*_powers(iterations), iterations]:
            more = replace(fitter, iterations=count)
            fit = partial(self._fit, more, f"{name}: {count} iterations", features, train)
            model = self.workspace.model(f"{step}-{count}", fit)
        checkpoint.unlink(missing_ok=True)
        return model

    def _fit(self, fitter: MMTO, name: str, features: FeatureSet, train: Comparisons) -> Model:
        with self.reporter.task(name, 1) as advance:
            told = 0.0

            def progress(share: float) -> None:
                nonlocal told
                advance(share - told)
                told = share

            return fitter.fit(features, train, threads=self.threads, progress=progress)

    def judged(self, model: Model, data: ExpertGames) -> Judged:
        """By held-out moves, a ply deep."""
        return judged(_search(), model, data.held_out, self.threads)


def _search(depth: int = 1) -> PvLeaves:
    return PvLeaves(depth, QUICK_LEARNING)


def _powers(iterations: int) -> list[int]:
    """1, 2, 4, ... below a number."""
    return [1 << bit for bit in range(iterations.bit_length()) if 1 << bit < iterations]


def _features(game: Any, letters: str) -> FeatureSet:
    return FeatureSet(game, [], parts=[Relations(game, [KINDS[letter] for letter in letters])])


def _note_piece_values(_iteration: int, model: Model, figures: dict[str, Any]) -> None:
    """Adds what pieces are worth to the figures of an iteration, in the paper's units."""
    figures["piece_values"] = piece_values_of(model)


def _figures(model: Model) -> list[dict[str, Any]]:
    """Those after 0, 1, 2, ... iterations."""
    found: list[dict[str, Any]] = model.metrics["mmto"]["iterations"]
    return found


def _piece_values(model: Model) -> list[list[float]]:
    """Those after 1, 2, 4, ... iterations and after the last."""
    figures = _figures(model)
    last = len(figures) - 1
    return [list(figures[count]["piece_values"]) for count in (*_powers(last), last)]


def _every_piece_values(model: Model) -> list[list[float]]:
    """Those after each iteration."""
    return [figures["piece_values"] for figures in _figures(model)[1:]]


def _effort(model: Model) -> Effort:
    method = model.provenance["method"]
    return Effort(method["iterations"], method["iterations"] * method["reuses"])


def _last(model: Model, part: str, figure: str) -> Any:
    """Of the last iteration that has learned."""
    return _figures(model)[-2][part][figure]


def _checksum(data: Comparisons) -> str:
    return hashlib.sha256(data.positions.tobytes() + data.played.tobytes()).hexdigest()
