// The squares of a chess board, and what pieces attack on it.
//
// Squares are numbered as boards are drawn: a8 is 0, h8 is 7, h1 is 63. White plays towards row 0.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "rules/games/bitboard.h"

namespace boardworth::chess {

constexpr int size = 8;
constexpr int squares = size * size;
constexpr int white = 0, black = 1;
constexpr int pawn = 0, knight = 1, bishop = 2, rook = 3, queen = 4, king = 5;
constexpr int kinds = 6;

constexpr Bitboard file_a = 0x0101010101010101, file_h = file_a << 7;
constexpr Bitboard row_0 = 0xFF;

constexpr int file_of(int square) {
    return square % size;
}
constexpr int row_of(int square) {
    return square / size;
}
// Where a square is for the player on the other side, who has the same files on the left.
constexpr int across(int square) {
    return square ^ 56;
}
// The row a player's pieces start from, its last row being the opponent's first.
constexpr int first_row(int player) {
    return player == white ? size - 1 : 0;
}
constexpr Bitboard row(int number) {
    return row_0 << size * number;
}
constexpr int first_square(Bitboard set) {
    return std::countr_zero(set);
}
constexpr bool several(Bitboard set) {
    return (set & (set - 1)) != 0;
}

// A set one row further towards a player's last row. Pawns never leave the board.
constexpr Bitboard forward(Bitboard set, int player) {
    return player == white ? set >> size : set << size;
}
// Where a player's pawns capture, towards file a and towards file h.
constexpr Bitboard captures_left(Bitboard pawns, int player) {
    return forward(pawns & ~file_a, player) >> 1;
}
constexpr Bitboard captures_right(Bitboard pawns, int player) {
    return forward(pawns & ~file_h, player) << 1;
}
constexpr Bitboard pawn_attacks(Bitboard pawns, int player) {
    return captures_left(pawns, player) | captures_right(pawns, player);
}

using SquareTable = std::array<Bitboard, squares>;

constexpr bool on_board(int file, int row) {
    return file >= 0 && file < size && row >= 0 && row < size;
}

// What a piece attacks from each square that steps (file, row) and, if it is repeated, goes on.
constexpr SquareTable step_table(std::span<const std::array<int, 2>> steps, bool repeated) {
    SquareTable table{};
    for (int square = 0; square < squares; ++square)
        for (const auto& step : steps) {
            int file = file_of(square) + step[0], row = row_of(square) + step[1];
            for (bool go = true; go && on_board(file, row);
                 go = repeated, file += step[0], row += step[1])
                table[static_cast<std::size_t>(square)] |= bit(size * row + file);
        }
    return table;
}

constexpr std::array<std::array<int, 2>, 8> knight_steps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
constexpr std::array<std::array<int, 2>, 8> king_steps{
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};

inline constexpr SquareTable knight_table = step_table(knight_steps, false);
inline constexpr SquareTable king_table = step_table(king_steps, false);
// The lines through a square, without the square: its row, file and diagonals.
inline constexpr std::array<SquareTable, 4> line_tables{
    step_table(std::span(king_steps).subspan(0, 2), true),
    step_table(std::span(king_steps).subspan(2, 2), true),
    step_table(std::span(king_steps).subspan(4, 2), true),
    step_table(std::span(king_steps).subspan(6, 2), true)};

constexpr Bitboard at(const SquareTable& table, int square) {
    return table[static_cast<std::size_t>(square)];
}

// What a piece attacks along a file or a diagonal: subtracting its own bit from the pieces before
// it flips everything up to the first of them; the bytes in reverse order show the other direction
// (hyperbola quintessence). It needs no tables of occupancies and no special instruction: those
// would come to 800 KiB, or run on some machines only.
constexpr Bitboard along(const SquareTable& lines, int square, Bitboard occupied) {
    const Bitboard line = at(lines, square), pieces = occupied & line;
    const Bitboard up = pieces - bit(square);
    const Bitboard down = flip_rows(flip_rows(pieces) - bit(across(square)));
    return (up ^ down) & line;
}

// Rows cannot be put in reverse order like that: their six inner squares choose from a table.
constexpr auto row_table() {
    std::array<std::array<std::uint8_t, size>, 64> table{};
    for (unsigned inner = 0; inner < table.size(); ++inner)
        for (int file = 0; file < size; ++file)
            for (const int step : {-1, 1})
                for (int to = file + step; to >= 0 && to < size; to += step) {
                    auto& attacked = table[inner][static_cast<std::size_t>(file)];
                    attacked = static_cast<std::uint8_t>(attacked | 1u << to);
                    if ((inner << 1 >> to & 1) != 0) break;
                }
    return table;
}

inline constexpr auto attacks_in_row = row_table();

constexpr Bitboard along_row(int square, Bitboard occupied) {
    const int shift = square & 56;
    const auto inner = static_cast<std::size_t>(occupied >> (shift + 1) & 63);
    return Bitboard{attacks_in_row[inner][static_cast<std::size_t>(file_of(square))]} << shift;
}

constexpr Bitboard knight_attacks(int square) {
    return at(knight_table, square);
}
constexpr Bitboard king_attacks(int square) {
    return at(king_table, square);
}
constexpr Bitboard bishop_attacks(int square, Bitboard occupied) {
    return along(line_tables[2], square, occupied) | along(line_tables[3], square, occupied);
}
constexpr Bitboard rook_attacks(int square, Bitboard occupied) {
    return along_row(square, occupied) | along(line_tables[1], square, occupied);
}

// For two squares on one line, the squares between them; else none.
constexpr auto between_table() {
    std::array<SquareTable, squares> table{};
    for (int square = 0; square < squares; ++square)
        for (const auto& step : king_steps) {
            int file = file_of(square) + step[0], row = row_of(square) + step[1];
            for (Bitboard passed = 0; on_board(file, row); file += step[0], row += step[1]) {
                const int to = size * row + file;
                table[static_cast<std::size_t>(square)][static_cast<std::size_t>(to)] = passed;
                passed |= bit(to);
            }
        }
    return table;
}

inline constexpr auto between_squares = between_table();

constexpr Bitboard between(int a, int b) {
    return at(between_squares[static_cast<std::size_t>(a)], b);
}

// The line through a king and a piece that is pinned to it.
constexpr Bitboard line_through(int a, int b) {
    for (const SquareTable& lines : line_tables)
        if ((at(lines, a) & bit(b)) != 0) return at(lines, a);
    return 0;
}

}  // namespace boardworth::chess
