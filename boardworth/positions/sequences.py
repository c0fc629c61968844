"""Short sequences of states from random games, and what random games from their ends bring.

Statistics of features are taken from them (Waledzik & Mandziuk 2014, IV.A.2).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boardworth.errors import NotFitted

if TYPE_CHECKING:
    from boardworth.rules.gdl import Term
    from boardworth.rules.gdl.game import RuleGame
    from boardworth.rules.gdl.propnet_machine import PropnetMachine

# As many games at once as every processor can play, so that the same seed plays the same games.
_LANES = 64
# Random games that tell how long a game is.
_GAMES_MEASURED = 256
_MAX_MOVES = 1000


@dataclass(frozen=True, slots=True)
class SequencePlan:
    """How sequences are drawn. `SequencePlan.of_the_paper()` draws as few as the paper."""

    sequences: int = 500  # how many
    rollouts: int = 64  # random games from the last state of each; 64 cost as much as one
    min_states: int = 2  # of a sequence
    max_states: int = 5  # of a sequence
    max_apart: int = 3  # joint moves from one state to the next

    @classmethod
    def of_the_paper(cls) -> SequencePlan:
        """100 sequences, 10 rollouts."""
        return cls(sequences=100, rollouts=10)


@dataclass(frozen=True, eq=False)
class SequenceSample:
    """States of sequences, one sequence after the other, and the scores at their ends."""

    game: RuleGame  # whose states they are
    states: NDArray[np.uint8]  # packed, a row for each state
    # The row of each sequence's first state, and one more: the number of rows.
    starts: NDArray[np.int64]
    # Mean goals of rollouts from each sequence's last state, role by role.
    scores: NDArray[np.float64]
    usual_length: int  # joint moves of a random game

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def first(self) -> NDArray[np.int64]:
        """Rows of first states."""
        return self.starts[:-1]

    @property
    def last(self) -> NDArray[np.int64]:
        """Rows of last states."""
        return self.starts[1:] - 1

    @property
    def fluents(self) -> Sequence[Term]:
        """What may hold, in the order of the states' bits."""
        return self.game.require_propnet("statistics of its states").ground_game.fluents

    def bits(self) -> NDArray[np.uint8]:
        """Which fluents hold: a row for each fluent, a column for each state."""
        return np.ascontiguousarray(self._unpacked(self.states).T)

    def last_bits(self) -> NDArray[np.uint8]:
        """Which fluents hold in last states: a row for each state."""
        return self._unpacked(self.states[self.last])

    def _unpacked(self, states: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return np.unpackbits(states, axis=1, count=len(self.fluents), bitorder="little")


def sample_sequences(
    game: RuleGame, plan: SequencePlan | None = None, *, seed: int = 0, threads: int = 1
) -> SequenceSample:
    """Sequences that begin after up to as many random moves as a game usually has.

    Sequences from whose ends no random game comes to an end are left out. Threads do not change
    the result. Raises NotFitted if there are less than two sequences.
    """
    plan = plan or SequencePlan()
    machine = game.require_propnet("random sequences")
    propnet = machine.propnet
    draw = random.Random(f"sequences {seed}")
    played = propnet.play_in_lanes(
        _GAMES_MEASURED, lanes=_LANES, seed=draw.getrandbits(63), max_moves=_MAX_MOVES
    )
    usual_length = max(1, played.moves // _GAMES_MEASURED)
    states, lengths = propnet.random_sequences(
        plan.sequences,
        max_depth=usual_length,
        states=(plan.min_states, plan.max_states),
        max_apart=plan.max_apart,
        seed=draw.getrandbits(63),
    )
    ends = np.cumsum(lengths, dtype=np.int64)
    seeds = [draw.getrandbits(63) for _ in ends]

    def score(number: int) -> list[float]:
        state = states[ends[number] - 1].tobytes()
        return _mean_goals(machine, state, plan.rollouts, seeds[number])

    with ThreadPoolExecutor(threads) as pool:
        scores = np.array(list(pool.map(score, range(len(ends))))).reshape(-1, len(machine.roles))
    kept = ~np.isnan(scores).any(axis=1)
    if kept.sum() < 2:
        raise NotFitted(
            f"{machine.sheet.source}: random games give {kept.sum()} sequences of states "
            "with goals at their ends; there must be two or more"
        )
    return SequenceSample(
        game,
        states[np.repeat(kept, lengths)],
        np.concatenate([[0], np.cumsum(lengths[kept], dtype=np.int64)]),
        scores[kept],
        usual_length,
    )


def _mean_goals(machine: PropnetMachine, state: bytes, games: int, seed: int) -> list[float]:
    """Role by role; nan for one that never has a goal at the end."""
    played = machine.propnet.play_in_lanes(
        games, lanes=_LANES, seed=seed, start=state, max_moves=_MAX_MOVES
    )
    counted = (played.games - without for without in played.without_goal)
    return [
        total / games if games else float("nan")
        for total, games in zip(played.goal_sums, counted, strict=True)
    ]
