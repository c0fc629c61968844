// Moves of chess as numbers, and the legal ones of a position.
#pragma once

#include <cstdint>

#include "rules/game.h"
#include "rules/games/chess/position.h"

namespace boardworth::chess {

// 64 * from + to, and 4096 * kind for a pawn that becomes such a piece. A king that castles goes to
// its rook's square, which no other move of a king does.
using Move = std::uint16_t;

constexpr Move make_move(int from, int to, int promotion = 0) {
    return static_cast<Move>(promotion * squares * squares + squares * from + to);
}
constexpr int from_of(Move move) {
    return move / squares % squares;
}
constexpr int to_of(Move move) {
    return move % squares;
}
// The kind of piece that a pawn becomes, or 0.
constexpr int promotion_of(Move move) {
    return move / (squares * squares);
}
constexpr Move last_move = make_move(squares - 1, squares - 1, queen);

inline bool castles(const ChessPosition& p, Move move) {
    return (p.of(p.mover) & bit(to_of(move))) != 0;
}
// Whether a pawn captures by going to an empty square.
inline bool captures_en_passant(const ChessPosition& p, Move move) {
    return (p.of_kind(pawn) & bit(from_of(move))) != 0 &&
           file_of(from_of(move)) != file_of(to_of(move)) && (p.occupied() & bit(to_of(move))) == 0;
}
inline bool captures(const ChessPosition& p, Move move) {
    return (p.of(p.opponent()) & bit(to_of(move))) != 0 || captures_en_passant(p, move);
}

// A player has sixteen pieces at most, its king among them, and none of them more moves than a
// queen:
// 27. Games know 218 at most.
using Moves = MoveList<Move, 15 * 27 + 10>;

// All moves that leave the mover's king safe, and how many there are. That the game is drawn, by
// the fifty-move rule or by insufficient material, does not matter here.
Moves generate_moves(const ChessPosition& p);
int count_moves(const ChessPosition& p);
bool any_move(const ChessPosition& p);
// Those that capture or promote.
Moves generate_noisy_moves(const ChessPosition& p);

// The position after a move out of that list.
ChessPosition play(const ChessPosition& p, Move move);

}  // namespace boardworth::chess
