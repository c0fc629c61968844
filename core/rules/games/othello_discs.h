// Where a disc may be played in Othello and what it turns. Each function has two forms: plain, one
// direction after the other, and wide, four directions side by side in a vector.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "rules/games/bitboard.h"

namespace boardworth {

namespace othello_plain {

// Squares that a line can cross sideways without wrapping round the edge of the board.
constexpr Bitboard inner_columns = 0x7E7E7E7E7E7E7E7E;

template <int steps>
constexpr Bitboard shift(Bitboard b) {
    if constexpr (steps > 0)
        return b << steps;
    else
        return b >> -steps;
}

// Runs of the opponent's discs that start next to `from` in one direction (six at most).
template <int direction>
constexpr Bitboard run(Bitboard from, Bitboard opponent) {
    Bitboard found = shift<direction>(from) & opponent;
    found |= shift<direction>(found) & opponent;
    const Bitboard pairs = opponent & shift<direction>(opponent);
    found |= shift<2 * direction>(found) & pairs;
    found |= shift<2 * direction>(found) & pairs;
    return found;
}

template <int direction>
constexpr Bitboard moves_along(Bitboard own, Bitboard opponent) {
    return shift<direction>(run<direction>(own, opponent)) |
           shift<-direction>(run<-direction>(own, opponent));
}

constexpr Bitboard mobility(Bitboard own, Bitboard opponent) {
    const Bitboard inner = opponent & inner_columns;
    return (moves_along<1>(own, inner) | moves_along<8>(own, opponent) |
            moves_along<7>(own, inner) | moves_along<9>(own, inner)) &
           ~(own | opponent);
}

template <int direction>
constexpr Bitboard flips_towards(Bitboard move, Bitboard own, Bitboard opponent) {
    const Bitboard found = run<direction>(move, opponent);
    return shift<direction>(found) & own ? found : 0;
}

template <int direction>
constexpr Bitboard flips_along(Bitboard move, Bitboard own, Bitboard opponent) {
    return flips_towards<direction>(move, own, opponent) |
           flips_towards<-direction>(move, own, opponent);
}

constexpr Bitboard flips(Bitboard own, Bitboard opponent, int square) {
    const Bitboard move = bit(square);
    const Bitboard inner = opponent & inner_columns;
    return flips_along<1>(move, own, inner) | flips_along<8>(move, own, opponent) |
           flips_along<7>(move, own, inner) | flips_along<9>(move, own, inner);
}

}  // namespace othello_plain

namespace othello_wide {

// A bitboard per axis: across, down and the two diagonals. The compiler's own vectors: AVX2 where
// the build has it, pairs of SSE registers elsewhere.
using Axes = Bitboard __attribute__((vector_size(32)));

constexpr Axes steps{1, 8, 7, 9};

inline Bitboard any(Axes axes) {
    return (axes[0] | axes[1]) | (axes[2] | axes[3]);
}

inline Bitboard mobility(Bitboard own, Bitboard opponent) {
    const Bitboard inner = opponent & othello_plain::inner_columns;
    const Axes crossed{inner, opponent, inner, inner};
    const Axes from = Axes{} + own;
    Axes up = crossed & (from << steps), down = crossed & (from >> steps);
    up |= crossed & (up << steps);
    down |= crossed & (down >> steps);
    const Axes up_pairs = crossed & (crossed << steps), down_pairs = crossed & (crossed >> steps);
    for (int twice = 0; twice < 2; ++twice) {
        up |= up_pairs & (up << (steps + steps));
        down |= down_pairs & (down >> (steps + steps));
    }
    return any((up << steps) | (down >> steps)) & ~(own | opponent);
}

// The squares on each axis beyond a square, towards higher and towards lower ones.
struct Rays {
    std::array<std::array<Bitboard, 4>, 64> up, down;
};

constexpr Rays make_rays() {
    constexpr std::array<std::array<int, 2>, 4> axes{{{1, 0}, {0, 1}, {-1, 1}, {1, 1}}};
    const auto ray = [](int square, int across, int down) {
        Bitboard squares = 0;
        int column = square % 8 + across, row = square / 8 + down;
        for (; column >= 0 && column < 8 && row >= 0 && row < 8; column += across, row += down)
            squares |= bit(8 * row + column);
        return squares;
    };
    Rays rays{};
    for (int square = 0; square < 64; ++square)
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const auto at = static_cast<std::size_t>(square);
            rays.up[at][axis] = ray(square, axes[axis][0], axes[axis][1]);
            rays.down[at][axis] = ray(square, -axes[axis][0], -axes[axis][1]);
        }
    return rays;
}

alignas(32) inline constexpr Rays rays = make_rays();

// The lines through a square, and its place in each of them.
struct Lines {
    std::array<std::array<Bitboard, 4>, 64> squares;
    std::array<std::array<std::uint8_t, 4>, 64> places;
};

inline constexpr Lines lines = [] {
    Lines all{};
    for (std::size_t square = 0; square < 64; ++square)
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const Bitboard below = rays.down[square][axis];
            all.squares[square][axis] = below | rays.up[square][axis] | Bitboard{1} << square;
            all.places[square][axis] = static_cast<std::uint8_t>(std::popcount(below));
        }
    return all;
}();

// How many discs the last disc of a line turns there, by its place in the line and by who owns the
// others: all that are not own are the opponent's.
inline constexpr auto turned_in_line = [] {
    std::array<std::array<std::uint8_t, 256>, 8> table{};
    for (int place = 0; place < 8; ++place)
        for (int own = 0; own < 256; ++own)
            for (const int step : {-1, 1}) {
                int at = place + step;
                while (at >= 0 && at < 8 && (own >> at & 1) == 0) at += step;
                if (at >= 0 && at < 8)
                    table[static_cast<std::size_t>(place)][static_cast<std::size_t>(own)] +=
                        static_cast<std::uint8_t>((at - place) * step - 1);
            }
    return table;
}();

inline Axes axes_of(const std::array<Bitboard, 4>& values) {
    return Axes{values[0], values[1], values[2], values[3]};
}

inline Bitboard flips(Bitboard own, Bitboard opponent, int square) {
    const Axes mine = Axes{} + own, theirs = Axes{} + opponent;
    // Upwards, the first square that is not the opponent's is the lowest of them: if it is ours,
    // all below it on the ray are turned.
    const Axes up = axes_of(rays.up[static_cast<std::size_t>(square)]);
    Axes end = up & ~theirs;
    end &= -end & mine;
    Axes turned = up & (end + Axes(end != 0));
    // Downwards it is the highest: everything from there on is found by filling the ray.
    const Axes down = axes_of(rays.down[static_cast<std::size_t>(square)]);
    Axes beyond = down & ~theirs;
    beyond |= beyond >> steps;
    beyond |= beyond >> (steps + steps);
    beyond |= beyond >> (steps + steps + steps + steps);
    beyond &= down;
    turned |= down & ~beyond & Axes((beyond & ~(beyond >> steps) & mine) != 0);
    return any(turned);
}

#ifdef __BMI2__
// Discs turned by the last disc of all: each of its lines, gathered into a byte, is looked up.
inline int flips_of_last(Bitboard own, int square) {
    const auto at = static_cast<std::size_t>(square);
    int turned = 0;
    for (std::size_t axis = 0; axis < 4; ++axis)
        turned += turned_in_line[lines.places[at][axis]]
                                [__builtin_ia32_pext_di(own, lines.squares[at][axis])];
    return turned;
}
#endif

}  // namespace othello_wide

// Wide is 2.1 times as fast as plain with AVX2 (perft 10), and 2.6 times slower without.
#ifdef __AVX2__
inline constexpr bool wide_is_faster = true;
#else
inline constexpr bool wide_is_faster = false;
#endif

// Squares where the owner of `own` can play.
inline Bitboard mobility(Bitboard own, Bitboard opponent) {
    if constexpr (wide_is_faster)
        return othello_wide::mobility(own, opponent);
    else
        return othello_plain::mobility(own, opponent);
}

// Discs turned when the owner of `own` plays on the empty `square`; none if the move is illegal.
inline Bitboard flips(Bitboard own, Bitboard opponent, int square) {
    if constexpr (wide_is_faster)
        return othello_wide::flips(own, opponent, square);
    else
        return othello_plain::flips(own, opponent, square);
}

// How many discs are turned when the owner of `own` fills the last empty square of the board.
inline int flips_of_last(Bitboard own, int square) {
#ifdef __BMI2__
    return othello_wide::flips_of_last(own, square);
#else
    return std::popcount(flips(own, ~own & ~bit(square), square));
#endif
}

}  // namespace boardworth
