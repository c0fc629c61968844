// The board of dobutsu shogi: twelve squares of four bits, and where its pieces go.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace boardworth::dobutsu {

constexpr int columns = 3;
constexpr int rows = 4;
constexpr int squares = columns * rows;
constexpr int hand_kinds = 3;  // chicks, elephants, giraffes

// What stands on a square, in such an order that 10 - v is the same piece as the opponent sees it.
constexpr int empty = 5, chick = 6, hen = 7, elephant = 8, giraffe = 9, lion = 10;
constexpr int of_opponent(int piece) {
    return lion - piece;
}

// The pieces that leave a hand, by kind; and the kind of a captured piece, a hen being a chick
// again.
constexpr std::array<int, hand_kinds> dropped{chick, elephant, giraffe};
constexpr int hand_kind(int taken) {
    const int piece = of_opponent(taken);
    return piece == giraffe ? 2 : piece == elephant ? 1 : 0;
}

// Where a square is for the player on the other side.
constexpr int across(int square) {
    return squares - 1 - square;
}

// The row at which the mover's chicks promote and its lion arrives.
constexpr bool is_last_row(int square) {
    return square < columns;
}

// Square 0 in the lowest bits.
struct Squares {
    std::uint64_t bits;

    static constexpr std::uint64_t each = 0x111111111111;  // the lowest bit of every square

    constexpr int operator[](int square) const { return static_cast<int>(bits >> 4 * square & 15); }
    constexpr void put(int square, int piece) {
        bits = (bits & ~(std::uint64_t{15} << 4 * square)) | static_cast<std::uint64_t>(piece)
                                                                 << 4 * square;
    }

    // The first square with such a piece, or -1.
    [[nodiscard]] constexpr int find(int piece) const {
        const std::uint64_t others = bits ^ each * static_cast<std::uint64_t>(piece);
        const std::uint64_t found = (others - each) & ~others & each << 3;
        return found == 0 ? -1 : std::countr_zero(found) / 4;
    }

    // As the opponent sees them: the other way round, and with the pieces of the other side.
    [[nodiscard]] constexpr Squares turned() const {
        constexpr std::uint64_t low = 0x0F0F0F0F0F0F;
        const std::uint64_t swapped = __builtin_bswap64(each * lion - bits) >> 16;
        return {(swapped & low) << 4 | (swapped >> 4 & low)};
    }

    bool operator==(const Squares&) const = default;
};

constexpr Squares left_for_right(Squares board) {
    constexpr std::uint64_t left = 0x00F00F00F00F;
    return {(board.bits & left) << 8 | (board.bits & left << 4) | (board.bits >> 8 & left)};
}

// Steps from the middle of three by three squares, the mover playing upwards.
constexpr std::array<std::string_view, 5> steps_of{
    ".x."
    "..."
    "...",  // chick
    "xxx"
    "x.x"
    ".x.",  // hen
    "x.x"
    "..."
    "x.x",  // elephant
    ".x."
    "x.x"
    ".x.",  // giraffe
    "xxx"
    "x.x"
    "xxx",  // lion
};

using SquareSet = std::uint16_t;

// By piece, less a chick, and by square: where it can step to.
constexpr auto step_table() {
    std::array<std::array<SquareSet, squares>, steps_of.size()> table{};
    for (std::size_t piece = 0; piece < steps_of.size(); ++piece)
        for (int square = 0; square < squares; ++square)
            for (int step = 0; step < 9; ++step) {
                const int column = square % columns + step % 3 - 1;
                const int row = square / columns + step / 3 - 1;
                if (steps_of[piece][static_cast<std::size_t>(step)] == 'x' && column >= 0 &&
                    column < columns && row >= 0 && row < rows)
                    table[piece][static_cast<std::size_t>(square)] |=
                        static_cast<SquareSet>(1 << (columns * row + column));
            }
    return table;
}

constexpr auto steps = step_table();

constexpr SquareSet steps_from(int piece, int square) {
    return steps[static_cast<std::size_t>(piece - chick)][static_cast<std::size_t>(square)];
}

template <class Visit>
constexpr void each_of(unsigned set, const Visit& visit) {
    for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// Whether a piece of the mover's could step to a square.
constexpr bool reached(Squares board, int square) {
    bool found = false;
    each_of(steps_from(lion, square), [&](int from) {
        const int piece = board[from];
        found = found || (piece > empty && (steps_from(piece, from) >> square & 1) != 0);
    });
    return found;
}

}  // namespace boardworth::dobutsu
