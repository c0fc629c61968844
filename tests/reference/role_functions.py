"""Statistics of features as the paper words them, one feature and one state at a time."""

from statistics import fmean, pvariance


def plain_statistics(feature, sequences, scores):
    """A feature's correlations, role by role, and its stability.

    Sequences are lists of states, states are lists of fluents; scores are lists by role.
    """
    values = [[feature.value(state) for state in sequence] for sequence in sequences]
    last = [inside[-1] for inside in values]
    total = pvariance([inside[0] for inside in values])
    if total == 0 or pvariance(last) == 0:
        return [0.0 for _ in scores[0]], 0.0
    stability = total / (total + 10 * fmean(map(pvariance, values)))
    return [plain_correlation(last, own) for own in zip(*scores, strict=True)], stability


def plain_correlation(xs, ys):
    if pvariance(ys) == 0:
        return 0.0
    x, y = fmean(xs), fmean(ys)
    covariance = fmean((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    return covariance / (pvariance(xs) * pvariance(ys)) ** 0.5
