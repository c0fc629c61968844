"""What tests of several stages share."""

import os
import random
import re
import signal
from functools import cache
from pathlib import Path

import hypothesis
import numpy as np
import pytest

import boardworth as bw
from boardworth import _core
from boardworth.features import (
    ConfigurationSet,
    FeatureSet,
    Pattern,
    Relations,
    Terms,
    board_patterns,
    known_terms,
    named_patterns,
)
from boardworth.features.logic.patterns import LogicPatterns
from boardworth.features.relations import KINDS
from boardworth.fitting import Model, Stages, WeightedSum
from boardworth.recipes.generated_logic import unfolded_features
from boardworth.rules import Position, load_game

# The sanitized core is five times as slow, and other tests see the same examples.
SANITIZED = "sanitized" in os.environ.get("BOARDWORTH_CORE", "")

hypothesis.settings.register_profile(
    "boardworth",
    max_examples=8 if SANITIZED else 25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(hypothesis.HealthCheck),
)
hypothesis.settings.load_profile("boardworth")

# Whoever runs the tests in the background has Ctrl-C ignored, and children inherit that: tests of
# Ctrl-C would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Built-in games, and rule sheets: one that has a symmetry, one in which players move repeatedly.
NATIVE = _core.game_names()
GAMES = [*NATIVE, "connect-four", "english-draughts"]
# Configurations of half of a sparse pattern.
MAX_HALF = 65_535
# Random games of shogi take 700 moves.
MAX_PLIES = 150
# Those that can be searched to the last move.
BOUNDED = [name for name in NATIVE if load_game(name).moves_bounded]


def pytest_report_header():
    return f"boardworth core: {_core.BUILD}"


@pytest.fixture(params=GAMES)
def game(request):
    return load_game(request.param)


@pytest.fixture(scope="session")
def othello():
    return load_game("othello")


@pytest.fixture(scope="session")
def data():
    """A folder of real records and problems, given by the environment variable BOARDWORTH_DATA."""
    folder = os.environ.get("BOARDWORTH_DATA")
    if not folder:
        pytest.skip("BOARDWORTH_DATA is not set")
    return Path(folder)


@pytest.fixture(scope="session")
def small_build():
    """Settings of a build that takes a second."""
    return bw.Settings(games=60, generations=1, depth=1, stages=3, exact=6, calibration=0)


@pytest.fixture(scope="session")
def othello_model(tmp_path_factory, othello, small_build):
    """A weak but real model, from self-play."""
    folder = tmp_path_factory.mktemp("build") / "work"
    return bw.Build(othello, folder, settings=small_build).run()


@pytest.fixture(scope="session")
def othello_model_file(tmp_path_factory, othello_model):
    path = tmp_path_factory.mktemp("models") / "othello.model"
    bw.save_model(othello_model, path)
    return path


def random_game(game, seed, start=None, max_plies=MAX_PLIES):
    """All positions of a game played at random, and its moves; longer games are cut off."""
    draw = random.Random(seed)
    positions, moves = [start or game.start()], []
    while len(moves) < max_plies and (legal := positions[-1].legal_moves()):
        moves.append(draw.choice(legal))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


# Where plain minimax would follow too many captures to their ends.
FEW_PIECES = {
    "chess": "4k2r/P7/8/3pP3/8/8/7p/R3K3 w Qk d6 0 1",
    "shogi": "4k4/9/9/2pGp4/3S5/9/9/9/4K4 b - 1",
}
# Pieces in hand have ever so many moves.
FEW_PIECES_PLIES = {"shogi": 8}


def small_game(game, seed):
    """A random game, in some games one of few pieces."""
    start = game.parse(FEW_PIECES[game.name]) if game.name in FEW_PIECES else None
    return random_game(game, seed, start, FEW_PIECES_PLIES.get(game.name, MAX_PLIES))


def a_position(game, seed):
    """One before the end of such a game."""
    return random.Random(seed).choice(small_game(game, seed)[0][:-1])


def bearable(position, depth):
    """Less where there are pieces in hand, or queens: a search by ten times as many moves."""
    moves = len(position.legal_moves())
    return depth if moves <= 14 else -(-depth // 2) if moves <= 40 else 1


def swapped(game, position):
    """The same position with the colours swapped, the mover's included."""
    if game.name in ("dobutsu", "shogi"):  # each side sees the board from its own end
        board, side, hands, *number = game.text(position).split()
        turned = "".join(re.findall(r"\+?.", board)[::-1]).swapcase()
        side = "w" if side == "b" else "b"
        return game.parse(" ".join([turned, side, hands.swapcase(), *number]))
    if game.name == "chess":  # the same, and files stay where they are
        board, side, rights, passed, *numbers = game.text(position).split()
        rows = "/".join(reversed(board.swapcase().split("/")))
        side, passed = "wb"[side == "w"], passed.translate(str.maketrans("36", "63"))
        return game.parse(" ".join([rows, side, rights.swapcase(), passed, *numbers]))
    if symbols := game.core.symbols:
        signs = "".join(symbols)
        return game.parse(game.text(position).translate(str.maketrans(signs, signs[::-1])))
    return Position(game, game.core.first_to_move(position.packed))


def packed(positions):
    return np.stack([np.frombuffer(position.packed, np.uint8) for position in positions])


@cache
def sparse_features(game, least=2):
    """Small tables beside large patterns, of which random games say what is valid."""
    squares = range(game.board.columns * game.board.rows)
    values = len(game.atoms[0].values)
    count = next(count for count in (16, 8, 6) if values ** (count // 2) <= MAX_HALF)
    large = [Pattern("first squares", tuple(squares[:count]), sparse=True)]
    if game.name == "othello":
        large += named_patterns(game, ["A", "C"]).patterns
    positions = [position for seed in range(20) for position in random_game(game, seed)[0]]
    features = FeatureSet(game, [*large, *board_patterns(game, 100).patterns])
    return features.with_valid(packed(positions), least)


def features_with_terms(game, most=100):
    """Patterns from the board, and all terms that the game has."""
    patterns = board_patterns(game, most).patterns
    return FeatureSet(game, patterns, parts=[Terms(game, known_terms(game))])


# Of chess and shogi the largest relations take too long to make and to explain.
RELATIONS = {"chess": KINDS[:5], "shogi": KINDS[:3], "dobutsu": KINDS}


def features_with_relations(name, kinds=None):
    """Kings and pieces."""
    game = load_game(name)
    return FeatureSet(game, [], parts=[Relations(game, kinds or RELATIONS[name])])


def features_from_logic(game, max_facts=4):
    """Conjunctions that prove what a rule sheet asks for, with the names of what they prove."""
    found = LogicPatterns.of(game, unfolded_features(game, max_features=30), max_facts)
    return FeatureSet(game, [], parts=[ConfigurationSet(found.found, "all", found.origins())])


def random_model(features, seed, *, stages=3, largest=300, target="score"):
    """Integer weights drawn at random."""
    weights = np.random.default_rng(seed).integers(-largest, largest, (stages, len(features)))
    stages = Stages.equal(features.game.max_progress, stages)
    counts = np.zeros(weights.shape, np.uint8)
    return Model(WeightedSum(features, stages, weights.astype(np.int16), 16, target, counts))
