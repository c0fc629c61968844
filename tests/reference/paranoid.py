"""Paranoid minimax without any cut: what a search for any rule sheet must agree with."""

from itertools import product


def paranoid(reasoner, function, state, role, depth):
    """A role's value in points, and that of each of its moves.

    One decision is the role's, one all others'; the others know the role's move of the same turn.
    A turn that has begun is played to its end; who has only one move makes no decision.
    """

    def value(state, depth):
        if reasoner.terminal(state):
            return float(reasoner.goals(state)[role] or 0)
        if depth <= 0:
            return function.values(state)[role]
        return max(after_moves(state, depth).values())

    def after_moves(state, depth):
        legal = reasoner.legal_moves(state)
        others = [moves if r != role else [None] for r, moves in enumerate(legal)]
        left = depth - (len(legal[role]) > 1)
        left -= any(len(moves) > 1 for moves in others)
        values = {}
        for own in legal[role]:
            joint_moves = ([own if m is None else m for m in joint] for joint in product(*others))
            values[own] = min(value(reasoner.play(state, joint), left) for joint in joint_moves)
        return values

    values = after_moves(state, depth)
    return max(values.values()), values
