"""Minimax without any cut: what every search must agree with."""


def minimax(game, position, depth, evaluate, final):
    """The mover's value: `evaluate` at the horizon, `final` of the score at the end."""
    outcome = game.outcome(position)
    if outcome is not None:
        return final(outcome)
    if depth == 0:
        return evaluate(position)
    return max(
        -minimax(game, game.play(position, move), depth - 1, evaluate, final)
        for move in game.legal_moves(position)
    )
