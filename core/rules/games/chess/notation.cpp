// Moves of chess in SAN, standard algebraic notation, and in the squares of UCI.
#include <algorithm>
#include <optional>
#include <string>

#include "errors.h"
#include "rules/games/chess/chess.h"
#include "rules/games/chess/san.h"
#include "rules/games/square_text.h"

namespace boardworth {

using namespace chess;

namespace {

std::string square_name(int square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('8' - row_of(square))};
}

// As much of its origin as tells a piece from others that could go to the same square.
std::string origin(const ChessPosition& p, const Moves& moves, Move move) {
    const int from = from_of(move), kind = p.kind_on(from);
    bool other = false, same_file = false, same_row = false;
    for (const Move rival : moves) {
        const int start = from_of(rival);
        if (to_of(rival) != to_of(move) || start == from || p.kind_on(start) != kind) continue;
        other = true;
        same_file = same_file || file_of(start) == file_of(from);
        same_row = same_row || row_of(start) == row_of(from);
    }
    const std::string square = square_name(from);
    if (!other) return "";
    if (!same_file) return square.substr(0, 1);
    return same_row ? square : square.substr(1);
}

std::string check_mark(const ChessPosition& after) {
    if (!in_check(after, after.mover)) return "";
    return count_moves(after) == 0 ? "#" : "+";
}

}  // namespace

std::string Chess::uci_text(const Position& p, Move move, bool chess960) {
    const int from = from_of(move);
    const bool own_move = !chess960 && castles(p, move) && p.kind_on(from) == king;
    const int to = own_move ? Castling(from, to_of(move)).king_to : to_of(move);
    std::string text = square_name(from) + square_name(to);
    if (const int kind = promotion_of(move))
        text += static_cast<char>(letters[static_cast<std::size_t>(kind)] | 0x20);
    return text;
}

std::string Chess::move_text(const Position& p, Move move) const {
    const Moves moves = generate_moves(p);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) return uci_text(p, move, true);
    const int from = from_of(move), kind = p.kind_on(from);
    std::string text;
    if (castles(p, move)) {
        text = to_of(move) > from ? "O-O" : "O-O-O";
    } else {
        const bool takes = captures(p, move);
        if (kind != pawn)
            text = letters[static_cast<std::size_t>(kind)] + origin(p, moves, move);
        else if (takes)
            text = square_name(from).substr(0, 1);
        if (takes) text += 'x';
        text += square_name(to_of(move));
        if (const int promotion = promotion_of(move))
            text += {'=', letters[static_cast<std::size_t>(promotion)]};
    }
    return text + check_mark(play(p, move));
}

Move Chess::parse_move(const Position& p, std::string_view text) const {
    const std::string_view words = without_marks(text);
    if (const Side side = castling_side(words); side != Side::neither) {
        if (const auto move = castling_move(p, side)) return *move;
        throw FormatError("chess move: there is no right to castle for " + quoted(text) + " in " +
                          this->text(p));
    }
    if (const auto move = read_uci(p, words)) return *move;
    const auto said = read_san(words);
    if (!said)
        throw FormatError("chess move: " + quoted(text) +
                          " is not a move such as Nf3, exd5, e8=Q, O-O or e2e4");
    std::optional<Move> found;
    each_square(origins(p, *said), [&](int from) {
        const Move move = make_move(from, said->to, said->promotion);
        if (chess::in_check(play(p, move), p.mover)) return;
        if (found)
            throw FormatError("chess move: " + quoted(text) + " may mean " + move_text(p, *found) +
                              " or " + move_text(p, move) + " in " + this->text(p));
        found = move;
    });
    if (!found)
        throw FormatError("chess move: no piece can make " + quoted(text) + " in " + this->text(p));
    return *found;
}

}  // namespace boardworth
