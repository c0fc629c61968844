"""Dobutsu shogi against a slow twin, against published tables, and in its notation."""

import pytest
from conftest import random_game
from reference import dobutsu as slow

from boardworth import _core
from boardworth.errors import FormatError, IllegalMove
from boardworth.rules import History, load_game

# As Fairy-Stockfish counts them, and to depth 6 lishogi, too.
PERFT = {
    "gle/1c1/1C1/ELG b -": [4, 17, 123, 976, 8122, 71677, 643982, 5866031],
    "gle/3/1C1/ELG b c": [4, 40, 218, 1705, 10764, 91091],
    "1l1/3/3/1L1 b EGCegc": [35, 1135, 27255, 612534],
    "1l1/1C1/3/1L1 b -": [6, 25, 128, 774],
    "1l1/3/1L1/3 b EGC": [38, 190, 5302, 28376, 530596],
}


@pytest.fixture(scope="module")
def dobutsu():
    return load_game("dobutsu")


def notation(position):
    return {position.move_text(move) for move in position.legal_moves()}


def squares(game, move):
    """A move by its squares alone, as they are numbered."""
    names = game.board.square_names
    first, to = divmod(move, 12)
    return f"{'CEG'[first - 12]}*{names[to]}" if first >= 12 else names[first] + names[to]


@pytest.mark.parametrize("text", PERFT)
def test_dobutsu_has_the_published_numbers_of_move_sequences(dobutsu, text):
    position = dobutsu.parse(text)
    depths = range(1, len(PERFT[text]) + 1)
    assert [dobutsu.perft(position, depth) for depth in depths] == PERFT[text]


def test_the_slow_twin_has_them_too():
    for text, counts in PERFT.items():
        few = [count for count in counts if count < 2000]
        found = [slow.perft(*slow.from_text(text), depth) for depth in range(1, len(few) + 1)]
        assert found == few


@pytest.mark.parametrize("seed", range(40))
def test_the_core_plays_like_pieces_on_a_table(dobutsu, seed):
    positions, moves = random_game(dobutsu, seed)
    board, hands, side = slow.from_text(slow.START)
    for position, move in zip(positions, [*moves, None], strict=True):
        assert slow.from_text(dobutsu.text(position)) == (board, hands, side)
        moved = [squares(dobutsu, m) for m in position.legal_moves()]
        assert sorted(moved) == sorted(slow.legal_moves(board, hands, side))
        assert dobutsu.outcome(position) == slow.outcome(board, hands, side)
        if move is not None:
            board, hands, side = slow.play(board, hands, side, squares(dobutsu, move))


def test_a_captured_lion_ends_the_game(dobutsu):
    unguarded = dobutsu.parse("gle/1C1/3/ELG w c").play("Ga2")
    captured = unguarded.play("Cxb1")
    assert dobutsu.text(captured) == "1He/g2/3/ELG w c"
    assert dobutsu.outcome(captured) == -1


@pytest.mark.parametrize(
    ("text", "move", "outcome"),
    [
        ("3/l1L/3/3 b -", "Lc1", -1),  # nobody can capture it
        ("1l1/2L/3/3 b -", "Lc1", None),  # the other lion can
        ("1g1/ecL/l2/3 b -", "Lc1", None),
    ],
)
def test_a_lion_wins_on_the_last_row_unless_it_can_be_captured(dobutsu, text, move, outcome):
    assert dobutsu.outcome(dobutsu.parse(text).play(move)) == outcome


def test_a_lion_that_is_not_captured_on_the_last_row_wins_as_soon_as_it_is_safe(dobutsu):
    attacked = dobutsu.parse("1g1/ecL/l2/3 b -").play("Lc1")
    assert dobutsu.outcome(attacked.play("Cb3")) is None
    assert dobutsu.outcome(attacked.play("Ga1")) == 1
    both = attacked.play("La4")
    assert dobutsu.outcome(both) == -1


def test_the_lion_that_has_just_arrived_comes_first(dobutsu):
    """Gote's giraffe leaves sente's lion in peace and frees its own: it was gote's move."""
    assert dobutsu.outcome(dobutsu.parse("1L1/1g1/1G1/1l1 w -").play("Gxb3")) == -1


def test_a_chick_promotes_when_it_moves_to_the_last_row_and_not_when_it_is_dropped_there(dobutsu):
    position = dobutsu.parse("l2/2C/3/1L1 b C")
    assert dobutsu.text(position.play("Cc1")) == "l1H/3/3/1L1 w C"
    dropped = position.play("C*b1")
    assert dobutsu.text(dropped) == "lC1/2C/3/1L1 w -"
    after = dropped.play("La2")
    assert not [text for text in notation(after) if text.startswith("Cb1")]


def test_a_captured_hen_is_a_chick_again(dobutsu):
    assert dobutsu.text(dobutsu.parse("1lH/3/3/1L1 w -").play("Lxc1")) == "2l/3/3/1L1 b c"


def test_moves_into_check_are_legal_and_lose_the_lion(dobutsu):
    position = dobutsu.parse("3/1l1/3/1L1 b -")
    assert not _core.in_check(dobutsu.core, position.packed)
    after = position.play("Lb3")
    assert _core.in_check(dobutsu.core, after.packed)
    assert dobutsu.outcome(after.play("Lxb3")) == -1


def test_a_player_without_a_move_has_lost(dobutsu):
    """Seven pieces of one side that block each other are nearly the only such position."""
    stuck = dobutsu.parse("GE1/LGE/CCl/3 b -")
    assert not stuck.legal_moves()
    assert dobutsu.outcome(stuck) == -1


def test_a_position_that_occurs_for_the_third_time_is_a_draw(dobutsu):
    history = History.after(dobutsu.start())
    ends = [history.payoffs]
    for move in ["Gc3", "Ga2", "Gc4", "Ga1"] * 2:
        history = history.play(history.position.parse_move(move))
        ends.append(history.payoffs)
    assert ends == [None] * 8 + [(0, 0)]
    assert load_game("othello").max_repetitions is None


def test_a_move_names_its_origin_only_where_two_pieces_could_be_meant(dobutsu):
    one = dobutsu.parse("1l1/3/G2/1LE b g")
    two = dobutsu.parse("1l1/3/G1G/1LE b -")
    assert "Gb3" in notation(one)
    assert {"Ga3b3", "Gc3b3", "Ga2", "Gc2"} <= notation(two)
    assert two.play("Ga3b3") == two.play("a3b3")
    assert one.play("Gb3") == one.play("Ga3b3") == one.play("a3b3")
    with pytest.raises(FormatError, match=r"'Gb3' may mean Ga3b3 or Gc3b3 in 1l1/3/G1G"):
        two.play("Gb3")


def test_captures_promotions_and_drops_are_marked(dobutsu):
    position = dobutsu.parse("l1e/1C1/3/1L1 b C")
    assert {"Cb1+", "C*c2", "Lb3"} <= notation(position)
    capture = dobutsu.parse("l1e/2C/3/1L1 b -")
    assert "Cxc1+" in notation(capture)
    assert capture.play("Cxc1+") == capture.play("Cc1") == capture.play("c2c1")


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("", "is not a move such as"),
        ("L*b3", "is not a move such as"),
        ("Cd2", "is not a move such as"),
        ("Eb2", "no piece can make 'Eb2' in gle"),
        ("Gb3b2", "no such piece on b3"),
    ],
)
def test_an_unreadable_move_is_refused_with_the_reason(dobutsu, move, message):
    with pytest.raises(FormatError, match=message):
        dobutsu.start().play(move)


def test_an_illegal_move_is_named_by_its_squares(dobutsu):
    with pytest.raises(IllegalMove, match="illegal move a4a3 in gle/1c1/1C1/ELG b -"):
        dobutsu.start().play("a4a3")


def test_a_line_of_moves_is_read_position_by_position(dobutsu):
    line = "Cxb2 Lxb2 Ga4a3"
    with pytest.raises(FormatError, match="no such piece on a4"):
        dobutsu.parse_line(dobutsu.start(), line)
    moves = dobutsu.parse_line(dobutsu.start(), "Cxb2 Lxb2 Gc3 C*b3")
    assert [squares(dobutsu, move) for move in moves] == ["b3b2", "b1b2", "c4c3", "C*b3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gle/1c1/1C1/ELG", "is not a board, the side to move"),
        ("gle/1c1/1C1/ELG x -", "the side to move is b or w, not 'x'"),
        ("gle/1c1/1C1/EL b -", "expected 12 squares, found 11"),
        ("gle/1c1/1C1/ELGG b -", "more than 12 squares"),
        ("gl/e1c1/1C1/ELG b -", "rows of three squares"),
        ("gle/1k1/1C1/ELG b -", "unexpected character 'k'"),
        ("gle/1c1/1C1/EL+G b -", "only chicks promote"),
        ("gle/1c1/1C1/ELG b C", "more than two pieces of a kind"),
        ("g1e/1c1/1C1/ELG b -", "each side has one lion"),
        ("gle/1c1/1C1/ELG b L", "pieces in hand are C, E and G"),
        ("gle/1c1/1C1/ELG b - first", "only a number may follow"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(dobutsu, text, message):
    with pytest.raises(FormatError, match=message):
        dobutsu.parse(text)


def test_positions_are_read_in_the_dialects_in_use(dobutsu):
    assert dobutsu.parse("gle/1c1/1C1/ELG b - 1") == dobutsu.start()
    assert dobutsu.parse("+Cle/3/3/EL+c b 2G") == dobutsu.parse("Hle/3/3/ELh b 2G")


def test_a_board_is_drawn_with_the_pieces_in_hand(dobutsu):
    drawn = str(dobutsu.start().play("Cxb2").play("Lxb2")).splitlines()
    assert drawn == [
        "  a b c",
        "1 g - e",
        "2 - l -",
        "3 - - -",
        "4 E L G",
        "sente chicks in hand: 1",
        "gote chicks in hand: 1",
        "sente to move",
    ]


def test_gote_sees_the_board_turned_around(dobutsu):
    """Its own lion is on b4, where sente's is for sente."""
    position = dobutsu.start().play("Gc3")
    named = {
        atom.name: atom.values[fact]
        for atom, fact in zip(dobutsu.atoms, dobutsu.facts(position), strict=True)
    }
    assert named["b4"] == "own lion"
    assert named["a2"] == "opponent giraffe"
    assert named["own chicks in hand"] == "0"


def test_captures_and_safe_arrivals_are_noisy(dobutsu):
    position = dobutsu.parse("l2/2L/1c1/3 b C")
    noisy = {
        position.move_text(move)
        for move in position.legal_moves()
        if _core.noisy(dobutsu.core, position.packed, move)
    }
    assert noisy == {"Lxb3", "Lc1"}
