"""Levels and limits of our engines: what their user gives, the program sets, or is usual."""

import io
import threading
from dataclasses import replace

import pytest
from conftest import random_game
from waiting import PATIENCE

import boardworth as bw
from boardworth.arena.protocols import serve_gtp, serve_nboard
from boardworth.search import DEFAULT_LEVEL, level


@pytest.fixture(scope="module")
def limits(othello):
    """The limits of the searches that a program asks for."""

    class Asked(bw.AlphaBeta):
        def search(self, position, limit, *others, **more):
            asked.append(replace(limit, stop=None, clock=None))
            return super().search(position, bw.Limit(depth=1), *others, **more)

    asked = []
    player = Asked(bw.Evaluator(bw.baseline(othello, "discs")))

    def ask(serve, limit, lines):
        asked.clear()
        serve(player, limit, lines, io.StringIO())
        return list(asked)

    return ask


@pytest.mark.parametrize(
    ("given", "lines", "expected"),
    [
        (None, [], {"number": DEFAULT_LEVEL}),
        (None, ["set depth 5"], {"number": 5}),
        (None, ["set depth 100"], {"number": 60}),
        ({"number": 3}, [], {"number": 3}),
        ({"number": 3}, ["set depth 5"], {"number": 3}),
        ({"number": 7}, ["set depth 5"], {"number": 5}),
        ({"depth": 3}, ["set depth 5"], {"depth": 3}),
        ({"depth": 7}, ["set depth 5"], {"number": 5}),
        ({"seconds": 2.0}, ["set depth 5"], {"number": 5, "seconds": 2.0}),
        ({"seconds": 2.0}, [], {"seconds": 2.0}),
    ],
)
@pytest.mark.parametrize("protocol", ["nboard", "gtp"])
def test_the_smaller_level_holds(othello, limits, protocol, given, lines, expected):
    def limit(number=None, **others):
        return replace(level(othello, number), **others) if number else bw.Limit(**others)

    go, serve = "go", serve_nboard
    if protocol == "gtp":
        lines = [line.replace("set depth", "level").replace("100", "60") for line in lines]
        go, serve = "genmove black", serve_gtp
    ours = None if given is None else limit(**given)
    assert limits(serve, ours, [*lines, go]) == [limit(**expected)]


@pytest.fixture(scope="module")
def player(othello_model):
    return bw.AlphaBeta(bw.Evaluator(othello_model))


def said(serve, player, lines, last):
    """All that an engine says; the end of its input, which ends searches, waits for the last."""
    answered = threading.Event()

    class Answers(io.StringIO):
        def write(self, text):
            if text.startswith(last[1]):
                answered.set()
            return super().write(text)

    def sent():
        yield from [*lines, last[0]]
        answered.wait(PATIENCE)

    output = Answers()
    serve(player, None, sent(), output)
    return output.getvalue().splitlines()


def said_by_gtp(player, lines):
    return [line for line in said(serve_gtp, player, lines, ("99 name", "=99")) if line][:-1]


def test_nboard_s_depth_is_a_level(othello, player):
    """At level 4 it is known who wins with nine empty squares, with six by how much."""
    sure = {}
    for position in random_game(othello, 4)[0]:
        if position.over or position.moves_to_go > 9 or len(position.legal_moves()) == 1:
            continue
        board = othello.text(position).replace("X", "*")
        game = f"set game (;GM[Othello]PC[test]RE[?]TY[8]BO[8 {board}];)"
        lines = said(serve_nboard, player, ["set depth 4", game, "go"], ("learn", "learned"))
        found = player.choose(position, position.mover, level(othello, 4))
        answer = f"=== {position.move_text(found.move).upper()}/{found.value:.2f}/"
        assert any(line.startswith(answer) for line in lines)
        (search,) = [line for line in lines if line.startswith("search")]
        sure[position.moves_to_go] = search.split()[-1]
        assert found.exact == (search.split()[-1] == "100%")
    assert set(sure.values()) == {"100%W", "100%"}
    assert all(text == "100%" for moves, text in sure.items() if moves <= 6)


def test_gtp_s_level_is_a_level(othello, player):
    assert said_by_gtp(player, ["level 0"]) == ["? level 0: levels are 1 to 60"]
    assert said_by_gtp(player, ["level"]) == ["? syntax error: expected a number, not ''"]
    positions, moves = random_game(othello, 5)
    lines, expected = ["level 3"], ["="]
    for position, move in zip(positions, moves, strict=False):
        colour = ("black", "white")[position.mover]
        chosen = position.move_text(player.move(position, level(othello, 3))).upper()
        lines.append(f"reg_genmove {colour}")
        expected.append(f"= {chosen.replace('--', 'pass')}")
        lines.append(f"play {colour} {position.move_text(move).replace('--', 'pass')}")
        expected.append("=")
    assert said_by_gtp(player, lines) == expected
