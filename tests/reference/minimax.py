"""Minimax without any cut: what every search must agree with."""

from reference.noise import QUIESCENT, extension, in_check, noisy

MAX_DISTANCE = 256
# Threats are answered in this many plies beyond the horizon, where the game does not say otherwise.
EVASION_PLIES = 1
GAMES_EVASION_PLIES = {"chess": 4, "shogi": 2}
# After this many plies only moves to the square of the last one are noisy.
NOISY_PLIES = {"chess": 8, "shogi": 6}
# Moves are numbered so that the square they go to is the rest.
SQUARES = {"chess": 64, "shogi": 128}


def minimax(game, position, depth, evaluate, final, won=None, ply=0, quiescence=None):
    """The mover's value: `evaluate` at the horizon, `final` of the score at the end.

    Ends worth `won` or -`won`, if it is given, are worth the more to the winner the sooner they
    come; `distance` and `plain` tell the two parts of such a value apart. Without `quiescence`
    noisy moves are played beyond the horizon where that is usual for the game.
    """
    outcome = game.outcome(position)
    if outcome is not None:
        return ended(final(outcome), won, ply)
    if quiescence is None:
        quiescence = game.name in QUIESCENT
    if depth == 0 and not quiescence:
        return evaluate(position)
    if depth == 0:
        return quiet(game, position, evaluate, final, won, ply)
    values = []
    for move in position.legal_moves():
        after = position.play(move)
        left = depth - 1 + extension(position, move)
        value = minimax(game, after, left, evaluate, final, won, ply + 1, quiescence)
        values.append(sign(position, after) * value)
    return max(values)


def ended(value, won, ply):
    """The value of a game that ends at a ply."""
    if won is None or abs(value) != won:
        return value
    return value + (MAX_DISTANCE - ply if value > 0 else ply - MAX_DISTANCE)


def distance(value, won):
    """After how many plies a root's value says that the game is won or lost, if it does."""
    return None if won is None or abs(value) <= won else MAX_DISTANCE - (abs(value) - won)


def plain(value, won):
    """A root's value without its distance."""
    return value if won is None else max(-won, min(value, won))


def sign(position, after):
    """What turns the value of a position into that of the one before it."""
    return 1 if position.mover == after.mover else -1


def quiet(game, position, evaluate, final, won, ply, beyond=0, last=None):
    """The evaluation, or what the best noisy move makes of it; every move, if there is a threat."""
    outcome = game.outcome(position)
    if outcome is not None:
        return ended(final(outcome), won, ply)
    evasions = GAMES_EVASION_PLIES.get(game.name, EVASION_PLIES)
    checked = beyond < evasions and in_check(position)
    values = [] if checked else [evaluate(position)]
    for move in position.legal_moves():
        if checked or (noisy(position, move) and follows(game, move, last, beyond)):
            after = position.play(move)
            value = quiet(game, after, evaluate, final, won, ply + 1, beyond + 1, move)
            values.append(sign(position, after) * value)
    return max(values)


def follows(game, move, last, beyond):
    """Whether a noisy move is played so far beyond the horizon: in the end only recaptures are."""
    if beyond < NOISY_PLIES.get(game.name, 1000):
        return True
    return move % SQUARES[game.name] == last % SQUARES[game.name]
