"""How long it takes to unfold where either player can move in Othello, once rules are ground."""

import statistics

import boardworth as bw
from benchmarks.timing import median_interval, seconds_by_round, show
from boardworth.features.logic import GroundFeatures, LogicFeature, Theory

SOURCES = ("core/features/logic", "games/othello.theory", "boardworth/features/logic")
ROUNDS = 15


def run() -> None:
    theory = Theory.of(bw.load_game("othello"))
    rows = []
    for player in ("own", "opponent"):
        feature = LogicFeature.parse(f"(<= (moves ?square) (legal_move ?square {player}))", player)
        ground = GroundFeatures(theory, [feature])
        (found,) = ground.unfold()
        times = seconds_by_round({"unfolding": ground.unfold}, ROUNDS)["unfolding"]
        low, high = (1000 * bound for bound in median_interval(times))
        middle = 1000 * statistics.median(times)
        rows.append((player, f"{len(found):,}", f"{middle:.1f} [{low:.1f}, {high:.1f}]"))
    show(
        "Unfolding `legal_move` of Othello",
        ("player", "conjunctions", "CPU ms, 95 %"),
        rows,
        f"median of {ROUNDS} rounds, without the grounding of the rules",
    )
