"""Minimax without any cut: what every search must agree with."""

from boardworth import _core


def minimax(game, position, depth, evaluate, final):
    """The mover's value: `evaluate` at the horizon, `final` of the score at the end."""
    outcome = game.outcome(position)
    if outcome is not None:
        return final(outcome)
    if depth == 0:
        return quiet(game, position, evaluate, final)
    values = []
    for move in position.legal_moves():
        after = position.play(move)
        left = depth - 1 + _core.extension(game.core, position.packed, move)
        values.append(sign(position, after) * minimax(game, after, left, evaluate, final))
    return max(values)


def sign(position, after):
    """What turns the value of a position into that of the one before it."""
    return 1 if position.mover == after.mover else -1


def quiet(game, position, evaluate, final):
    """The evaluation, or what the best noisy move makes of it."""
    outcome = game.outcome(position)
    if outcome is not None:
        return final(outcome)
    noisy = [
        position.play(move)
        for move in position.legal_moves()
        if _core.noisy(game.core, position.packed, move)
    ]
    return max(
        [
            evaluate(position),
            *(sign(position, after) * quiet(game, after, evaluate, final) for after in noisy),
        ]
    )
