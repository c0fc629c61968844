"""Leaves of principal variations by minimax without any cut: what batched searches must find."""

import numpy as np

from boardworth.positions import Leaves
from boardworth.rules import Position


class PlainLeaves:
    """Searches every move to a depth, without quiescence search; evaluates by a plain sum.

    Of equal values the first counts. Given `weights`, [weights] and not rounded, it evaluates with
    those instead of a model's.
    """

    def __init__(self, depth=1, features=None, weights=None):
        self.depth = depth
        self.features = features
        self.weights = weights
        self.description = f"plain minimax to depth {depth}"

    def __call__(self, model, positions, threads=1):
        moves, lengths, leaves, signs, values = [], [], [], [], []
        game = self.features.game if model is None else model.game
        for packed in positions:
            root = Position(game, packed.tobytes())
            for move in root.legal_moves():
                after = root.play(move)
                sign = 1 if after.mover == root.mover else -1
                leaf, own, value = self.leaf(model, after, self.depth - 1)
                moves.append(move)
                leaves.append(np.frombuffer(leaf.packed, np.uint8))
                signs.append(sign * own)
                values.append(sign * value)
            lengths.append(len(root.legal_moves()))
        return Leaves(
            np.array(moves, np.int32),
            np.cumsum([0, *lengths], dtype=np.int64),
            np.array(leaves, np.uint8),
            np.array(signs, np.int8),
            np.array(values, np.float64 if model is None else np.float32),
        )

    def leaf(self, model, position, depth):
        """The leaf, the sign of its evaluation and the value for the mover of a position."""
        outcome = position.game.outcome(position)
        if outcome is not None:
            return position, 0, 1000.0 * np.sign(outcome)
        if depth == 0:
            return position, 1, self.evaluate(model, position)
        found = []
        for move in position.legal_moves():
            after = position.play(move)
            sign = 1 if after.mover == position.mover else -1
            leaf, own, value = self.leaf(model, after, depth - 1)
            found.append((leaf, sign * own, sign * value))
        return max(found, key=lambda one: one[2])

    def evaluate(self, model, position):
        packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
        if model is not None:
            return float(model.evaluation.predict(packed)[0])
        rows = self.features.weights_used(packed)[0]
        return float(self.weights[rows].sum() + self.weights[-1])
