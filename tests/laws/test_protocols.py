"""Laws for protocols: what a player is behind one, it is without one.

Every class of player that `boardworth.arena.protocols` exports is tried, or fails here.
"""

import shlex
import sys

import pytest
from conftest import random_game
from ggp_players import our_player

from boardworth.arena import Match, parse_player, protocols
from boardworth.errors import MissingCapability
from boardworth.rules import History, load_game
from boardworth.search import Limit, Player, Playouts, RandomPlayer, Seating

DEPTH = Limit(depth=2)


class Behind:
    """A player behind a protocol, and the same player without one."""

    def __init__(self, game, player, twin, limit):
        self.game, self.player, self.twin, self.limit = game, player, twin, limit


@pytest.fixture
def external(othello_model_file):
    made = []

    def start(kind):
        model = str(othello_model_file) if kind.plays == "othello" else "baseline:piece-square"
        words = [sys.executable, "-m", "boardworth", "engine", model, "--depth", "2"]
        made.append(kind(shlex.join([*words, "--protocol", kind.protocol]), "it"))
        twin = parse_player(model).player(load_game(kind.plays))
        return Behind(load_game(kind.plays), made[-1], twin, DEPTH)

    yield start
    for player in made:
        player.close()


@pytest.fixture
def ggp():
    with our_player(Playouts(12, seed=4)) as server:
        game, limit = load_game("tic-tac-toe"), Limit(seconds=1000)
        yield lambda: Behind(game, protocols.GgpPlayer(server.address), Playouts(12, seed=4), limit)


@pytest.fixture
def behind(request, external, ggp):
    def make(kind):
        if kind is protocols.GgpPlayer:
            return ggp()
        return external(kind)

    return make


def kinds():
    exported = (getattr(protocols, name) for name in protocols.__all__)
    classes = [one for one in exported if isinstance(one, type) and issubclass(one, Player)]
    return [one for one in classes if one is not protocols.ExternalPlayer]


@pytest.mark.parametrize("kind", kinds())
def test_a_player_behind_a_protocol_plays_the_same_moves(kind, behind):
    it = behind(kind)
    positions, moves = random_game(it.game, 8)
    seat = it.player.seat(Seating(it.game, 0, it.limit, start_seconds=1000))
    for plies in range(0, min(len(moves), 8), 2):
        history = History.after(it.game.start(), moves[:plies])
        position, role = history.position, history.position.mover
        if len(position.legal_moves()) > 1:
            told = seat.choose(position, role, it.limit, history).move
            assert told == it.twin.choose(position, role, it.limit).move
        if seat.follows_every_step and plies + 1 < len(moves):
            other = History.after(it.game.start(), moves[: plies + 1])
            seat.choose(other.position, 0, it.limit, other)
    seat.leave(history, finished=False)
    assert positions


@pytest.mark.parametrize("kind", kinds())
def test_a_match_through_a_protocol_has_no_fault(kind, behind):
    it = behind(kind)
    match = Match((it.player, RandomPlayer(1)), [()], it.limit, start_seconds=1000)
    result = match.run(it.game, 2)
    assert not any(game.faults for game in result.games)
    assert [game.seats for game in result.games] == [(0, 1), (1, 0)]


@pytest.mark.parametrize("kind", kinds())
def test_a_game_that_the_protocol_has_no_words_for_is_refused(kind, behind):
    it = behind(kind)
    unknown = load_game("tic_tac_toe")
    with pytest.raises(MissingCapability, match="tic_tac_toe"):
        it.player.seat(Seating(unknown, 0, it.limit))
