"""Chess beside python-chess: the same moves, texts and ends on every position of random games."""

import random

import chess

from boardworth import _core

# Elsewhere a king's own move may look like a step.
USUAL_CASTLING = {"e1h1", "e1a1", "e8h8", "e8a8"}


def uci(game, move):
    """A move of ours by its squares; a king that castles goes to its rook."""
    names = game.board.square_names
    promotion, squares = divmod(move, 4096)
    start, end = divmod(squares, 64)
    return names[start] + names[end] + " nbrq"[promotion].strip()


def starts(seed):
    """A board to start from, for even seeds as usual, else one of the 960."""
    board = chess.Board(chess960=True)
    if seed % 2:
        board.set_chess960_pos(random.Random(seed).randrange(960))
    return board


def drawn(board):
    return board.is_insufficient_material() or board.halfmove_clock >= 100


def compare(game, position, board, *, all_texts):
    """Raises AssertionError where the two differ."""
    fen = board.fen()
    assert game.text(position) == fen
    if all_texts:
        assert game.parse(board.shredder_fen()) == game.parse(fen) == position
    expected = sorted(move.uci() for move in board.legal_moves)
    over = drawn(board) or not expected
    moves = {uci(game, move): move for move in position.legal_moves()}
    assert sorted(moves) == ([] if over else expected), fen
    assert game.outcome(position) == ((-1 if board.is_checkmate() else 0) if over else None), fen
    for text, move in moves.items() if all_texts else ():
        theirs = board.parse_uci(text)
        san = board.san(theirs)
        assert position.move_text(move) == san, fen
        assert position.parse_move(san) == position.parse_move(text) == move, (fen, san)
        assert _core.chess_uci(position.packed, move, chess960=True) == text
        if text in USUAL_CASTLING or not board.is_castling(theirs):
            usual = board.uci(theirs, chess960=False)
            assert _core.chess_uci(position.packed, move, chess960=False) == usual, (fen, text)
            assert position.parse_move(usual) == move, (fen, text)


def compare_random_game(game, seed, *, every=1, max_moves=1000):
    """Compares all positions of one game, every so many with all texts; returns their number."""
    draw = random.Random(seed)
    board = starts(seed)
    position = game.parse(board.fen())
    for number in range(max_moves):
        compare(game, position, board, all_texts=draw.randrange(every) == 0)
        legal = position.legal_moves()
        if not legal:
            return number + 1
        move = draw.choice(legal)
        board.push_uci(uci(game, move))
        position = position.play(move)
    return max_moves
