"""Exchanges on a square by recursion over pieces on a table: what searches must agree with."""

import chess

from reference import shogi

CHESS_VALUES = dict(zip(chess.PIECE_TYPES, (100, 320, 330, 500, 900, 10_000), strict=True))
SHOGI_VALUES = dict(zip("PLNSBRGK", (100, 300, 350, 500, 850, 1000, 550, 10_000), strict=True))
SHOGI_VALUES |= dict.fromkeys(("+P", "+L", "+N", "+S"), 600) | {"+B": 1100, "+R": 1350}


def gained(attackers, pieces, side, loss, other):
    """What a side gains by capturing the piece on the square, whose loss is given, or 0.

    `attackers(pieces, side)` are the pieces of a side that could capture there, as pairs of what is
    lost with them and their squares; kings are worth most.
    """
    able = sorted(attackers(pieces, side))
    if not able:
        return 0
    (own_loss, is_king, square) = able[0]
    left = pieces - {square}
    if is_king and attackers(left, other(side)):
        return 0
    return max(0, loss - gained(attackers, left, other(side), own_loss, other))


def exchange(game, position, text):
    """What a move, in UCI or USI, gains for the mover."""
    return {"chess": in_chess, "shogi": in_shogi}[game.name](game.text(position), text)


def in_chess(fen, uci):
    board = chess.Board(fen, chess960=True)
    move = board.parse_uci(uci)
    if board.is_castling(move):
        return 0
    piece = board.piece_at(move.from_square).piece_type
    after = move.promotion or piece
    gain = CHESS_VALUES[after] - CHESS_VALUES[piece]
    taken = {move.from_square}
    if board.is_en_passant(move):
        gain += CHESS_VALUES[chess.PAWN]
        taken.add(chess.square(chess.square_file(move.to_square), move.from_square // 8))
    elif captured := board.piece_at(move.to_square):
        gain += CHESS_VALUES[captured.piece_type]

    def attackers(pieces, side):
        left = chess.SquareSet(pieces)
        found = board.attackers(side, move.to_square, left) & left
        kinds = ((square, board.piece_type_at(square)) for square in found)
        return [(CHESS_VALUES[kind], kind == chess.KING, square ^ 56) for square, kind in kinds]

    # Squares are numbered from the eighth rank, as ours are: of equal pieces the first one
    # captures.
    def by_our_numbers(pieces, side):
        return attackers({square ^ 56 for square in pieces}, side)

    pieces = {square ^ 56 for square in {*chess.SquareSet(board.occupied), move.to_square} - taken}
    loss = CHESS_VALUES[after]
    return gain - gained(by_our_numbers, pieces, not board.turn, loss, lambda side: not side)


def in_shogi(sfen, usi):
    pieces, _, side = shogi.from_text(sfen)
    if usi == "win":
        return 0
    to = at(usi[2:4])
    gain, board = 0, dict(pieces)
    if usi[1] == "*":
        piece = usi[0]
    else:
        moved = board.pop(at(usi[:2])).upper()
        piece = "+" + moved if usi.endswith("+") else moved
        gain += SHOGI_VALUES[piece] - SHOGI_VALUES[moved]
    if to in board:
        gain += shogi_loss(board[to])
    board[to] = piece if side == "b" else piece.lower()

    def attackers(squares, by):
        left = {square: board[square] for square in squares}
        return [
            (shogi_loss(piece), piece.upper() == "K", square)
            for square, piece in left.items()
            if square != to and shogi.owner(piece) == by and to in shogi.attacks(left, square)
        ]

    return gain - gained(attackers, set(board), shogi.other(side), shogi_loss(piece), shogi.other)


def shogi_loss(piece):
    """One side loses a piece, the other has it in hand, not promoted any more."""
    return SHOGI_VALUES[piece.upper()] + SHOGI_VALUES[piece.upper().lstrip("+")]


def at(name):
    return int(name[0]), "abcdefghi".index(name[1]) + 1
