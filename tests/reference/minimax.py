"""Minimax without any cut: what every search must agree with."""

from boardworth import _core


def minimax(game, position, depth, evaluate, final):
    """The mover's value: `evaluate` at the horizon, `final` of the score at the end."""
    outcome = game.outcome(position)
    if outcome is not None:
        return final(outcome)
    if depth == 0:
        return quiet(game, position, evaluate, final)
    return max(
        -minimax(
            game,
            game.play(position, move),
            depth - 1 + _core.extension(game.core, position.packed, move),
            evaluate,
            final,
        )
        for move in game.legal_moves(position)
    )


def quiet(game, position, evaluate, final):
    """The evaluation, or what the best noisy move makes of it."""
    outcome = game.outcome(position)
    if outcome is not None:
        return final(outcome)
    noisy = [
        game.play(position, move)
        for move in game.legal_moves(position)
        if _core.noisy(game.core, position.packed, move)
    ]
    return max([evaluate(position), *(-quiet(game, after, evaluate, final) for after in noisy)])
