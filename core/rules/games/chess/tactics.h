// What captures and checks come to, for searches: exchanges on a square, and checks before they are
// given.
#pragma once

#include <array>
#include <cstddef>

#include "rules/games/chess/moves.h"

namespace boardworth::chess {

// By kind, in hundredths of a pawn. The king's only keeps it from being the least valuable man.
inline constexpr std::array<int, kinds> worth{100, 320, 330, 500, 900, 10000};

constexpr int worth_of(int kind) {
    return worth[static_cast<std::size_t>(kind)];
}

// Static exchange evaluation: what a legal move gains for the mover, in hundredths of a pawn, if
// both players then capture on its square with their least valuable men for as long as that pays.
// Men behind others join in, pins do not matter, and no pawn promotes but by the move itself.
int exchange(const ChessPosition& p, Move move);
// Whether that is less than nothing.
bool loses_exchange(const ChessPosition& p, Move move);
// What a move itself captures and gains by promotion.
int gain(const ChessPosition& p, Move move);

// Whether a legal move attacks the opponent's king.
bool gives_check(const ChessPosition& p, Move move);

}  // namespace boardworth::chess
