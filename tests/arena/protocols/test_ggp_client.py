"""Foreign GGP players by a clock of our own: what comes after the deadline does not count."""

from types import SimpleNamespace

import pytest
from ggp_players import scripted_player
from waiting import PATIENCE

from boardworth.arena.protocols.ggp_client import GgpClient, TimedOut
from boardworth.arena.protocols.ggp_messages import Info


@pytest.mark.parametrize("late", [False, True])
def test_a_whole_answer_after_the_deadline_is_refused(monkeypatch, late):
    """The clock strikes while the player answers; the connection itself is patient."""
    now = 0.0

    def answer(_message):
        nonlocal now
        now = PATIENCE if late else PATIENCE - 1
        return "ready"

    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr("boardworth.arena.protocols.ggp_client.time", clock)
    with scripted_player(answer) as player:
        client = GgpClient(player.address)
        if late:
            with pytest.raises(TimedOut, match="no whole answer to INFO in 300 s"):
                client.ask(Info(), PATIENCE)
        else:
            assert client.ask(Info(), PATIENCE) == "ready"
