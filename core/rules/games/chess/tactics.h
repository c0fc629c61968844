// What captures and checks come to, for searches: exchanges on a square, and checks before they are
// given.
#pragma once

#include <array>
#include <cstddef>

#include "rules/games/chess/moves.h"

namespace boardworth::chess {

// By kind, in hundredths of a pawn. The king's only keeps it from being the least valuable piece.
inline constexpr std::array<int, kinds> piece_values{100, 320, 330, 500, 900, 10000};

constexpr int piece_value(int kind) {
    return piece_values[static_cast<std::size_t>(kind)];
}

// Static exchange evaluation: what a legal move gains for the mover, in hundredths of a pawn, if
// both players then capture on its square with their least valuable pieces for as long as that
// pays. Pieces behind others join in, pins do not matter, and no pawn promotes but by the move
// itself.
int exchange(const ChessPosition& p, Move move);
// Whether that is less than nothing.
bool loses_exchange(const ChessPosition& p, Move move);
// What a move itself captures and gains by promotion.
int gain(const ChessPosition& p, Move move);

// Whether a legal move attacks the opponent's king.
bool gives_check(const ChessPosition& p, Move move);

}  // namespace boardworth::chess
