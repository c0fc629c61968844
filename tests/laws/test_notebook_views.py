"""What notebooks show of values: well-formed, escaped, and true to the numbers."""

from xml.etree import ElementTree

import pytest
from conftest import NATIVE, random_game, random_model

import boardworth as bw
from boardworth.errors import MissingCapability
from boardworth.features.shown import pattern_svg
from boardworth.fitting import Model, RoleFunctions
from boardworth.fitting.shown import heat_map
from boardworth.fitting.weighted_expressions import RoleFunction
from boardworth.rules import load_game


def parsed(html):
    return ElementTree.fromstring(f"<div>{html}</div>")


def notes(root):
    """By the name of a square, the number that is said of it."""
    found = {}
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        name, _, said = "".join(group.itertext()).partition(": ")
        for words in said.split(", "):
            number = words.partition(" ")[0]
            if number[:1] in "+-" and number[1:].replace(".", "").isdecimal():
                found[name] = float(number)
    return found


def rows(root):
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


@pytest.mark.parametrize("name", [*NATIVE, "connect-four"])
def test_a_heat_map_adds_up_to_the_value(name):
    game = load_game(name)
    model = random_model(bw.board_patterns(game, 100), 1, largest=10_000)
    positions = random_game(game, 3, max_plies=21)[0]
    for position in (positions[-1], positions[-2], positions[0]):
        explanation = bw.Evaluator(model).explain(position)
        shares = explanation.by_square()
        about = [term for term in explanation.terms if any(a < len(shares) for a in term.atoms)]
        total = sum(term.contribution for term in about)
        assert sum(shares.values()) == pytest.approx(total, abs=1e-6)
        told = notes(parsed(heat_map(explanation)))
        squares = [square for square in game.picture(position).squares if square is not None]
        assert len(told) == len(squares)
        assert sum(told.values()) == pytest.approx(total, abs=0.005 * len(told))
        shown = rows(parsed(explanation._repr_html_()))[1:]
        assert sum(float(row[0]) for row in shown) == pytest.approx(explanation.value, abs=0.1)


def test_a_square_has_the_colour_of_what_stands_there_whoever_moves():
    """White's own rook on a1 and black's on a8 are seen alike; the map shows where they are."""
    game = load_game("chess")
    model = bw.baseline(game, "material")
    for text, square in (
        ("r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1"),
    ):
        told = notes(parsed(heat_map(bw.Evaluator(model).explain(text))))
        assert max(told, key=told.get) == square


@pytest.mark.parametrize("name", [*NATIVE, "connect-four", "minichess", "tic-tac-toe"])
def test_facts_are_told_as_they_stand_on_the_drawn_board(name):
    """Whoever moves: what it sees of its own side first is told of the board that all look at."""
    game = load_game(name)
    for position in random_game(game, 3, max_plies=13)[0]:
        picture = game.picture(position)
        told = dict(game.drawn_facts(enumerate(game.facts(position)), position.mover))
        swapped = name in NATIVE and position.mover == 1
        for square, atom in zip(picture.squares, picture.atoms, strict=True):
            if square is not None and len(game.atoms[atom].values) > 1:
                side, _, piece = game.atoms[atom].values[told[atom]].partition(" ")
                side = {"own": "opponent", "opponent": "own"}.get(side, side) if swapped else side
                assert square.value == f"{side} {piece}".strip()


def test_terms_hold_where_the_pieces_stand_whoever_moves():
    game = load_game("chess")
    explanation = bw.Evaluator(bw.shipped_model(game)).explain(game.start().play("e4"))
    own = [term for term in explanation.terms if term.name == "own pawn a2, own rook a1"]
    assert {term.holds for term in own} == {
        "own pawn a7, own rook a8",
        "opponent rook a1, opponent pawn a2 (the opponent's)",
    }
    said = "Names of terms are as black sees the board; what holds is as drawn."
    assert explanation.naming == said
    assert said in explanation._repr_html_()
    assert str(explanation).endswith(said)
    assert bw.Evaluator(bw.shipped_model(game)).explain(game.start()).naming == ""


def test_a_game_shows_its_last_board_wherever_it_is_from():
    game = load_game("tic_tac_toe")
    players = [bw.RandomPlayer(1), bw.RandomPlayer(2)]
    played = bw.Match(players, [()], bw.Limit(depth=1)).run(game, games=2).games[0]
    record = bw.GameRecord(game.start(), played.history.moves)
    last = played.history._repr_svg_()
    assert parsed(last) is not None
    assert last == played._repr_svg_() == record._repr_svg_()
    assert parsed(bw.GameRecord(game.start(), ())._repr_svg_()) is not None


def test_an_explanation_says_what_it_explains():
    game = load_game("othello")
    evaluator = bw.Evaluator(bw.baseline(game, "discs"))
    position = game.start().play("f5")
    explanation = evaluator.explain(position)
    assert (explanation.position, explanation.role, explanation.unit) == (position, 1, "points")
    html = explanation._repr_html_()
    assert "-3.00 points for white" in html
    plain = evaluator.model.evaluation.explain(position)
    assert plain == explanation
    with pytest.raises(MissingCapability, match="without its position"):
        plain.by_square()
    assert "<svg" not in plain._repr_html_()


def test_functions_of_roles_are_shown_beside_the_board():
    game = load_game("tic-tac-toe")
    functions = tuple(RoleFunction(role, 50.0, ()) for role in game.roles)
    model = Model(RoleFunctions(game, functions))
    html = bw.Evaluator(model).explain(game.start(), 1)._repr_html_()
    assert "+50.00 points for o" in "".join(parsed(html).itertext())
    assert "tic-tac-toe: x to move" in html
    assert parsed(model._repr_html_()) is not None


def test_a_model_is_a_card_with_its_figures():
    model = bw.shipped_model(load_game("othello"))
    card = parsed(model._repr_html_())
    told = dict(rows(card))
    assert told["correlation"] == f"{model.metrics['held_out']['all']['correlation']:g}"
    assert told["what"] == model.evaluation.summary()
    worth = notes(card)
    assert min(worth[corner] for corner in ("a1", "h1", "a8", "h8")) > max(
        worth[square] for square in ("b2", "g2", "b7", "g7")
    )


@pytest.mark.parametrize("name", ["chess", "shogi"])
def test_models_without_patterns_show_what_the_start_is_worth(name):
    card = parsed(bw.shipped_model(load_game(name))._repr_html_())
    assert len(notes(card)) in {64, 81}


def test_patterns_are_drawn_in_all_their_places():
    features = bw.board_patterns(load_game("tic_tac_toe"), 100)
    html = features._repr_html_()
    root = parsed(html)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}svg"))) == len(features.patterns)
    board = parsed(pattern_svg(features, 0))
    numbers = [one.text for one in board.iter("{http://www.w3.org/2000/svg}text")]
    assert len(numbers) == len(features.patterns[0].atoms)
    configuration = features.describe(0)[1]
    assert parsed(configuration._repr_svg_())[0][0].text == str(configuration)


def test_a_match_is_told_with_its_interval_and_by_role():
    game = load_game("tic_tac_toe")
    players = [bw.Uct(name='<b>bold</b> & "quoted"'), bw.RandomPlayer(1)]
    openings = bw.random_openings(game, 4, plies=1, seed=1)
    result = bw.Match(players, openings, bw.Limit(nodes=100)).run(game, games=8)
    html = result._repr_html_()
    assert "<b>" not in html
    root = parsed(html)
    told = rows(root)
    wins, draws, losses = result.wins_draws_losses
    assert told[1][:2] == ['<b>bold</b> & "quoted"', f"{wins}-{draws}-{losses}"]
    assert told[2][1] == f"{losses}-{draws}-{wins}"
    assert str(result.rating) in "".join(root.itertext())
    assert [row[0] for row in told[-2:]] == ["x", "o"]


def test_what_features_there_are_is_said_in_words():
    chess = bw.shipped_model(load_game("chess")).weighted_sum.features
    assert repr(chess) == f"<relations, {len(chess):,} weights for chess>"
    html = "".join(parsed(chess._repr_html_()).itertext())
    assert "relations material, " in html
    assert "Relations" not in html
    game = load_game("othello")
    one = bw.FeatureSet(game, [bw.Pattern("centre", (27, 28, 35, 36))])
    assert repr(one) == "<1 pattern, 1 instance, 22 weights for othello>"
    assert "centre, in 1 place" in one._repr_html_()
    assert "1 places" not in one._repr_html_()


@pytest.mark.parametrize(("stages", "said"), [(1, " weights"), (2, " weights in each of 2 phases")])
def test_weights_of_a_single_phase_are_not_said_to_be_of_each(stages, said):
    features = bw.board_patterns(load_game("othello"), 100)
    summary = random_model(features, 1, stages=stages).summary()
    assert summary == f"{len(features):,}{said}"
