"""Terms by walking over dictionaries of squares: nothing shared with the core's counting."""

import chess

from reference import dobutsu, othello, shogi

ALL_SQUARES = {(column, row) for column in range(8) for row in range(8)}


def terms(position):
    """Every term of a position: what the mover counts, and what the opponent counts."""
    own = {"moves": (len(position.legal_moves()), 0)}
    known = {
        "othello": othello_terms,
        "dobutsu": dobutsu_terms,
        "chess": chess_terms,
        "shogi": shogi_terms,
    }
    of_game = known.get(position.game.name)
    return own | (of_game(position.game.text(position)) if of_game else {})


def othello_terms(text):
    board, side = othello.from_text(text)
    sides = (side, othello.other(side))
    empty = ALL_SQUARES - board.keys()
    odd = sum(len(region) % 2 for region in regions(empty))

    def moves(who):
        return sum(bool(othello.flips(board, who, square)) for square in empty)

    def next_to_others(who):
        others = {square for square, disc in board.items() if disc != who}
        return sum(bool(around(square) & others) for square in empty)

    return {
        "mobility": tuple(map(moves, sides)),
        "potential mobility": tuple(map(next_to_others, sides)),
        "parity": (1 if len(empty) % 2 else -1, 0),
        "odd regions": (odd, 0),
        "discs": tuple(list(board.values()).count(who) for who in sides),
    }


def around(square):
    return {(square[0] + column, square[1] + row) for column, row in othello.DIRECTIONS}


def regions(squares):
    """Sets of squares that touch each other."""
    left = set(squares)
    while left:
        region, edge = set(), {left.pop()}
        while edge:
            region |= edge
            edge = {near for square in edge for near in around(square)} & left
            left -= edge
        yield region


def dobutsu_terms(text):
    board, hands, side = dobutsu.from_text(text)
    sides = (side, dobutsu.other(side))
    return {
        "mobility": tuple(len(dobutsu.legal_moves(board, hands, who)) for who in sides),
        "pieces": tuple(
            sum(dobutsu.is_own(piece, who) for piece in [*board.values(), *hands]) for who in sides
        ),
    }


def shogi_terms(text):
    pieces, held, side = shogi.from_text(text)
    sides = (side, shogi.other(side))
    return {
        "mobility": tuple(shogi.mobility(pieces, who) for who in sides),
        "pieces": tuple(shogi.count_pieces(pieces, held, who) for who in sides),
    }


def chess_terms(text):
    board = chess.Board(text)
    sides = (board.turn, not board.turn)

    def attacked(who):
        kinds = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
        squares = [square for kind in kinds for square in board.pieces(kind, who)]
        return sum(
            board.color_at(target) != who for square in squares for target in board.attacks(square)
        )

    return {
        "mobility": tuple(map(attacked, sides)),
        "pieces": tuple(board.occupied_co[who].bit_count() for who in sides),
    }
