"""Laws for players: each kind plays each kind of game, or says which capability is missing.

A kind of player that is registered in the grammar and not in the table fails here.
"""

import pickle
from pathlib import Path

import pytest
from conftest import random_game, random_model
from ggp_players import our_player
from player_table import KINDS, Place, games, table

import boardworth as bw
from boardworth.arena import parse_player
from boardworth.arena.player_grammar import _MAKERS
from boardworth.features import short_tuples
from boardworth.rules import History
from boardworth.search import Fallback, Limit, Playouts, RandomPlayer, Seating, Uct, model_player

PAGE = Path(__file__).parents[2] / "docs" / "players.md"
LIMIT = Limit(depth=2, nodes=30)


def test_the_table_of_the_documentation_is_what_happens():
    lines = table()
    assert "\n".join(lines) in PAGE.read_text(), "\n".join(lines)


def test_every_kind_of_the_grammar_is_in_the_table(tmp_path):
    place = Place(bw.load_game("connect-four"), tmp_path, "http://localhost:9147")
    kinds = {parse_player(describe(place)).kind for describe in KINDS.values()}
    assert kinds == set(_MAKERS)


def players_of(game):
    """One of each kind that plays a game here, and its name."""
    made = [RandomPlayer(3), Playouts(12, seed=1), Fallback((Uct(15), Playouts(8)))]
    if game.rule_sheet is None or game.propnet_machine is not None:
        made.append(Uct(30, seed=2))
    if game.has_turns:
        model = random_model(short_tuples(game), 1, largest=40)
        made += [model_player(model, method=m) for m in ("alpha-beta", "guided-uct", "uct")]
    return made


@pytest.fixture(params=games().items(), ids=lambda item: item[0])
def any_game(request):
    return request.param[1]


def middle(game):
    """A history of a game, some moves after the start."""
    history = History.after(game.start())
    draw = RandomPlayer(5)
    for _ in range(4):
        roles = range(len(game.roles))
        joint = [draw.choose(history.position, role, LIMIT).move for role in roles]
        after = history.play_joint(joint)
        if after.payoffs is not None:
            break
        history = after
    return history


def test_every_decision_is_a_legal_move_of_the_role(any_game):
    history = middle(any_game)
    for player in players_of(any_game):
        for role in range(len(any_game.roles)):
            found = player.choose(history.position, role, LIMIT, history)
            assert found.move in history.position.legal_moves(role), player.name
            assert found.seconds >= 0
            if found.pv:
                assert found.pv[0] == found.move
                any_game.legal_replay(history.position, found.pv)


def test_the_same_question_has_the_same_answer(any_game):
    """Within a limit of depth and nodes, whatever was asked before; history does not matter."""
    history = middle(any_game)
    for first, second in zip(players_of(any_game), players_of(any_game), strict=True):
        second.choose(any_game.start(), 0, LIMIT)
        for role in range(len(any_game.roles)):
            with_history = first.choose(history.position, role, LIMIT, history)
            assert with_history.move == second.choose(history.position, role, LIMIT).move


def test_a_pickled_player_plays_the_same(any_game):
    history = middle(any_game)
    again = pickle.loads(pickle.dumps((history, players_of(any_game))))
    for player, other in zip(players_of(any_game), again[1], strict=True):
        for role in range(len(any_game.roles)):
            expected = player.choose(history.position, role, LIMIT, history)
            found = other.choose(again[0].position, role, LIMIT, again[0])
            assert (found.move, found.value, found.pv) == (
                expected.move,
                expected.value,
                expected.pv,
            ), player.name
            assert other.name == player.name


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_player_can_be_pickled_before_and_after_it_plays(tmp_path, kind):
    games_of = {"`uci:'COMMAND'`": "chess", "`usi:'COMMAND'`": "shogi"}
    on_sheets = {
        "functions of roles, guided UCT",
        "functions of roles, MTD(f)",
        "`http://HOST:PORT`",
    }
    usual = "tic-tac-toe" if kind in on_sheets else "othello"
    game = bw.load_game(games_of.get(kind, usual))
    limit = Limit(seconds=1000) if "http" in kind else LIMIT
    with our_player(Playouts(2)) as server:
        player = parse_player(KINDS[kind](Place(game, tmp_path, server.address))).player(game)
        for _ in range(2):
            player = pickle.loads(pickle.dumps(player))
            move = player.choose(game.start(), 0, limit).move
            assert move in game.start().legal_moves(0)
            player.close()


def test_a_seated_player_plays_the_game_and_may_leave_it(any_game):
    history = middle(any_game)
    for player in players_of(any_game):
        seat = player.seat(Seating(any_game, 0, LIMIT, number=3))
        assert seat.choose(history.position, 0, LIMIT, history).move in (
            history.position.legal_moves(0)
        )
        seat.leave(history, finished=False)
        player.close()


def test_a_player_that_varies_plays_other_games_of_a_match():
    game = bw.load_game("connect-four")
    for player in (RandomPlayer(), Uct(3), Playouts(2)):
        assert player.varies
        seats = [player.seat(Seating(game, 0, LIMIT, number=n)) for n in range(12)]
        assert len({seat.move(game.start(), LIMIT) for seat in seats}) > 1


def test_pondering_and_history_change_no_decision_by_depth(othello):
    positions, _ = random_game(othello, 4)
    player = bw.AlphaBeta(bw.Evaluator(bw.baseline(othello, "squares")))
    for position in positions[10:40:7]:
        if len(position.legal_moves()) > 1:
            alone = player.choose(position, position.mover, Limit(depth=3))
            history = History(tuple(positions[: positions.index(position) + 1]), ())
            told = player.choose(position, position.mover, Limit(depth=3), history)
            assert (alone.move, alone.value, alone.pv) == (told.move, told.value, told.pv)
