"""Verdicts on the experiments of Hoki and Kaneko 2014: what matches, starts and castles say."""

from dataclasses import replace

import numpy as np

from boardworth.features import FeatureSet, Relations
from boardworth.reproduce.kept_pairs import Score
from boardworth.reproduce.mmto import paper
from boardworth.reproduce.mmto.castles import CASTLES, CastleValue, castle_values, weight_of
from boardworth.reproduce.mmto.findings import BANDS, Found, Starts, band_name
from boardworth.reproduce.mmto.measures import Judged
from boardworth.reproduce.mmto.piece_values import settled_after, weighed
from boardworth.rules import load_game

WEAKEST, STRONGEST = band_name(*BANDS[0]), band_name(*BANDS[-1])


def nothing():
    starts = Starts([1.0, 1.0], [0.1, 0.2])
    return Found(1, {}, [], [], 1, starts, {}, {}, {}, (1.0, 0.5))


def test_ties_do_not_make_the_weaker_evaluation_look_better():
    """One is right where it prefers a move, and ties elsewhere; the other is right more often."""
    tied = np.arange(100) >= 10
    ids = np.arange(100, dtype=np.int32)
    everywhere = np.ones(100, bool)
    material = Judged(
        everywhere, ~tied, np.where(tied, 0.05, 1).astype(np.float32), everywhere, ids
    )
    agreed = np.arange(100) % 2 == 0
    larger = Judged(agreed, everywhere, agreed.astype(np.float32), everywhere, ids)
    found = replace(nothing(), agreement={"A": material, "AB": larger})
    assert material.share > larger.share
    assert found.difference("AB", "A").low > 0


def test_a_claim_about_teachers_needs_games():
    claim = paper.better_teachers(STRONGEST, WEAKEST)
    assert claim.by_games((0, 0, 0, 0, 0)).verdict == "undecided"
    assert claim.by_games((0, 2, 10, 40, 60)).verdict == "confirmed"
    assert claim.by_games((60, 40, 10, 2, 0)).verdict == "refuted"


def test_later_iterations_are_judged_by_games_from_the_same_openings():
    lost, won = Score(((0.0, 0.5),) * 20), Score(((1.0, 0.5),) * 20)
    for first, last, verdict in ((lost, won, "confirmed"), (won, lost, "refuted")):
        found = replace(nothing(), matches={"AB after 1 - A": first, "AB - A": last})
        rows = {row.claim: row for row in found._strength_verdicts()}
        assert rows[paper.GROWS.text].verdict == verdict
    assert rows[paper.GROWS.text].ours.startswith("-50.0 [")


def starts(similarity):
    """The best first."""
    verdicts = replace(nothing(), starts=Starts(similarity, np.arange(len(similarity))))
    return {verdict.claim: verdict for verdict in verdicts._start_verdicts()}


def test_the_best_start_is_no_neighbour_of_its_own():
    found = starts([1.0, *[0.93] * 7, 0.5, 0.5])
    mostly = found[paper.MOSTLY_SIMILAR.text]
    assert (mostly.ours, mostly.verdict) == ("7 of 9", "refuted")
    assert found[paper.SIMILAR.text].verdict == "refuted"
    close = starts([1.0, *[0.921] * 8, 0.5])
    assert close[paper.MOSTLY_SIMILAR.text].verdict == "confirmed"
    assert starts([1.0, *[0.93] * 9])[paper.SIMILAR.text].verdict == "confirmed"


def test_piece_values_have_settled_where_they_only_go_to_and_fro():
    swings = [[500 + 20 * (-1) ** number] for number in range(50)]
    climb = [[10 * number] for number in range(48)]
    assert settled_after([*climb, *swings]) == 48
    never = settled_after([[10 * number] for number in range(100)])
    assert never > paper.SETTLED.range.high


def castles(values, leaves=1):
    found = [CastleValue(one, value, leaves) for one, value in zip(CASTLES, values, strict=True)]
    return replace(nothing(), castles=found)


def test_castles_are_compared_with_the_order_of_the_figure():
    falling = range(10, 0, -1)
    assert castles(falling)._castles().verdict == "confirmed"
    assert castles(falling)._castles().ours == "+1.00; 10 of 10 occur"
    assert castles(range(10))._castles().verdict == "refuted"
    assert castles([1, 1, 2, 1, 1, 2, 1, 1, 2, 1])._castles().verdict == "undecided"
    assert castles([0] * 10)._castles().ours.startswith("+0.00")
    unknown = castles(falling, leaves=0)._castles()
    assert (unknown.verdict, unknown.ours) == ("undecided", "+0.00; 0 of 10 occur")
    assert nothing()._castles().ours == "e^D was not learned"


def test_castles_are_read_from_the_weights_of_their_relations():
    """The name of the weight that a castle reads has the king and both golds."""
    shogi = load_game("shogi")
    features = FeatureSet(shogi, [], parts=[Relations(shogi, ["material", "king-piece-piece"])])
    part = features.parts[0]
    model = weighed(features, np.full(13, 500.0))
    for castle in (CASTLES[0], CASTLES[2]):
        weight = weight_of(part, castle)
        name = part.name(weight)
        assert all(square in name for square in (castle.king, *castle.golds)), name
        model.weighted_sum.weights[0][weight] = 64 * 32
    found = castle_values(model)
    assert [one.value for one in found][:3] == [64, 0, 64]


def test_a_few_more_problems_may_be_chance():
    before = [True] * 40 + [False] * 60
    chance = [False] * 5 + [True] * 43 + [False] * 52
    clear = [True] * 60 + [False] * 40
    outcomes = []
    for after in (chance, clear):
        found = replace(nothing(), problems={"before": before, "after": after})._solved()
        outcomes.append((found.ours.split(" [")[0], found.verdict))
    assert outcomes == [
        ("40 to 43 of 100: +3", "undecided"),
        ("40 to 60 of 100: +20", "confirmed"),
    ]
