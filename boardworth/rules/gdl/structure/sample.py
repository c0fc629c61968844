"""States of random play: what a claim about all states must survive before it is worth a proof."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from boardworth.rules.gdl.propnet_machine import PropnetMachine

_LANES = 64
_MAX_MOVES = 500
_MAX_GAMES = 1024
# How many fluents are recorded, in all states together: a second's work or so.
_USUAL_SIZE = 20_000_000
_MAX_SIZE = 200_000_000
_MAX_DISTINCT = 20_000
_MAX_HOLDS = 8_000_000  # states times fluents
_SEED = 1
_BLOCK = 32  # steps that are unpacked at once


@dataclass(frozen=True)
class Sample:
    """Random games, recorded."""

    packed: NDArray[np.uint8]  # states, by step and lane, a bit per fluent
    # By step and lane, whether the next step of the lane goes on with the same game.
    follows: NDArray[np.bool_]
    playing: NDArray[np.bool_]  # by step and lane, whether the lane has a game
    fluents: int  # how many there are

    @cached_property
    def distinct(self) -> NDArray[np.uint8]:
        """Distinct states, packed; of states with many fluents, fewer. The start is among them."""
        states = np.unique(self.packed[self.playing], axis=0)
        most = min(_MAX_DISTINCT, max(1, _MAX_HOLDS // max(1, self.fluents)))
        if len(states) <= most:
            return states
        some = np.random.default_rng(_SEED).choice(len(states), most, replace=False)
        return np.concatenate([self.packed[0, :1], states[np.sort(some)]])

    @cached_property
    def holds(self) -> NDArray[np.uint8]:
        """By distinct state and fluent, 1 where it holds."""
        return self._unpacked(self.distinct)

    def totals(self, weights: NDArray[np.int64]) -> NDArray[np.int64]:
        """By step, lane and column of weights, the sum of the weights of the fluents that hold."""
        small = weights.astype(np.float32)  # sums are small, and multiplied fast
        blocks = (self.packed[i : i + _BLOCK] for i in range(0, len(self.packed), _BLOCK))
        found = [self._unpacked(states).astype(np.float32) @ small for states in blocks]
        return np.concatenate(found).astype(np.int64)

    def steps(self, most: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """What holds before and after moves of the games: by step and fluent, 1 where it holds."""
        goes_on = np.flatnonzero(self.follows[:-1])
        some = goes_on[np.unique(np.linspace(0, len(goes_on) - 1, most).astype(int))]
        before, after = (
            packed.reshape(-1, self.packed.shape[-1])
            for packed in (self.packed[:-1], self.packed[1:])
        )
        return self._unpacked(before[some]), self._unpacked(after[some])

    def _unpacked(self, states: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return np.unpackbits(states, axis=-1, bitorder="little", count=self.fluents)


def random_sample(machine: PropnetMachine, size: int = _USUAL_SIZE) -> Sample:
    """As many games as a second or so allows, or as hold about so many fluents in all states."""
    propnet, fluents = machine.propnet, max(1, len(machine.ground_game.fluents))
    longest = max(1, min(_MAX_MOVES, _MAX_SIZE // (_LANES * fluents)))
    first = propnet.play_in_lanes(_LANES, lanes=_LANES, seed=_SEED, max_moves=longest)
    a_game = max(1, first.moves // _LANES) * fluents
    games = min(_MAX_GAMES, max(_LANES, size // a_game))
    _, packed, _, playing = propnet.recorded_lanes(
        games, lanes=_LANES, seed=_SEED, max_moves=longest
    )
    started = (packed == np.frombuffer(machine.start(), np.uint8)).all(axis=-1)
    has_game = playing.astype(bool)
    follows = np.zeros_like(has_game)
    follows[:-1] = has_game[:-1] & has_game[1:] & ~started[1:]
    return Sample(packed, follows, has_game, len(machine.ground_game.fluents))
