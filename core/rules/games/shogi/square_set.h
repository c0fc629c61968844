// Sets of the 81 squares of a shogi board in two words.
//
// Squares are numbered file by file, as they are named: 0 is 1a, 8 is 1i, 9 is 2a, 80 is 9i. Files
// 1 to 7 are in the first word and 8 and 9 in the second, so that no file is split.
#pragma once

#include <bit>
#include <cstdint>

namespace boardworth::shogi {

constexpr int ranks = 9;
constexpr int files = 9;
constexpr int squares = ranks * files;
constexpr int no_square = squares;
constexpr int low_squares = 7 * ranks;

constexpr int square_at(int file, int rank) {
    return ranks * file + rank;
}
constexpr int file_of(int square) {
    return square / ranks;
}
constexpr int rank_of(int square) {
    return square % ranks;
}
// Where a square is for the player on the other side, and in a mirror.
constexpr int across(int square) {
    return squares - 1 - square;
}
constexpr int left_for_right(int square) {
    return square_at(files - 1 - file_of(square), rank_of(square));
}

struct SquareSet {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    bool operator==(const SquareSet&) const = default;

    [[nodiscard]] constexpr bool any() const { return (low | high) != 0; }
    [[nodiscard]] constexpr int count() const { return std::popcount(low) + std::popcount(high); }
    [[nodiscard]] constexpr bool has_several() const {
        return low != 0 ? (low & (low - 1)) != 0 || high != 0 : (high & (high - 1)) != 0;
    }
    [[nodiscard]] constexpr int first() const {
        return low != 0 ? std::countr_zero(low) : low_squares + std::countr_zero(high);
    }
    // Takes the first square out.
    constexpr int pop() {
        if (low != 0) {
            const int square = std::countr_zero(low);
            low &= low - 1;
            return square;
        }
        const int square = low_squares + std::countr_zero(high);
        high &= high - 1;
        return square;
    }
    [[nodiscard]] constexpr bool contains(int square) const {
        return square < low_squares ? (low >> square & 1) != 0
                                    : (high >> (square - low_squares) & 1) != 0;
    }
};

constexpr SquareSet operator&(SquareSet a, SquareSet b) {
    return {a.low & b.low, a.high & b.high};
}
constexpr SquareSet operator|(SquareSet a, SquareSet b) {
    return {a.low | b.low, a.high | b.high};
}
constexpr SquareSet operator^(SquareSet a, SquareSet b) {
    return {a.low ^ b.low, a.high ^ b.high};
}
// What is in the first set and not in the second.
constexpr SquareSet operator-(SquareSet a, SquareSet b) {
    return {a.low & ~b.low, a.high & ~b.high};
}
constexpr SquareSet& operator|=(SquareSet& a, SquareSet b) {
    return a = a | b;
}
constexpr SquareSet& operator^=(SquareSet& a, SquareSet b) {
    return a = a ^ b;
}

constexpr SquareSet single(int square) {
    return square < low_squares ? SquareSet{std::uint64_t{1} << square, 0}
                                : SquareSet{0, std::uint64_t{1} << (square - low_squares)};
}

constexpr SquareSet whole_board{(std::uint64_t{1} << low_squares) - 1, (1 << 2 * ranks) - 1};

template <class Visit>
constexpr void each_square(SquareSet set, const Visit& visit) {
    for (; set.low != 0; set.low &= set.low - 1) visit(std::countr_zero(set.low));
    for (; set.high != 0; set.high &= set.high - 1) visit(low_squares + std::countr_zero(set.high));
}

// The ranks from `first` to `last`; 0 is a.
constexpr SquareSet rank_set(int first, int last) {
    SquareSet set;
    for (int square = 0; square < squares; ++square)
        if (rank_of(square) >= first && rank_of(square) <= last) set |= single(square);
    return set;
}

// All squares of the files that a set, which has at most one square a file, does not meet.
constexpr SquareSet free_files(SquareSet set) {
    constexpr SquareSet bottom = rank_set(ranks - 1, ranks - 1);
    // In a file, the bottom square's bit less the bit of any square is less than the former.
    const auto free = [](std::uint64_t ends, std::uint64_t word) {
        const std::uint64_t free_ends = (ends - word) & ends;
        return free_ends | (free_ends - (free_ends >> (ranks - 1)));
    };
    return {free(bottom.low, set.low), free(bottom.high, set.high)};
}

}  // namespace boardworth::shogi
