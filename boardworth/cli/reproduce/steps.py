"""The steps of each paper's experiment, as its tasks are called or begin, in their order.

What an experiment reads back from its folder has no task: then a step is passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardworth.reproduce import buro1995, glem
    from boardworth.reproduce.mmto import findings


def steps_of_buro1995(scale: buro1995.Scale) -> list[str]:
    """Games teach tables, these the combinations, and they play."""
    fits = ["tables", "LOG", "FISHER", "QUAD"]
    return ["training games", *fits, "even openings", _pairs(scale.search)]


def steps_of_glem(scale: glem.Scale) -> list[str]:
    """Games are labelled, all versions are fitted to them, and play."""
    from boardworth.reproduce.glem import PRUNING
    from boardworth.reproduce.glem_paper import VERSIONS
    from boardworth.reproduce.tournament import FULL_WIDTH

    playing = {"basic", *(name for pair in scale.pairings for name in (pair.first, pair.second))}
    fits = [f"fit of {name}" for name in VERSIONS if name in playing]
    return [*_LABELLED, *fits, "even openings", _pairs(FULL_WIDTH), _pairs(PRUNING)]


def steps_of_shapes() -> list[str]:
    """The same positions; then every candidate for a shape is fitted."""
    from boardworth.features.pictures import read_pictures, shipped_pictures
    from boardworth.rules import load_game

    game = load_game("othello")
    pictures = shipped_pictures(game, "shapes")
    shapes = read_pictures(game, pictures).patterns if pictures is not None else ()
    return [*_LABELLED, "fit of none", *(f"fit of {shape.name}" for shape in shapes)]


def steps_of_kaneko(reading: Sequence[str]) -> list[str]:
    """Games are read or played, features unfolded, and all evaluations fitted.

    Args:
        reading: how the games of Othello are found, step by step.
    """
    from boardworth.reproduce.kaneko import HASAMI, OTHELLO
    from boardworth.reproduce.kaneko_paper import LIKE_LOGISTELLO

    unfolded = [f"unfolding the logical features of {name}" for name in (OTHELLO, HASAMI)]
    places = ("60 discs", "60 discs and one", "24 empty squares")
    fits = [f"fit of {name}, {at}" for at in places for name in ("A", "B", "C", LIKE_LOGISTELLO)]
    last = [f"fit of {name}, {HASAMI}" for name in ("A", "B", "C")]
    return [*reading, f"games of {HASAMI}", *unfolded, *fits, *last]


def steps_of_ggp() -> list[str]:
    """Rules are loaded, then all pairs of games are played."""
    return ["rules", "pairs of games"]


def steps_of_mmto(scale: findings.Scale, *, rated: bool, problems: bool) -> list[str]:
    """Evaluations are learned in shogi, measured, play; then the same in chess.

    Args:
        scale: of the experiment.
        rated: whether games are chosen by the ratings of their players, too.
        problems: whether there are problems of chess to solve.
    """
    from boardworth.reproduce.mmto.findings import BANDS, BASELINES, band_name

    learned = ["material", "comparison", "material by depth 1", "material by depth 2"]
    learned += [f"set {letters}" for letters in scale.sets[1:]]
    learned += [f"AB by {how}" for how in BASELINES]
    learned += ["AB unconstrained", "without l1"]
    learned += [f"random start {number}" for number in range(scale.starts)]
    played = ["AB - A", "depth 2 - depth 1"]
    played += [
        f"AB after {1 << bit} - A" for bit in range((scale.larger_iterations - 1).bit_length())
    ]
    for depth in scale.depths:
        played += [f"depth {depth} - {depth - 1}", f"depth {depth}, after - before"]
    bands = [band_name(*band) for band in BANDS] if rated else []
    return [
        *("games of shogi", "games of chess"),
        *(["chess games by ratings"] if rated else ()),
        *(f"{name}:" for name in learned),
        "the objective around the minimum",
        *(f"games: {name}" for name in played),
        *("chess material, experts:", "chess, experts:"),
        *(f"{what}, {band}:" for band in bands for what in ("chess material", "chess")),
        *(f"games: {bands[-1]} - {band}" for band in bands[:-1]),
        *(("chess problems", "chess problems") if problems else ()),
    ]


_LABELLED = (
    "games of the first evaluation",
    "games of the basic evaluation",
    "positions inside searches",
    "labels by search",
)


def _pairs(search: str) -> str:
    return f"pairs of games ({search})"
