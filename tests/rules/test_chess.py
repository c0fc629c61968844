"""The rules of chess against published tables and python-chess, and where they are tricky."""

import re

import pytest
from chess_oracle import compare_random_game

from boardworth import _core
from boardworth.errors import FormatError
from boardworth.rules import History, load_game

GAME = load_game("chess")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

# From the Chess Programming Wiki, and of Chess960 from the tables that its engines are tested by.
PERFT = {
    START: [20, 400, 8902, 197281],
    KIWIPETE: [48, 2039, 97862],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2812, 43238],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [6, 264, 9467],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1486, 62379],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": [46, 2079, 89890],
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1": [15, 126, 1928, 13931],
    "8/8/8/8/8/8/6k1/4K2R w K - 0 1": [12, 38, 564, 2219, 37735],  # goes on without pieces to mate
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9": [21, 528, 12189],
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9": [21, 807, 18002],
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9": [20, 479, 10471],
    "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9": [22, 593, 13440],
}


def notation(position):
    return {position.move_text(move) for move in position.legal_moves()}


def texts_of_king(position):
    return {text for text in notation(position) if text[0] in "KO"}


@pytest.mark.parametrize("text", PERFT)
def test_chess_has_the_published_numbers_of_move_sequences(text):
    position = GAME.parse(text)
    depths = range(1, len(PERFT[text]) + 1)
    assert [GAME.perft(position, depth) for depth in depths] == PERFT[text]


def test_every_line_of_the_table_of_records_is_counted_alike(data):
    for line in (data / "chess" / "perft.epd").read_text().splitlines():
        text, *counts = (field.strip() for field in line.split(";"))
        position = GAME.parse(text)
        for field in counts:
            depth, count = field[1:].split()
            if int(count) <= 300_000:
                assert GAME.perft(position, int(depth)) == int(count), line


def test_the_core_plays_like_python_chess():
    """Even seeds start as usual, odd ones as Chess960; their FEN, SAN and UCI are the same, too."""
    assert sum(compare_random_game(GAME, seed, every=12) for seed in range(12)) > 2000


@pytest.mark.parametrize(
    ("text", "move", "outcome"),
    [
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qg7#", -1),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "Qg6", 0),  # stalemate
        ("8/8/8/8/8/4k3/6q1/7K w - - 0 1", "Kxg2", 0),  # two kings
        ("8/8/8/8/8/4k3/6r1/5B1K w - - 0 1", "Bxg2", 0),  # a bishop
        ("8/8/8/8/8/4k3/6r1/4N2K w - - 0 1", "Nxg2+", 0),  # a knight
        ("8/8/8/5b2/8/4k3/6r1/5B1K w - - 0 1", "Bxg2", 0),  # bishops on squares of one colour
        ("8/8/5b2/8/8/4k3/6r1/5B1K w - - 0 1", "Bxg2", None),  # of both
        ("8/8/5n2/8/8/4k3/6r1/5B1K w - - 0 1", "Bxg2", None),  # black could help white to a mate
        ("8/8/8/8/8/4k3/6r1/2N1N2K w - - 0 1", "Nxg2+", None),
        ("8/8/8/R7/8/4k3/8/7K w - - 98 80", "Ra4", None),
        ("8/8/8/R7/8/4k3/8/7K w - - 99 80", "Ra4", 0),  # fifty moves of each side
        ("8/8/8/8/8/6k1/r7/7K b - - 99 80", "Ra1#", -1),  # mate comes first
        ("8/8/8/8/P7/4k3/8/7K w - - 99 80", "a5", None),
    ],
)
def test_games_end_by_mate_and_by_draws_that_the_board_shows(text, move, outcome):
    position = GAME.parse(text)
    assert move in notation(position)
    after = position.play(move)
    assert GAME.outcome(after) == outcome
    assert (not after.legal_moves()) == (outcome is not None)


def test_a_position_that_occurs_for_the_third_time_is_a_draw_whatever_its_clock():
    history = History.after(GAME.start())
    ends = [history.payoffs]
    for move in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        history = history.play(history.position.parse_move(move))
        ends.append(history.payoffs)
    assert ends == [None] * 8 + [(0, 0)]
    assert GAME.text(history.position) == START.replace("0 1", "8 5")


def test_a_position_is_another_one_where_castling_or_en_passant_was_possible():
    """The rooks' first trip takes the rights away."""
    history = History.after(GAME.parse("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"))
    for move in ["Rh2", "Ra7", "Rh1", "Ra8"] * 2:
        history = history.play(history.position.parse_move(move))
    assert history.repetitions == 2
    passed = GAME.parse("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1").play("d4")
    waited = GAME.parse("4k3/8/8/8/3Pp3/8/8/4K3 b - - 7 9")
    later = GAME.parse("4k3/8/8/8/3Pp3/8/8/4K3 b - - 9 10")
    assert GAME.recurring(passed) != GAME.recurring(waited) == GAME.recurring(later)
    assert _core.position_key(GAME.core, waited.packed) == _core.position_key(
        GAME.core, later.packed
    )


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", False),  # two pawns leave the king's rank at once
        ("8/8/8/3pP3/8/6b1/8/K6k w - d6 0 1", True),
        ("4r3/8/8/3pP3/8/8/8/4K2k w - d6 0 1", False),  # the capturing pawn is pinned
        ("7k/8/8/3pP3/8/b7/8/K7 w - d6 0 1", True),
        ("b6k/8/8/3pP3/8/8/6K1/8 w - d6 0 1", False),  # the captured pawn shields the king
        ("7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1", True),  # the captured pawn gives check
        ("7k/8/8/3pP3/8/r3K3/8/8 w - d6 0 1", False),  # another piece does
    ],
)
def test_an_en_passant_capture_is_legal_unless_the_king_is_exposed(text, legal):
    position = GAME.parse(text)
    assert ("exd6" in notation(position)) == legal
    assert GAME.text(position) == (text if legal else text.replace("d6", "-"))


def test_two_pawns_may_have_the_choice_to_capture_en_passant():
    """The one on c5 is pinned."""
    both = GAME.parse("7k/8/8/2PpP3/8/8/8/K7 w - d6 0 1")
    assert {"cxd6", "exd6"} <= notation(both)
    one = GAME.parse("2r4k/8/8/2PpP3/8/8/8/2K5 w - d6 0 1")
    assert notation(one) & {"cxd6", "exd6"} == {"exd6"}
    assert GAME.text(one.play("exd6")).startswith("2r4k/8/3P4/2P5/8")


@pytest.mark.parametrize(
    ("text", "castling"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"O-O", "O-O-O"}),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", {"O-O"}),
        ("4k3/8/8/4r3/8/8/8/R3K2R w KQ - 0 1", set()),  # out of check
        ("4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1", {"O-O-O"}),  # through check
        ("4k3/8/8/2r5/8/8/8/R3K2R w KQ - 0 1", {"O-O"}),  # into check
        ("4k3/8/8/1r6/8/8/8/R3K2R w KQ - 0 1", {"O-O", "O-O-O"}),  # the rook may pass b1
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", set()),
        ("6k1/8/8/8/8/8/8/4K2R w K - 0 1", {"O-O"}),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", {"O-O+"}),  # the rook gives check
    ],
)
def test_castling_asks_for_safe_squares_and_a_free_way(text, castling):
    assert {move for move in notation(GAME.parse(text)) if move[0] == "O"} == castling


@pytest.mark.parametrize(
    ("text", "moves", "after"),
    [
        # Only the rook moves, only the king, both swap, both jump.
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1 O-O", "5RK1"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1 O-O", "5RK1"),
        ("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1 O-O-O", "2KR4"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1 O-O-O", "2KR4"),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1 O-O-O", "2KR4"),
        ("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1 b1g1 O-O", "5RK1"),
        ("4k3/8/8/8/8/8/8/R5K1 w A - 0 1", "g1a1 g1c1 O-O-O", "2KR4"),
    ],
)
def test_castling_ends_on_the_same_squares_wherever_it_begins(text, moves, after):
    position = GAME.parse(text)
    for move in moves.split():
        castled = position.play(move)
        assert GAME.text(castled) == f"4k3/8/8/8/8/8/8/{after} b - - 1 1"


@pytest.mark.parametrize(
    "text",
    [
        "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",  # the rook shields its king from a1
        "4k3/8/8/8/8/8/8/1KN4R w H - 0 1",  # a knight on the king's way
        "4k3/8/8/8/8/8/8/RBK5 w A - 0 1",  # a bishop on the rook's way
        "4k3/8/8/8/8/3n4/8/R5K1 w A - 0 1",  # the knight attacks e1 and c1
    ],
)
def test_castling_of_chess960_is_refused_where_the_king_would_be_attacked_or_the_way_is_not_free(
    text,
):
    assert "O-O" not in {move[:3] for move in notation(GAME.parse(text))}


def test_a_king_s_step_beside_its_rook_is_no_castling():
    position = GAME.parse("4k3/8/8/8/8/8/8/5K1R w H - 0 1")
    assert GAME.text(position.play("f1g1")).startswith("4k3/8/8/8/8/8/8/6KR b")
    assert GAME.text(position.play("f1h1")).startswith("4k3/8/8/8/8/8/8/5RK1 b")


def test_rights_to_castle_go_with_the_pieces_that_have_them():
    position = GAME.parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    rights = {
        move: GAME.text(position.play(move)).split()[2]
        for move in ("Ke2", "O-O", "Ra2", "Rg1", "Rxa8+", "Rxh8+")
    }
    assert rights == {
        "Ke2": "kq",
        "O-O": "kq",
        "Ra2": "Kkq",
        "Rg1": "Qkq",
        "Rxa8+": "Kk",
        "Rxh8+": "Qq",
    }


def test_a_pawn_promotes_to_four_kinds_with_and_without_check():
    position = GAME.parse("1n4k1/P7/8/8/8/8/8/K7 w - - 0 1")
    promotions = {move for move in notation(position) if "=" in move}
    each = {"a8=Q", "a8=R", "a8=B", "a8=N", "axb8=Q+", "axb8=R+", "axb8=B", "axb8=N"}
    assert promotions == each
    assert position.play("a8Q") == position.play("a8=q") == position.play("a7a8q")
    mate = GAME.parse("6rk/5Npp/8/8/8/8/1p6/7K b - - 0 1")
    assert "b1=Q#" not in notation(mate)  # h8 is attacked: only the knight's capture is legal
    assert notation(GAME.parse("7k/P5pp/8/8/8/8/8/K7 w - - 0 1")) >= {"a8=Q#", "a8=R#", "a8=B"}


def test_double_check_leaves_only_the_king_s_moves():
    position = GAME.parse("4k3/8/8/8/8/5n2/4r3/4K2R w K - 0 1")
    assert notation(position) <= texts_of_king(position)
    assert position.move_text(position.parse_move("e1d1")) in notation(position)


def test_a_pinned_piece_moves_along_its_line():
    """A rook between king and rook, a bishop before a bishop, a knight not at all."""
    straight = GAME.parse("4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1")
    along = {"Re2", "Re3", "Re5", "Re6", "Re7", "Rxe8+"}
    assert notation(straight) - texts_of_king(straight) == along
    diagonal = GAME.parse("6k1/6p1/8/b7/8/2B5/8/4K3 w - - 0 1")
    assert notation(diagonal) - texts_of_king(diagonal) == {"Bd2", "Bb4", "Bxa5"}
    knight = GAME.parse("4r2k/8/8/8/4N3/8/8/4K3 w - - 0 1")
    assert notation(knight) == texts_of_king(knight)


def test_pieces_of_one_sort_may_be_many():
    """No game has more moves than the first; more queens than pawns make are played, too."""
    for pieces, count in (("R6R", 218), ("Q6Q", 224)):
        position = GAME.parse(f"{pieces}/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
        assert len(position.legal_moves()) == count


def test_black_sees_the_board_from_its_own_end():
    position = GAME.parse("4k2r/8/8/8/3pP3/8/8/4K3 b k e3 0 1")
    named = {
        atom.name: atom.values[fact]
        for atom, fact in zip(GAME.atoms, GAME.facts(position), strict=True)
    }
    assert named["e1"] == "own king"
    assert named["h1"] == "own rook"
    assert named["d5"] == "own pawn"
    assert named["e5"] == "opponent pawn"
    assert named["own king-side castling"] == "yes"
    assert named["opponent king-side castling"] == "no"
    assert named["en passant on file"] == "e"


def test_captures_and_promotions_are_noisy():
    position = GAME.parse("3r2k1/2P5/8/3pP3/8/8/6b1/4K2R w K d6 0 1")
    noisy = {
        position.move_text(move)
        for move in position.legal_moves()
        if _core.noisy(GAME.core, position.packed, move)
    }
    each = {f"{move}={kind}" for move in ("c8", "cxd8") for kind in "QRBN"}
    assert {text.rstrip("+") for text in noisy} == each | {"exd6"}


def test_a_drawing_has_the_pieces_and_the_mover_alone():
    lines = GAME.draw(GAME.start()).splitlines()
    assert len(lines) == 10
    assert lines[-1] == "white to move"


@pytest.mark.parametrize(("text", "shown"), [("♘f3", "'♘f3'"), ("f\x1b3", "'f?3'"), ("Ñ9", "'Ñ9'")])
def test_messages_quote_text_as_it_is(text, shown):
    with pytest.raises(FormatError, match=re.escape(f"chess move: {shown} is not a move")):
        GAME.start().parse_move(text)
