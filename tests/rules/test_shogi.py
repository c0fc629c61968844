"""Shogi: published tables, an oracle, and tricky positions."""

import re

import pytest
from shogi_oracle import START, STARTS, compare_random_game, usi

from boardworth import _core
from boardworth.errors import IllegalMove
from boardworth.rules import History, load_game

SHOGI = load_game("shogi")
# Of the start, of the position called matsuri and of the one with most moves, as YaneuraOu and
# cshogi count them.
PERFT = {
    START: [30, 900, 25470, 719731, 19861490],
    STARTS[1]: [207, 28684, 4809015],
    STARTS[2]: [593, 105677],
}


def board(picture, hands="-", side="b"):
    """A position from the first ranks of a drawn board."""
    rows = [row.replace(" ", "") for row in picture.strip().splitlines()]
    rows += ["." * 9] * (9 - len(rows))
    squares = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))
    return SHOGI.parse(f"{squares} {side} {hands} 1")


def moves(position):
    return {usi(move) for move in position.legal_moves()}


def moves_to(position, square):
    return {move for move in moves(position) if move.rstrip("+").endswith(square)}


def moves_of(position, square):
    return {move for move in moves(position) if move.startswith(square)}


@pytest.mark.parametrize("text", PERFT)
def test_shogi_has_the_published_numbers_of_move_sequences(text):
    position = SHOGI.parse(text)
    depths = range(1, len(PERFT[text]) + 1)
    assert [SHOGI.perft(position, depth) for depth in depths] == PERFT[text]


@pytest.mark.parametrize("seed", range(24))
def test_random_games_have_the_moves_that_cshogi_finds(seed):
    assert compare_random_game(SHOGI, seed) > 1


# Gote's king has no square left; the gold guards 1b and 2b.
CORNERED = """
. . . . . . . n k
. . . . . . . . .
. . . . . . . G .
"""
GUARDS_MAY_CAPTURE = """
. . . . . . . s k
. . . . . . . . .
. . . . . . . G .
"""
GUARD_SHIELDS_ITS_KING = """
R . . . . . . s k
. . . . . . . . .
. . . . . . . G .
"""
GUARD_NEED_NOT_SHIELD = """
R . . p . . . s k
. . . . . . . . .
. . . . . . . G .
"""
ROOK_CAPTURES = """
. . . . . . . n k
. . . r . . . . .
. . . . . . . G .
"""
KING_FLEES = """
. . . . . . . . k
. . . . . . . . .
. . . . . . . G .
"""
KING_CAPTURES = """
. . . . . . . n k
. . . . . . . p .
. . . . . . . . .
. . . . . . . G .
"""


@pytest.mark.parametrize(
    ("picture", "allowed"),
    [
        (CORNERED, False),
        (GUARDS_MAY_CAPTURE, True),
        (GUARD_SHIELDS_ITS_KING, False),
        (GUARD_NEED_NOT_SHIELD, True),
        (ROOK_CAPTURES, True),
        (KING_FLEES, True),
        (KING_CAPTURES, True),
    ],
)
def test_a_pawn_is_dropped_before_a_king_unless_that_mates(picture, allowed):
    position = board(picture, "PL")
    assert ("P*1b" in moves(position)) == allowed
    assert "L*1b" in moves(position)
    if not allowed:
        with pytest.raises(IllegalMove, match=r"shogi: illegal move P\*1b"):
            position.play("P*1b")


def test_the_same_holds_for_gote():
    turned = CORNERED.strip().splitlines()[::-1]
    picture = "\n".join([". . . . . . . . ."] * 6 + [row[::-1].swapcase() for row in turned])
    assert "P*9h" not in moves(board(picture, "p", "w"))


def test_a_pawn_mates_by_a_move():
    position = board(CORNERED.replace(". . G .", ". . G P"))
    mated = position.play("1c1b")
    assert SHOGI.outcome(mated) == -1


def test_pieces_that_shield_their_king_move_along_the_line():
    position = board("""
. . . . r . . . .
. . . . . . . . .
b . . . . . . . .
. . . . . . . . .
. . S . G . . . .
. . . . . . . . .
. . . . K S . . r
""")
    assert moves_of(position, "5e") == {"5e5d", "5e5f"}
    assert moves_of(position, "4g") == set()
    assert moves_of(position, "7e") == {"7e6f", "7e8d"}


def test_a_check_is_answered_by_capture_by_flight_or_by_a_piece_between():
    position = board(
        """
. . . . k . . . .
. . . . . . . . .
. . . . r . . . .
. . . G . . . . .
. . . . . . . . .
. . . . K . . . .
""",
        "PN",
    )
    assert moves(position) == {
        *("6d5c", "6d5d", "P*5d", "P*5e", "N*5d", "N*5e"),
        *("5f4f", "5f6f", "5f4e", "5f6e", "5f4g", "5f6g"),
    }


def test_a_double_check_is_answered_by_the_king_alone():
    position = board(
        """
. . . . r . . . .
. . . . . . . . .
. . . n . . . . .
. . . . . . . . .
. . . . K . . . .
. . . . . G . . .
""",
        "G",
    )
    assert all(move.startswith("5e") for move in moves(position))
    assert moves(position) == {"5e4d", "5e6d", "5e4e", "5e6e", "5e6f"}


@pytest.mark.parametrize(
    ("piece", "square", "expected"),
    [
        ("P", "5b", {"5b5a+"}),
        ("P", "5c", {"5c5b", "5c5b+"}),
        ("P", "5d", {"5d5c", "5d5c+"}),
        ("P", "5e", {"5e5d"}),
        ("L", "5c", {"5c5b", "5c5b+", "5c5a+"}),
        ("N", "5c", {"5c4a+", "5c6a+"}),
        ("N", "5d", {"5d4b+", "5d6b+"}),
        ("N", "5e", {"5e4c", "5e4c+", "5e6c", "5e6c+"}),
        (
            "S",
            "5c",
            {f"5c{to}{sign}" for to in ("4b", "5b", "6b", "4d", "6d") for sign in ("", "+")},
        ),
        ("G", "5b", {f"5b{to}" for to in ("4a", "5a", "6a", "4b", "6b", "5c")}),
        ("+P", "5b", {f"5b{to}" for to in ("4a", "5a", "6a", "4b", "6b", "5c")}),
    ],
)
def test_pieces_promote_in_the_last_three_ranks_and_must_where_they_could_not_go_on(
    piece, square, expected
):
    rank = "abcdefghi".index(square[1])
    rows = ["9"] * 8 + ["K7k"]
    rows[rank] = f"4{piece}4"
    position = SHOGI.parse(f"{'/'.join(rows)} b - 1")
    assert moves_of(position, square) == expected


def test_a_piece_that_leaves_the_camp_may_promote():
    position = board(". . . . . . . . .\n. B . . . . . . .\n. . . . . . . . .\n. . . . . . . . .")
    assert {"8b5e", "8b5e+"} <= moves(position)


def test_there_are_never_two_unpromoted_pawns_of_a_side_on_a_file():
    position = SHOGI.parse("4k4/9/9/2p1+P4/1P7/9/9/9/4K4 b P 1")
    files = {move[2] for move in moves(position) if move.startswith("P*")}
    assert files == set("12345679")


def test_pieces_are_not_dropped_where_they_could_not_go_on():
    position = SHOGI.parse("8k/9/9/9/9/9/9/9/K8 b PLNS 1")
    ranks = {
        piece: {move[3] for move in moves(position) if move.startswith(f"{piece}*")}
        for piece in "PLNS"
    }
    assert ranks["P"] == ranks["L"] == set("bcdefghi")
    assert ranks["N"] == set("cdefghi")
    assert ranks["S"] == set("abcdefghi")


def test_a_captured_piece_changes_sides_and_is_no_longer_promoted():
    position = SHOGI.parse("4k4/9/9/9/4+r4/4P4/9/9/4K4 b - 1")
    assert SHOGI.text(position.play("Px5e")) == "4k4/9/9/9/4P4/9/9/9/4K4 w R 1"


def test_a_player_without_a_move_has_lost():
    stuck = SHOGI.parse("8k/9/7G1/4B4/9/9/9/9/K8 w - 1")
    assert not _core.in_check(SHOGI.core, stuck.packed)
    assert SHOGI.outcome(stuck) == -1


def played(text, *line):
    history = History.after(SHOGI.parse(text))
    for move in line:
        history = history.play(history.position.parse_move(move))
    return history


def test_a_position_that_occurs_for_the_fourth_time_is_a_draw():
    line = ["R-3h", "R-7b", "R-2h", "R-8b"]
    assert played("startpos", *line, *line).payoffs is None
    assert played("startpos", *line, *line, *line).payoffs == (0, 0)


# Sente's rook follows gote's king from file to file.
CHASE = ["R-2i", "K-1a", "R-1i", "K-2a"]


@pytest.mark.parametrize("first", range(4))
def test_perpetual_check_loses(first):
    """Whichever of the four positions is the first to occur for the fourth time."""
    begun = played("7k1/9/9/9/9/9/9/K8/8R b - 1", *CHASE[:first])
    text = SHOGI.text(begun.position)
    line = CHASE[first:] + CHASE[:first]
    assert played(text, *line, *line, *line[:3]).payoffs is None
    assert played(text, *line, *line, *line).payoffs == (-1, 1)


def test_perpetual_check_by_gote_loses_too():
    line = ["K-9i", "R-9a", "K-8i", "R-8a"]
    assert played("1r7/8k/9/9/9/9/9/9/1K7 b - 1", *line, *line, *line).payoffs == (1, -1)


def test_checks_with_a_quiet_move_among_them_are_no_perpetual_check():
    line = ["R-2i", "K-1a", "R-3i", "K-1b", "R-2i", "K-1a", "R-1i", "K-2a"]
    assert played("7k1/9/9/9/9/9/9/K8/8R b - 1", *line, *line, *line).payoffs == (0, 0)


ENTERED = "1+P+P+PK+P+P+P1/2+P+P1+P+P2/9/9/9/9/9/9/4k4"


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        (f"{ENTERED} b 2RB3P 1", True),  # 10 pieces and 28 points
        (f"{ENTERED} b 2RB2P 1", False),  # 27 points
        (f"{ENTERED} b 2R2BG 1", True),
        (f"{ENTERED.replace('2+P+P1', '3+P1')} b 2R2BG 1", False),  # nine pieces
        ("1+P+P+P1+P+P+P1/2+P+P1+P+P2/9/4K4/9/9/9/9/4k4 b 2R2BG 1", False),  # the king is outside
        (f"{ENTERED.replace('P1+', 'Pg+')} b 2R2BG 1", False),  # in check
        ("4K4/9/9/9/9/9/9/2+p+p1+p+p2/1+p+p+pk+p+p+p1 w 2rb2p 1", True),  # 27 points of gote
        ("4K4/9/9/9/9/9/9/2+p+p1+p+p2/1+p+p+pk+p+p+p1 w 2rbp 1", False),
    ],
)
def test_a_king_that_has_entered_may_declare_its_win(text, allowed):
    assert ("win" in moves(SHOGI.parse(text))) == allowed


def test_a_declaration_ends_the_game():
    position = SHOGI.parse(f"{ENTERED} b 2R2BG 1")
    declared = position.play("win")
    assert declared.over
    assert declared.payoffs == (1, -1)
    assert SHOGI.text(declared) == f"{ENTERED} w 2R2BG win"
    assert SHOGI.parse(SHOGI.text(declared)) == declared != position
    assert position.move_text(position.parse_move("win")) == "win"


@pytest.mark.parametrize(
    ("name", "pieces"), [("lance", 39), ("2-piece", 38), ("6-piece", 34), ("10-piece", 30)]
)
def test_gote_gives_a_handicap_and_moves_first(name, pieces):
    position = SHOGI.parse(f"handicap {name}")
    assert position.mover == 1
    assert len(re.findall(r"[A-Za-z]", SHOGI.text(position).split()[0])) == pieces
    assert len(position.legal_moves()) >= 14


def test_a_side_may_have_no_king_as_in_problems():
    """The attacker of a mating problem often has none: he is never in check."""
    position = SHOGI.parse("7nk/9/7G1/9/9/9/9/9/r8 b PG 1")
    assert "P*1b" not in moves(position)
    assert SHOGI.outcome(position.play("G*1b")) == -1


def test_captures_and_promotions_are_noisy():
    position = SHOGI.start().play("P-7f").play("P-3d")
    noisy = {
        position.move_text(move)
        for move in position.legal_moves()
        if _core.noisy(SHOGI.core, position.packed, move)
    }
    assert noisy == {"Bx2b+", "Bx2b=", "B-3c+"}
