"""Labels by search."""

import numpy as np

import boardworth as bw
from boardworth.positions import label_by_search
from boardworth.search import ManySearches


def test_successors_have_the_opposite_value(othello_model):
    game = othello_model.game
    records = bw.self_play(game, lambda p: p.legal_moves()[0], 20, opening=(20, 59), seed=2)
    data = bw.label(game, records)
    searches = ManySearches(othello_model)

    def judge(positions):
        return searches.search(positions, np.full(len(positions), 2, np.int32))

    labelled = label_by_search(data, judge, {"by": "test"})
    found = judge(data.positions)
    count = len(data)
    assert labelled.positions[:count].tobytes() == data.positions.tobytes()
    assert labelled.targets[:count].tobytes() == found.values.tobytes()
    going_on = found.signs != 0
    assert 0 < len(labelled) - count == np.count_nonzero(going_on) < count
    same_mover = game.movers(data.positions)[going_on] == game.movers(labelled.positions[count:])
    expected = np.where(same_mover, 1, -1) * found.values[going_on]
    assert np.array_equal(labelled.targets[count:], expected)
    assert np.array_equal(labelled.progress, game.progress(labelled.positions))
    assert np.array_equal(labelled.game_ids[count:], data.game_ids[going_on])
    assert labelled.provenance["searched"] == count
    assert labelled.provenance["mover_bias"] == round(float(found.values.mean()), 4)
