"""Leaves of principal variations by minimax without any cut: what batched searches must find."""

import numpy as np

from boardworth.positions import Leaves
from boardworth.rules import Position
from reference.minimax import EVASION_PLIES, GAMES_EVASION_PLIES, follows, sign
from reference.noise import QUIESCENT, extension, in_check, noisy


def value_of(found):
    """Of a leaf, a sign and a value."""
    return found[2]


def best(position, after, found):
    """The best of the positions after moves, as the mover sees it."""
    factors = [sign(position, one) for one in after]
    seen = [
        (leaf, s * own, s * value) for s, (leaf, own, value) in zip(factors, found, strict=True)
    ]
    return max(seen, key=value_of)


class PlainLeaves:
    """Searches every move to a depth, then noisy moves; evaluates by a plain sum.

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
                factor = sign(root, after)
                left = self.depth - 1 + extension(root, move)
                leaf, own, value = self.leaf(model, after, left)
                moves.append(move)
                leaves.append(np.frombuffer(leaf.packed, np.uint8))
                signs.append(factor * own)
                values.append(factor * value)
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
            return self.quiet(model, position)
        moves = position.legal_moves()
        deeper = [depth - 1 + extension(position, move) for move in moves]
        after = [position.play(move) for move in moves]
        found = [self.leaf(model, *one) for one in zip(after, deeper, strict=True)]
        return best(position, after, found)

    def quiet(self, model, position, beyond=0, last=None):
        """The same by noisy moves alone; by all of them, if there is a threat."""
        game = position.game
        outcome = game.outcome(position)
        if outcome is not None:
            return position, 0, 1000.0 * np.sign(outcome)
        here = (position, 1, self.evaluate(model, position))
        if game.name not in QUIESCENT:
            return here
        evasions = GAMES_EVASION_PLIES.get(game.name, EVASION_PLIES)
        checked = beyond < evasions and in_check(position)
        moves = [
            move
            for move in position.legal_moves()
            if checked or (noisy(position, move) and follows(game, move, last, beyond))
        ]
        after = [position.play(move) for move in moves]
        found = [
            self.quiet(model, one, beyond + 1, move) for one, move in zip(after, moves, strict=True)
        ]
        stay = [] if checked else [here]
        return max([*stay, *([best(position, after, found)] if found else [])], key=value_of)

    def evaluate(self, model, position):
        packed = np.frombuffer(position.packed, np.uint8).reshape(1, -1)
        if model is not None:
            return float(model.evaluation.predict(packed)[0])
        rows = self.features.weights_used(packed)[0]
        return float(self.weights[rows].sum() + self.weights[-1])
