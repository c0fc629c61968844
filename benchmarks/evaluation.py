"""Evaluation: indices followed change by change against indices read anew at every leaf."""

import numpy as np

import boardworth as bw
from benchmarks.timing import faster_by, seconds_by_round, show
from boardworth.features import shipped_pictures
from boardworth.fitting import Stages, WeightedSum

SOURCES = ("core/evaluators", "core/features", "core/rules")

DEPTH = 6
OPENING = "f5d6c3d3c4f4f6f3e6e7"


def a_model(features: bw.FeatureSet, seed: int = 1) -> bw.Model:
    """Weights at random: speed does not depend on their values."""
    weights = np.random.default_rng(seed).integers(-500, 500, (13, len(features))).astype(np.int16)
    stages = Stages.equal(features.game.max_progress, 13)
    counts = np.zeros(weights.shape, np.uint8)
    return bw.Model(WeightedSum(features, stages, weights, 256, "score", counts))


def a_position() -> bw.Position:
    """A middle game."""
    game = bw.load_game("othello")
    replay = game.replay(game.start(), game.parse_line(game.start(), OPENING))
    return bw.Position(game, replay.positions[-1].tobytes())


def feature_sets() -> dict[str, bw.FeatureSet]:
    game = bw.load_game("othello")
    pictures = shipped_pictures(game)
    assert pictures is not None
    return {
        "Logistello's, 46 instances": bw.read_pictures(game, pictures),
        "from the board, 144 instances": bw.board_patterns(game),
    }


def run() -> None:
    position = a_position()
    rows = []
    for name, features in feature_sets().items():
        core = bw.Evaluator(a_model(features)).core
        followed = core.tree_sum(position.packed, DEPTH, True)
        leaves = followed[1]
        assert followed == core.tree_sum(position.packed, DEPTH, False)
        seconds = seconds_by_round(
            {
                "incremental": lambda core=core: core.tree_sum(position.packed, DEPTH, True),
                "from scratch": lambda core=core: core.tree_sum(position.packed, DEPTH, False),
            },
            rounds=7,
        )
        speeds = (f"{leaves / min(times) / 1e6:.2f}" for times in seconds.values())
        rows.append((name, *speeds, faster_by(seconds["from scratch"], seconds["incremental"])))
    show(
        "Evaluations of Othello positions, one thread, million/s",
        ("patterns", "incremental", "from scratch", "ratio"),
        rows,
        f"all positions {DEPTH} moves after {OPENING}, move generation included",
    )
