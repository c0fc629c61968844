"""Paranoid minimax without any cut: what a search for any rule sheet must agree with."""

from itertools import product


def paranoid(function, position, role, depth):
    """A role's value in points, and that of each of its moves.

    One decision is the role's, one all others'; the others know the role's move of the same turn.
    A turn that has begun is played to its end; who has only one move makes no decision.
    """

    def value(position, depth):
        if position.over:
            return float(position.payoffs[role])
        if depth <= 0:
            return function.values(position.packed)[role]
        return max(after_moves(position, depth).values())

    def after_moves(position, depth):
        legal = [position.legal_moves(r) for r in range(len(position.game.roles))]
        others = [moves if r != role else [None] for r, moves in enumerate(legal)]
        left = depth - (len(legal[role]) > 1)
        left -= any(len(moves) > 1 for moves in others)
        values = {}
        for own in legal[role]:
            joint_moves = ([own if m is None else m for m in joint] for joint in product(*others))
            values[own] = min(value(position.play_joint(joint), left) for joint in joint_moves)
        return values

    values = after_moves(position, depth)
    return max(values.values()), values
