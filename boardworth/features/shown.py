"""Patterns as HTML, for notebooks and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.errors import MissingCapability
from boardworth.markup import heading, paragraph, tiled
from boardworth.rules.svg import squares_svg
from boardworth.words import counted

if TYPE_CHECKING:
    from boardworth.features.feature import FeatureSet

_SHOWN = 24  # patterns
_SIZE = 160  # pixels of each


def pattern_svg(features: FeatureSet, number: int, *, size: int = _SIZE) -> str:
    """A board with the squares of a pattern, numbered in their order, and those of its images.

    The more images have a square, the darker it is.
    """
    pattern = features.patterns[number]
    images = [
        atoms
        for atoms, own in zip(features.instances, features.pattern_of_instance, strict=True)
        if own == number and atoms != pattern.atoms
    ]
    squares, places = counted(len(pattern.atoms), "square"), counted(len(images) + 1, "place")
    title = f"{pattern.name}: {squares}, {places}"
    return squares_svg(features.game, [pattern.atoms, *images], title=title, size=size)


def features_html(features: FeatureSet) -> str:
    """All patterns, or the first of many; and how many weights there are."""
    shown = range(min(len(features.patterns), _SHOWN))
    try:
        boards = [
            pattern_svg(features, number) + paragraph(_named(features, number), small=True)
            for number in shown
        ]
    except MissingCapability:
        boards = []
    more = len(features.patterns) - len(boards)
    said = [f"and {counted(more, 'more pattern')}"] if more else []
    beside = "beside them: " if features.patterns else ""
    said += [beside + repr(part).strip("<>") for part in features.parts]
    words = "".join(paragraph(line) for line in said)
    return heading(repr(features).strip("<>")) + tiled(*boards) + words


def _named(features: FeatureSet, number: int) -> str:
    places = counted(features.pattern_of_instance.count(number), "place")
    return f"{features.patterns[number].name}, in {places}"
