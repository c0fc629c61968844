"""Active configurations by looking at each of them: what every faster way must agree with."""

from itertools import combinations


def active(configurations, position):
    """The numbers of those whose facts all hold, the mover's view."""
    facts = set(enumerate(position.game.facts(position)))
    return [n for n, c in enumerate(configurations) if set(c.facts) <= facts]


def most_specific(configurations, position):
    """Of these, the numbers of those that are no part of another one."""
    found = active(configurations, position)
    general = {
        part
        for number in found
        for length in range(1, len(configurations[number].facts))
        for part in combinations(configurations[number].facts, length)
    }
    return [number for number in found if configurations[number].facts not in general]
