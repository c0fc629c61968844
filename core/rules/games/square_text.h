// Text of games played with two kinds of pieces on a board: squares as "f5", boards as one
// character per square, row by row, followed by the side to move.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "errors.h"

namespace boardworth {

// What a square holds, in the order of its values.
inline constexpr std::array<std::string_view, 3> disc_values{"opponent", "empty", "own"};

template <class G>
std::string square_text(int square) {
    return {static_cast<char>('a' + square % G::board.columns),
            static_cast<char>('1' + square / G::board.columns)};
}

// The square that a text such as "f5" names, or -1.
template <class G>
int parse_square(std::string_view text) {
    if (text.size() != 2) return -1;
    const int column = (text[0] | 0x20) - 'a', row = text[1] - '1';
    const bool on_board =
        column >= 0 && column < G::board.columns && row >= 0 && row < G::board.rows;
    return on_board ? G::board.columns * row + column : -1;
}

// G::symbols are the second player's piece, the empty square and the first player's piece.
template <class G>
std::string board_text(const G& game, const typename G::Position& position) {
    std::string text;
    for (int square = 0; square < G::board.columns * G::board.rows; ++square)
        text += G::symbols[static_cast<std::size_t>(game.fact(position, square))];
    return text + ' ' + G::symbols[game.mover(position) == 0 ? 2 : 0];
}

// The first character of a text in UTF-8, or its first byte if that is none.
std::string_view first_character(std::string_view text);

// Text from outside as a message may show it: whatever cannot be shown becomes '?'.
std::string quoted(std::string_view text);

struct BoardText {
    std::array<std::uint64_t, 2> squares;  // by player
    int mover;
};

// `pieces` are the characters that stand for each player's pieces; '-', '.' and '_' are empty
// squares.
template <class G>
BoardText read_board_text(std::string_view text, const std::array<std::string_view, 2>& pieces) {
    constexpr int wanted = G::board.columns * G::board.rows;
    const std::string subject = std::string(G::name) + " position: ";
    BoardText read{{0, 0}, -1};
    int squares = 0;
    for (const char c : text) {
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';') continue;
        const int player = pieces[0].find(c) != pieces[0].npos   ? 0
                           : pieces[1].find(c) != pieces[1].npos ? 1
                                                                 : -1;
        if (player < 0 && std::string_view("-._").find(c) == std::string_view::npos)
            throw FormatError(subject + "unexpected character " + quoted({&c, 1}));
        if (squares < wanted) {
            if (player >= 0)
                read.squares[static_cast<std::size_t>(player)] |= std::uint64_t{1} << squares;
            ++squares;
        } else if (player >= 0 && read.mover < 0) {
            read.mover = player;
        } else {
            throw FormatError(subject + "more than " + std::to_string(wanted) +
                              " squares and the side to move");
        }
    }
    if (squares < wanted)
        throw FormatError(subject + "expected " + std::to_string(wanted) + " squares, found " +
                          std::to_string(squares));
    if (read.mover < 0)
        throw FormatError(subject + "the side to move (" + G::symbols[2] + " or " + G::symbols[0] +
                          ") is missing after the board");
    return read;
}

}  // namespace boardworth
