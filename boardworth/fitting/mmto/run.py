"""One run of learning from experts' moves: searches, updates, figures and checkpoints in turn."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardworth.fitting.mmto.checkpoint import State, load_state, save_state
from boardworth.fitting.mmto.grids import Grids, divisor_of
from boardworth.fitting.mmto.leaf_rows import PIECE, ComparedLeaves, compared, searched
from boardworth.fitting.mmto.log_odds import DEFAULT_UNIT, log_odds_unit
from boardworth.fitting.mmto.measures import Agreement, best_values, weight_figures
from boardworth.fitting.mmto.occurring import OccurringWeights
from boardworth.fitting.model import Model
from boardworth.fitting.stages import Stages
from boardworth.fitting.weighted_sum import (
    LARGEST_SCALE,
    MIXED_STAGES,
    WeightedSum,
    bit_lengths,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardworth.features import FeatureSet
    from boardworth.fitting.mmto.learner import MMTO
    from boardworth.fitting.model import Progress
    from boardworth.positions import Comparisons, Leaves

# Positions whose results say what a unit of log-odds is.
_RESULTS = 20_000


class Run:
    """A fit on its way; arguments as for `MMTO.fit`, the method being the first."""

    def __init__(
        self,
        method: MMTO,
        features: FeatureSet,
        examples: Comparisons,
        held_out: Comparisons | None,
        threads: int,
        progress: Progress | None,
    ) -> None:
        self.method = method
        self.features = features
        self.train = examples
        self.held_out = held_out if held_out is not None else examples.select(slice(0))
        self.threads = threads
        self.progress = progress or (lambda _: None)
        last = features.game.max_progress
        self.stages = Stages.equal(last, MIXED_STAGES if method.tapered else method.stages)
        self.grids = Grids.of(features, method.unit)
        self.loss = method.loss()
        self.of_results = method.loss_of_results()
        # Sets of weights: one for each stage, or two that are mixed.
        self.sets = 2 if method.tapered else len(self.stages)
        # [sets * weights]: those whose sum is kept; those under l1.
        material = np.zeros((self.sets, len(features)), bool)
        material[:, self.grids.major] = method.constrained
        self.major = np.flatnonzero(material).reshape(self.sets, -1)
        minor = np.ones_like(material)
        minor[:, self.grids.major] = False
        minor[:, -1] = False
        self.minor = minor.ravel()

    def finish(self) -> Model:
        """Does the iterations that are not done yet."""
        method, path = self.method, self.method.checkpoint
        description = self._description() if path else ""
        state = load_state(path, description) if path else None
        if state is None or state.iterations > method.iterations:
            state = self._start()
        while True:
            last = state.iterations >= method.iterations
            leaves, figures = self._search(state, train=not last)
            self._take_note(state, figures)
            if last or self._stalled(state):
                break
            assert leaves is not None
            self._learn(state, leaves)
            state.iterations += 1
            if path:
                save_state(path, state, description)
        self.progress(1.0)
        return self._finished(state)

    def _start(self) -> State:
        method = self.method
        if method.initial is None:
            weights = self.grids.start(self.sets, method.piece_value)
        else:
            weights = self.grids.of_model(method.initial, self.features, self.sets)
        return State(
            weights,
            method.update_at(0).memory(weights.size),
            weights.copy(),
            np.zeros(weights.shape, np.uint8),
        )

    def _search(self, state: State, *, train: bool) -> tuple[ComparedLeaves | None, dict[str, Any]]:
        """The leaves of the training positions, and figures of the weights as they are."""
        model = self._model(state.weights, state.counts)
        figures: dict[str, Any] = {"iteration": state.iterations}
        leaves = None
        if train:
            leaves = ComparedLeaves(
                self.features,
                self.stages,
                self.method.unit,
                self.threads,
                tapered=self.method.tapered,
            )
            data = self._batch(state.iterations)
            agreement = Agreement()
            for done, (piece, found, experts) in enumerate(self._pieces(model, data), 1):
                agreement += Agreement.of(found, experts)
                leaves.add(piece.positions, found, experts, piece.results)
                self._advance(state, min(done * PIECE / len(data), 1.0) / 2)
            state.counts = bit_lengths(leaves.counts())
            occurring = self.minor & (state.counts.ravel() > 0)
            figures["weights"] = weight_figures(state.weights.ravel(), self.minor, occurring)
            figures["train"] = agreement.figures()
        if len(self.held_out):
            figures["held_out"] = self._held_out_figures(model)
        return leaves, figures

    def _pieces(
        self, model: Model, data: Comparisons
    ) -> Iterator[tuple[Comparisons, Leaves, NDArray[np.int64]]]:
        """Searched positions, some at a time, and where the experts' moves stand."""
        return searched(self.method.search, model, data, self.threads)

    def _held_out_figures(self, model: Model) -> dict[str, Any]:
        agreement, total, pairs = Agreement(), 0.0, 0
        for _, leaves, experts in self._pieces(model, self.held_out):
            agreement += Agreement.of(leaves, experts)
            moves, _, own = compared(leaves, experts)
            total += own(self.loss, self._in_papers_units(model, leaves.values[moves]))[0]
            pairs += len(own)
        return {**agreement.figures(), **_objective_figures(total, pairs)}

    def _take_note(self, state: State, figures: dict[str, Any]) -> None:
        """Keeps figures, and the weights if they are the best so far."""
        best = all(_agreed(figures) > _agreed(earlier) for earlier in state.figures)
        if best and self._by_agreement:
            state.best = state.weights.copy()
        state.figures.append(figures)
        if self.method.watch:
            model = self._model(state.weights, state.counts)
            self.method.watch(state.iterations, model, figures)

    def _stalled(self, state: State) -> bool:
        """Whether the held-out agreement has not risen for as many iterations as is patient."""
        if not self._by_agreement:
            return False
        shares = [_agreed(figures) for figures in state.figures]
        return len(shares) - 1 - int(np.argmax(shares)) >= self.method.patience

    def _learn(self, state: State, leaves: ComparedLeaves) -> None:
        """Changes the weights that occur in leaves as often as these are used.

        To all others J has a derivative of 0. l1 pulls these, too, unless only a batch of the
        positions is searched: then J and what l1 adds to it are parts of the whole.
        """
        method = self.method
        update = method.update_at(state.iterations)
        share = min(method.batch / len(self.train), 1.0) if method.batch else 1.0
        own = OccurringWeights(
            state,
            self.grids.steps,
            self.major,
            self.minor,
            pulled=method.l1 > 0 and share == 1,
        )
        losses = []
        for number in range(method.reuses):
            loss, gradient = leaves.gradient(self.loss, own.stored, self.of_results)
            losses.append(loss)
            own.step(update, gradient.ravel(), share * method.l1)
            self._advance(state, 0.5 + (number + 1) / method.reuses / 2)
        figures = state.figures[-1]
        figures["train"] |= _objective_figures(losses[0].of_moves, len(leaves.pairs))
        figures["train"]["objective_of_last_reuse"] = round(losses[-1].of_moves, 3)
        if self.of_results:
            figures["train"]["loss_of_results"] = round(losses[0].of_results, 3)
        figures["weights"]["cosine_with_next"] = own.finish(state)

    def _finished(self, state: State) -> Model:
        """The model that is to be used, its unit of log-odds found from results."""
        weights = state.best if self._by_agreement else state.weights
        model = self._model(weights, state.counts)
        unit = self._log_odds_unit(model)
        model = self._model(weights, state.counts, unit)
        metrics: dict[str, Any] = {
            "mmto": {
                "log_odds_unit": round(unit, 1),
                "divisor": divisor_of(model),
                "iterations": state.figures,
            }
        }
        if len(self.held_out):
            chosen = max(state.figures, key=_agreed) if self._by_agreement else state.figures[-1]
            metrics["held_out"] = {"moves": chosen["held_out"]}
        return Model(model.evaluation, metrics, {"method": self._settings()})

    @property
    def _by_agreement(self) -> bool:
        """Whether the held-out agreement says when to stop, and which weights are the model's."""
        return self.method.patience > 0 and len(self.held_out) > 0

    def _log_odds_unit(self, model: Model) -> float:
        known = np.flatnonzero(~np.isnan(self.train.results))
        if len(known) == 0:
            return DEFAULT_UNIT
        chosen = self.train.select(known[:: -(-len(known) // _RESULTS)])
        values, results = [], []
        for piece, leaves, _ in self._pieces(model, chosen):
            best, evaluated = best_values(leaves)
            values.append(self._in_papers_units(model, best[evaluated]))
            results.append(piece.results[evaluated])
        return log_odds_unit(np.concatenate(values), np.concatenate(results))

    def _model(
        self, weights: NDArray[np.float32], counts: NDArray[np.uint8], unit: float = DEFAULT_UNIT
    ) -> Model:
        """Weights that do not fit 16 bits are divided, and so is the scale."""
        integers, divisor = self.grids.stored(weights)
        scale = min(max(round(self.method.unit * unit / divisor), 1), LARGEST_SCALE)
        if self.method.tapered:
            seen = counts.max(axis=0)
            found = WeightedSum.tapered(self.features, integers, scale, "win", seen, self.stages)
        else:
            found = WeightedSum(self.features, self.stages, integers, scale, "win", counts.copy())
        return Model(found, {"mmto": {"divisor": divisor}})

    def _in_papers_units(self, model: Model, values: NDArray[Any]) -> NDArray[np.float32]:
        """Values in log-odds as J takes them."""
        stored = model.scale * divisor_of(model)
        return np.asarray(values * (stored / self.method.unit), np.float32)

    def _batch(self, iteration: int) -> Comparisons:
        """The training positions of an iteration."""
        size = self.method.batch
        if not 0 < size < len(self.train):
            return self.train
        draw = np.random.default_rng([self.method.seed, iteration])
        return self.train.select(np.sort(draw.choice(len(self.train), size, replace=False)))

    def _advance(self, state: State, share: float) -> None:
        total = max(self.method.iterations, 1)
        self.progress(min((state.iterations + share) / total, 1.0))

    def _settings(self) -> dict[str, Any]:
        return {**self.method.description(), "iterations": self.method.iterations}

    def _description(self) -> str:
        """A checksum of all that iterations depend on."""
        digest = hashlib.sha256(msgspec.json.encode(self.method.description()))
        digest.update(f"the best are kept: {self._by_agreement}".encode())
        features = self.features
        digest.update(msgspec.json.encode(msgspec.to_builtins(features.patterns)))
        digest.update(msgspec.json.encode([part.definition for part in features.parts]))
        initial = self.method.initial
        arrays = [
            *(features.valid or ()),
            *(
                array
                for data in (self.train, self.held_out)
                for array in (data.positions, data.played, data.results)
            ),
            *([initial.weighted_sum.weights] if initial is not None else []),
        ]
        for array in arrays:
            digest.update(np.ascontiguousarray(array).view(np.uint8).data)
        return digest.hexdigest()


def _objective_figures(total: float, pairs: int) -> dict[str, float]:
    """J, Z and J / Z."""
    return {
        "objective": round(total, 3),
        "pairs": pairs,
        "objective_per_pair": round(total / pairs, 7) if pairs else 0.0,
    }


def _agreed(figures: dict[str, Any]) -> float:
    """The held-out agreement among figures; 0 if nothing is held out.

    Ties are broken by lot: where nearly all positions are tied, as at the beginning, the agreement
    in the few others says nothing.
    """
    share: float = figures.get("held_out", {}).get("agreement_by_lot", 0.0)
    return share
