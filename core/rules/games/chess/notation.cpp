// Moves of chess in SAN, standard algebraic notation, and in the squares of UCI.
#include <algorithm>
#include <optional>
#include <string>

#include "errors.h"
#include "rules/games/chess/chess.h"
#include "rules/games/square_text.h"

namespace boardworth {

using namespace chess;

namespace {

constexpr std::string_view letters = "PNBRQK";  // by kind

std::string square_name(int square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('8' - row_of(square))};
}

// Parts of a square's name, or -1.
int file_named(char c) {
    return c >= 'a' && c <= 'h' ? c - 'a' : -1;
}
int row_named(char c) {
    return c >= '1' && c <= '8' ? '8' - c : -1;
}
int square_named(std::string_view text) {
    if (text.size() != 2 || file_named(text[0]) < 0 || row_named(text[1]) < 0) return -1;
    return size * row_named(text[1]) + file_named(text[0]);
}
int promotion_named(char c) {
    const auto kind = letters.find(static_cast<char>(c & ~0x20));
    return kind >= knight && kind <= queen ? static_cast<int>(kind) : 0;
}

// What a move in SAN says; -1 or 0 where it says nothing.
struct Said {
    int kind = pawn;
    int from_file = -1;
    int from_row = -1;
    int to = -1;
    int promotion = 0;

    [[nodiscard]] bool fits(const ChessPosition& p, Move move) const {
        const int from = from_of(move);
        return to_of(move) == to && p.kind_on(from) == kind && promotion_of(move) == promotion &&
               (from_file < 0 || file_of(from) == from_file) &&
               (from_row < 0 || row_of(from) == from_row) && !castles(p, move);
    }
};

std::string_view without_marks(std::string_view text) {
    for (const std::string_view mark : {"e.p.", "ep"}) {
        const auto last = text.find_last_not_of("+#!? ");
        text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
        if (text.size() > 4 && text.ends_with(mark)) text.remove_suffix(mark.size());
    }
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::optional<Said> read_san(std::string_view left) {
    Said said;
    if (!left.empty() && letters.find(left[0]) != std::string_view::npos) {
        said.kind = static_cast<int>(letters.find(left[0]));
        left.remove_prefix(1);
    }
    if (said.kind == pawn && !left.empty() && promotion_named(left.back()) != 0) {
        said.promotion = promotion_named(left.back());
        left.remove_suffix(1);
        if (left.ends_with('=')) left.remove_suffix(1);
    }
    if (left.size() < 2) return std::nullopt;
    said.to = square_named(left.substr(left.size() - 2));
    left.remove_suffix(2);
    if (left.ends_with('x') || left.ends_with('-')) left.remove_suffix(1);
    if (!left.empty() && file_named(left[0]) >= 0) {
        said.from_file = file_named(left[0]);
        left.remove_prefix(1);
    }
    if (!left.empty() && row_named(left[0]) >= 0) {
        said.from_row = row_named(left[0]);
        left.remove_prefix(1);
    }
    if (said.to < 0 || !left.empty()) return std::nullopt;
    return said;
}

// The squares of UCI. A king's own move of several squares means castling.
std::optional<Move> read_uci(const ChessPosition& p, std::string_view text) {
    if (text.size() != 4 && text.size() != 5) return std::nullopt;
    const int from = square_named(text.substr(0, 2)), to = square_named(text.substr(2, 2));
    const int promotion = text.size() == 5 ? promotion_named(text[4]) : 0;
    if (from < 0 || to < 0 || (text.size() == 5 && promotion == 0)) return std::nullopt;
    const bool far =
        std::max(file_of(from), file_of(to)) - std::min(file_of(from), file_of(to)) > 1;
    if (far && (p.of(p.mover, king) & bit(from)) != 0 && (p.of(p.mover) & bit(to)) == 0) {
        std::optional<Move> castling;
        each_square(p.castling_rooks(p.mover), [&](int rook_from) {
            if (Castling(from, rook_from).king_to == to) castling = make_move(from, rook_from);
        });
        if (castling) return castling;
    }
    return make_move(from, to, promotion);
}

// The move that castles to a side, legal or not, if there is a right to.
std::optional<Move> read_castling(const ChessPosition& p, std::string_view text) {
    const bool king_side = text == "O-O" || text == "0-0" || text == "o-o";
    const bool queen_side = text == "O-O-O" || text == "0-0-0" || text == "o-o-o";
    std::optional<Move> castling;
    if (!king_side && !queen_side) return castling;
    const int from = p.king(p.mover);
    each_square(p.castling_rooks(p.mover), [&](int rook_from) {
        if ((rook_from > from) == king_side) castling = make_move(from, rook_from);
    });
    if (!castling)
        throw FormatError("chess move: there is no right to castle for " + quoted(text) + " in " +
                          Chess{}.text(p));
    return castling;
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
    if (const auto move = read_castling(p, words)) return *move;
    if (const auto move = read_uci(p, words)) return *move;
    const auto said = read_san(words);
    if (!said)
        throw FormatError("chess move: " + quoted(text) +
                          " is not a move such as Nf3, exd5, e8=Q, O-O or e2e4");
    std::optional<Move> found;
    for (const Move move : generate_moves(p)) {
        if (!said->fits(p, move)) continue;
        if (found)
            throw FormatError("chess move: " + quoted(text) + " may mean " + move_text(p, *found) +
                              " or " + move_text(p, move) + " in " + this->text(p));
        found = move;
    }
    if (!found)
        throw FormatError("chess move: no man can make " + quoted(text) + " in " + this->text(p));
    return *found;
}

}  // namespace boardworth
