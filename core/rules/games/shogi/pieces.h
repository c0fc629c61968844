// The pieces of shogi: kinds, how they are numbered on squares and in hand, and what they step to.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace boardworth::shogi {

enum Side { sente, gote };

// A kind that promotes is 7 less than what it becomes.
enum Kind {
    no_kind,
    pawn,
    lance,
    knight,
    silver,
    bishop,
    rook,
    gold,
    promoted_pawn,
    promoted_lance,
    promoted_knight,
    promoted_silver,
    horse,
    dragon,
    king
};
constexpr int hand_kinds = 7;  // pawn to gold
constexpr int kinds = 14;

constexpr bool promotes(int kind) {
    return kind < gold;
}
constexpr int promoted(int kind) {
    return kind + gold;
}
// What a captured piece is in hand.
constexpr int unpromoted(int kind) {
    return kind > gold ? kind - gold : kind;
}

// What stands on a square, in such an order that `of_opponent` is the same piece as gote sees it.
constexpr int empty = kinds;
constexpr int square_values = 2 * kinds + 1;
constexpr int piece_of(int side, int kind) {
    return side == sente ? empty + kind : empty - kind;
}
constexpr int of_opponent(int piece) {
    return 2 * empty - piece;
}
constexpr int side_of(int piece) {
    return piece > empty ? sente : gote;
}
constexpr int kind_of(int piece) {
    return piece > empty ? piece - empty : empty - piece;
}

// How many pieces of each kind a game has, by what they are in hand.
constexpr std::array<int, hand_kinds + 1> pieces_in_game{0, 18, 4, 4, 4, 2, 2, 4};
constexpr int max_pieces = 40;

// How pieces move: king's steps (of kings, horses and dragons), as one of the kinds up to rook, or
// as a gold. Horses and dragons have two ways.
constexpr int king_steps = 0;
constexpr int ways = 8;
constexpr std::array<int, kinds + 1> way_of{king_steps, pawn, lance,  knight, silver,
                                            bishop,     rook, gold,   gold,   gold,
                                            gold,       gold, bishop, rook,   king_steps};
constexpr bool has_king_steps_too(int kind) {
    return kind == horse || kind == dragon;
}

// Steps of one square by sente, from the middle of three by three; knights jump further.
constexpr std::string_view pawn_picture =
    ".x."
    "..."
    "...";
constexpr std::string_view silver_picture =
    "xxx"
    "..."
    "x.x";
constexpr std::string_view gold_picture =
    "xxx"
    "x.x"
    ".x.";
constexpr std::string_view king_picture =
    "xxx"
    "x.x"
    "xxx";

}  // namespace boardworth::shogi
