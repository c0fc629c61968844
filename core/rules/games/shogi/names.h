// What pieces, squares and atoms of shogi are called.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "rules/games/shogi/pieces.h"
#include "rules/games/shogi/square_set.h"

namespace boardworth::shogi {

// By piece, as in SFEN.
inline constexpr std::array<std::string_view, square_values> piece_symbols{
    "k", "+r", "+b", "+s", "+n", "+l", "+p", "g",  "r",  "b",  "s",  "n",  "l",  "p", "-",
    "P", "L",  "N",  "S",  "B",  "R",  "G",  "+P", "+L", "+N", "+S", "+B", "+R", "K"};
// One kanji each; gote's stand upside down, for which a v is written.
inline constexpr std::array<std::string_view, square_values> piece_characters{
    "v玉", "v龍", "v馬", "v全", "v圭", "v杏", "vと", "v金", "v飛", "v角",
    "v銀", "v桂", "v香", "v歩", " ・", " 歩", " 香", " 桂", " 銀", " 角",
    " 飛", " 金", " と", " 杏", " 圭", " 全", " 馬", " 龍", " 玉"};
inline constexpr std::array<std::string_view, files> file_names{"9", "8", "7", "6", "5",
                                                                "4", "3", "2", "1"};
inline constexpr std::array<std::string_view, ranks> rank_names{"a", "b", "c", "d", "e",
                                                                "f", "g", "h", "i"};
inline constexpr std::array<std::string_view, square_values> piece_names{"opponent king",
                                                                         "opponent dragon",
                                                                         "opponent horse",
                                                                         "opponent promoted silver",
                                                                         "opponent promoted knight",
                                                                         "opponent promoted lance",
                                                                         "opponent promoted pawn",
                                                                         "opponent gold",
                                                                         "opponent rook",
                                                                         "opponent bishop",
                                                                         "opponent silver",
                                                                         "opponent knight",
                                                                         "opponent lance",
                                                                         "opponent pawn",
                                                                         "empty",
                                                                         "own pawn",
                                                                         "own lance",
                                                                         "own knight",
                                                                         "own silver",
                                                                         "own bishop",
                                                                         "own rook",
                                                                         "own gold",
                                                                         "own promoted pawn",
                                                                         "own promoted lance",
                                                                         "own promoted knight",
                                                                         "own promoted silver",
                                                                         "own horse",
                                                                         "own dragon",
                                                                         "own king"};
inline constexpr std::array<std::string_view, 2 * hand_kinds> hand_names{
    "own pawns in hand",        "own lances in hand",       "own knights in hand",
    "own silvers in hand",      "own bishops in hand",      "own rooks in hand",
    "own golds in hand",        "opponent pawns in hand",   "opponent lances in hand",
    "opponent knights in hand", "opponent silvers in hand", "opponent bishops in hand",
    "opponent rooks in hand",   "opponent golds in hand"};
inline constexpr std::array<std::string_view, 19> count_names{
    "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8", "9",
    "10", "11", "12", "13", "14", "15", "16", "17", "18"};

constexpr std::string_view symbol(int piece) {
    return piece_symbols[static_cast<std::size_t>(piece)];
}
// Of a kind, without saying whose it is.
constexpr std::string_view kind_symbol(int kind) {
    return symbol(piece_of(sente, kind));
}

inline std::string square_name(int square) {
    return {static_cast<char>('1' + file_of(square)), static_cast<char>('a' + rank_of(square))};
}
// The square that a text such as "7f" names, or no_square.
constexpr int parse_square_name(std::string_view text) {
    if (text.size() != 2) return no_square;
    const int file = text[0] - '1', rank = text[1] - 'a';
    const bool on_board = file >= 0 && file < files && rank >= 0 && rank < ranks;
    return on_board ? square_at(file, rank) : no_square;
}
// The kind that a letter means, unpromoted, or no_kind.
constexpr int parse_kind(char letter) {
    for (int kind = pawn; kind <= gold; ++kind)
        if (kind_symbol(kind)[0] == letter) return kind;
    return letter == 'K' ? king : no_kind;
}

}  // namespace boardworth::shogi
