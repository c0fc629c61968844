// What captures and checks come to, for searches: exchanges on a square, and checks before they are
// given.
#pragma once

#include <array>
#include <cstddef>

#include "rules/games/shogi/moves.h"

namespace boardworth::shogi {

// By kind, in hundredths of a pawn. The king's only keeps it from being the least valuable man.
inline constexpr std::array<int, kinds + 1> worth{0,   100, 300, 350, 500,  850,  1000, 550,
                                                  600, 600, 600, 600, 1100, 1350, 10000};

constexpr int worth_of(int kind) {
    return worth[static_cast<std::size_t>(kind)];
}
// What changes when a man is captured: one side loses it, the other has it in hand.
constexpr int captured_worth(int kind) {
    return worth_of(kind) + worth_of(unpromoted(kind));
}

// Static exchange evaluation: what a legal move gains for the mover, in hundredths of a pawn, if
// both players then capture on its square with the men that they would lose least by, for as long
// as that pays. Men behind others join in, pins do not matter, and no man promotes but by the move
// itself.
int exchange(const Position& p, Move move);
// Whether that is less than nothing.
bool loses_exchange(const Position& p, Move move);
// What a move itself captures and gains by promotion.
int gain(const Position& p, Move move);

// Whether a legal move attacks the opponent's king.
bool gives_check(const Position& p, Move move);

}  // namespace boardworth::shogi
