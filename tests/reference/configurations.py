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


def images(configuration):
    """A configuration as the game's symmetries show it, each one's facts in order."""
    return {
        tuple(sorted((symmetry[atom], value) for atom, value in configuration.facts))
        for symmetry in configuration.game.symmetries
    }


def counted(configurations, position, semantics):
    """The least images of all that count in a position, those that count twice twice, in order."""
    game = position.game
    least = {facts: min(images(c)) for c in configurations for facts in images(c)}
    members = [type(configurations[0])(game, facts) for facts in sorted(least)]
    find = most_specific if semantics == "most specific" else active
    return sorted(least[members[number].facts] for number in find(members, position))
