// Sets of squares of an 8x8 board as 64-bit words: a1 is bit 0, h1 bit 7, h8 bit 63.
#pragma once

#include <bit>
#include <cstdint>

namespace boardworth {

using Bitboard = std::uint64_t;

constexpr Bitboard bit(int square) {
    return Bitboard{1} << square;
}

template <class Visit>
void each_square(Bitboard set, Visit&& visit) {
    for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// A set and all squares that touch it.
constexpr Bitboard with_neighbours(Bitboard b) {
    constexpr Bitboard a = 0x0101010101010101, h = a << 7;
    const Bitboard wide = b | ((b << 1) & ~a) | ((b >> 1) & ~h);
    return wide | wide << 8 | wide >> 8;
}

// How many regions of an odd number of squares a set has; squares that touch are one region.
constexpr int odd_regions(Bitboard b) {
    int odd = 0;
    while (b != 0) {
        Bitboard region = b & -b;
        for (Bitboard grown = with_neighbours(region) & b; grown != region;
             grown = with_neighbours(region) & b)
            region = grown;
        odd += std::popcount(region) % 2;
        b ^= region;
    }
    return odd;
}

// Rows in reverse order: a1 <-> a8.
constexpr Bitboard flip_rows(Bitboard b) {
    return __builtin_bswap64(b);
}

// Columns in reverse order: a1 <-> h1.
constexpr Bitboard flip_columns(Bitboard b) {
    b = ((b >> 1) & 0x5555555555555555) | ((b & 0x5555555555555555) << 1);
    b = ((b >> 2) & 0x3333333333333333) | ((b & 0x3333333333333333) << 2);
    return ((b >> 4) & 0x0F0F0F0F0F0F0F0F) | ((b & 0x0F0F0F0F0F0F0F0F) << 4);
}

// Reflection in the diagonal a1-h8: b1 <-> a2. Swaps ever larger blocks across it.
constexpr Bitboard transpose(Bitboard b) {
    const auto swap = [&b](Bitboard lower, int distance) {
        const Bitboard differing = (b ^ (b >> distance)) & lower;
        b ^= differing ^ (differing << distance);
    };
    swap(0x00AA00AA00AA00AA, 7);
    swap(0x0000CCCC0000CCCC, 14);
    swap(0x00000000F0F0F0F0, 28);
    return b;
}

// The eight symmetries of the square: bit 0 flips columns, bit 1 flips rows, bit 2 then transposes.
constexpr Bitboard square_image(int symmetry, Bitboard b) {
    if (symmetry & 1) b = flip_columns(b);
    if (symmetry & 2) b = flip_rows(b);
    return symmetry & 4 ? transpose(b) : b;
}

}  // namespace boardworth
