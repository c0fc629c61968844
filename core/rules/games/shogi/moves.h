// Legal moves of shogi.
#pragma once

#include <cstdint>

#include "rules/game.h"
#include "rules/games/shogi/position.h"

namespace boardworth::shogi {

// to + 128 * from, and 128 * 128 more if the piece promotes. A drop's `from` is 80 and the kind.
using Move = std::uint16_t;
constexpr int from_unit = 128;
constexpr int promotion = from_unit * from_unit;
constexpr int first_drop = from_unit * squares;
constexpr Move declaration = from_unit * (squares + hand_kinds);  // USI's `win`
constexpr Move last_move = promotion + first_drop - 1;

constexpr int to_of(Move move) {
    return move % from_unit;
}
constexpr int from_of(Move move) {
    return move % promotion / from_unit;
}
constexpr bool is_promotion(Move move) {
    return move >= promotion;
}
constexpr bool is_drop(Move move) {
    return move >= first_drop && move < declaration;
}
constexpr int dropped_kind(Move move) {
    return from_of(move) - squares + 1;
}
constexpr Move board_move(int from, int to, bool promoting) {
    return static_cast<Move>(from_unit * from + to + (promoting ? promotion : 0));
}
constexpr Move drop_move(int kind, int to) {
    return static_cast<Move>(from_unit * (squares + kind - 1) + to);
}

// No position of a game has more than 593, and the declaration; problems without kings have a few
// more.
using Moves = MoveList<Move, 700>;

Moves legal_moves(const Position& p);
bool any_move(const Position& p);
// Those that capture or promote.
Moves noisy_moves(const Position& p);

// What the CSA's rules of computer matches ask of a side that declares its win on its turn: a king
// in the opponent's camp that is not in check, ten more pieces there, and 28 points as sente or 27
// as gote; bishops and rooks there or in hand count five, others one.
bool may_declare(const Position& p);

}  // namespace boardworth::shogi
