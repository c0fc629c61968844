// Where pieces can go: steps from tables, and slides by subtraction, which needs no table of
// occupancies and no special instruction and is therefore fast on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/games/shogi/pieces.h"
#include "rules/games/shogi/square_set.h"

namespace boardworth::shogi {

// Lines through a square along which its number rises by 1, 9, 10 and 8; and none.
enum Axis { file_axis, rank_axis, falling_axis, rising_axis, no_axis };

// Every table has an empty entry for `no_square`: the king of a side that has none.
template <class T>
using BySquare = std::array<T, squares + 1>;

struct AttackTables {
    // By axis, direction (0: numbers rise, 1: they fall) and square.
    std::array<std::array<BySquare<SquareSet>, 2>, 5> rays;
    BySquare<BySquare<std::uint8_t>> axes;
    BySquare<SquareSet> bishop_rays;
    BySquare<SquareSet> rook_rays;
    std::array<BySquare<SquareSet>, 2> lance_rays;               // by side
    std::array<std::array<BySquare<SquareSet>, ways>, 2> steps;  // by side and way
};
extern const AttackTables attack_tables;

template <class T>
const T& at(const std::array<T, squares + 1>& table, int square) {
    return table[static_cast<std::size_t>(square)];
}

// What pieces of a way without slides step to.
inline SquareSet steps_from(int side, int way, int square) {
    return at(attack_tables.steps[static_cast<std::size_t>(side)][static_cast<std::size_t>(way)],
              square);
}
inline SquareSet lance_ray(int side, int square) {
    return at(attack_tables.lance_rays[static_cast<std::size_t>(side)], square);
}

inline SquareSet ray(int axis, bool falling, int square) {
    return at(attack_tables.rays[static_cast<std::size_t>(axis)][falling ? 1 : 0], square);
}
inline int axis_of(int a, int b) {
    return at(at(attack_tables.axes, a), b);
}
// The squares between two squares of one line; none if they are not on one.
inline SquareSet between(int a, int b) {
    const int axis = axis_of(a, b);
    return a < b ? ray(axis, false, a) & ray(axis, true, b)
                 : ray(axis, false, b) & ray(axis, true, a);
}
// The whole line through two squares, without the first.
inline SquareSet line_through(int a, int b) {
    const int axis = axis_of(a, b);
    return ray(axis, false, a) | ray(axis, true, a);
}

// All squares up to the first of a set, that one included; the whole board if the set is empty.
constexpr SquareSet up_to_first(SquareSet set) {
    return set ^ SquareSet{set.low - 1, set.high - (set.low == 0 ? 1 : 0)};
}
// The squares in reverse order, but for those within eight, of which a ray has one.
constexpr SquareSet bytes_reversed(SquareSet set) {
    return {__builtin_bswap64(set.high), __builtin_bswap64(set.low)};
}

inline SquareSet slide_rising(SquareSet ray, SquareSet occupied) {
    return up_to_first(occupied & ray) & ray;
}
inline SquareSet slide_falling(SquareSet ray, SquareSet occupied) {
    return bytes_reversed(up_to_first(bytes_reversed(occupied & ray))) & ray;
}
// Falls within a file, which lies in one word.
inline SquareSet slide_down_file(SquareSet ray, SquareSet occupied) {
    const SquareSet met = occupied & ray;
    const std::uint64_t seen = ~std::uint64_t{0} << (63 - std::countl_zero(met.low | met.high | 1));
    return {ray.low & seen, ray.high & seen};
}

inline SquareSet bishop_attacks(int square, SquareSet occupied) {
    return slide_rising(ray(falling_axis, false, square), occupied) |
           slide_falling(ray(falling_axis, true, square), occupied) |
           slide_rising(ray(rising_axis, false, square), occupied) |
           slide_falling(ray(rising_axis, true, square), occupied);
}
inline SquareSet rook_attacks(int square, SquareSet occupied) {
    return slide_rising(ray(file_axis, false, square), occupied) |
           slide_down_file(ray(file_axis, true, square), occupied) |
           slide_rising(ray(rank_axis, false, square), occupied) |
           slide_falling(ray(rank_axis, true, square), occupied);
}
inline SquareSet lance_attacks(int side, int square, SquareSet occupied) {
    return side == sente ? slide_down_file(lance_ray(sente, square), occupied)
                         : slide_rising(lance_ray(gote, square), occupied);
}

// What a piece of a side attacks.
inline SquareSet attacks_from(int side, int kind, int square, SquareSet occupied) {
    const SquareSet king_like =
        has_king_steps_too(kind) ? steps_from(side, king_steps, square) : SquareSet{};
    switch (way_of[static_cast<std::size_t>(kind)]) {
        case lance:
            return lance_attacks(side, square, occupied);
        case bishop:
            return bishop_attacks(square, occupied) | king_like;
        case rook:
            return rook_attacks(square, occupied) | king_like;
        default:
            return steps_from(side, way_of[static_cast<std::size_t>(kind)], square);
    }
}

}  // namespace boardworth::shogi
