// What captures and checks come to, for searches: exchanges on a square, and checks before they are
// given.
#pragma once

#include <array>
#include <cstddef>

#include "rules/games/shogi/moves.h"

namespace boardworth::shogi {

// By kind, in hundredths of a pawn. The king's only keeps it from being the least valuable piece.
inline constexpr std::array<int, kinds + 1> piece_values{0,   100, 300, 350, 500,  850,  1000, 550,
                                                         600, 600, 600, 600, 1100, 1350, 10000};

constexpr int piece_value(int kind) {
    return piece_values[static_cast<std::size_t>(kind)];
}
// What changes when a piece is captured: one side loses it, the other has it in hand.
constexpr int captured_value(int kind) {
    return piece_value(kind) + piece_value(unpromoted(kind));
}

// Static exchange evaluation: what a legal move gains for the mover, in hundredths of a pawn, if
// both players then capture on its square with the pieces that they would lose least by, for as
// long as that pays. Pieces behind others join in, pins do not matter, and no piece promotes but by
// the move itself.
int exchange(const Position& p, Move move);
// Whether that is less than nothing.
bool loses_exchange(const Position& p, Move move);
// What a move itself captures and gains by promotion.
int gain(const Position& p, Move move);

// Whether a legal move attacks the opponent's king.
bool gives_check(const Position& p, Move move);

}  // namespace boardworth::shogi
