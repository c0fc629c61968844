// Moves of shogi as text: western notation for people, and USI.
#include <algorithm>
#include <optional>

#include "errors.h"
#include "rules/games/shogi/shogi.h"
#include "rules/games/square_text.h"

namespace boardworth {

using namespace shogi;

namespace {

constexpr std::string_view declared = "win";

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
    throw FormatError("shogi move: " + quoted(text) + why);
}

bool is_board_move(Move move) {
    return to_of(move) < squares && from_of(move) < squares;
}
bool could_promote(const Position& p, Move move) {
    const SquareSet squares_that_promote = p.mover == sente ? camp<sente> : camp<gote>;
    return promotes(kind_of(p.piece(from_of(move)))) &&
           (squares_that_promote.contains(from_of(move)) ||
            squares_that_promote.contains(to_of(move)));
}

// A move in western notation, taken to pieces.
struct Western {
    int kind = no_kind;
    int from = no_square;  // no_square if it is not said
    int to = no_square;
    bool promoting = false;

    [[nodiscard]] bool means(const Position& p, Move move) const {
        return is_board_move(move) && to_of(move) == to &&
               kind_of(p.piece(from_of(move))) == kind &&
               (from == no_square || from_of(move) == from);
    }
};

// Nothing if a text is not such a move.
std::optional<Western> read_western(std::string_view text) {
    Western read;
    const bool of_promoted = text.starts_with('+');
    if (of_promoted) text.remove_prefix(1);
    if (text.size() < 3) return {};
    read.kind = parse_kind(text[0]);
    if (read.kind == no_kind || (of_promoted && !promotes(read.kind))) return {};
    if (of_promoted) read.kind = promoted(read.kind);
    text.remove_prefix(1);
    if (text.ends_with('+') || text.ends_with('=')) {
        read.promoting = text.back() == '+';
        text.remove_suffix(1);
    }
    if (text.size() < 2) return {};
    read.to = parse_square_name(text.substr(text.size() - 2));
    text.remove_suffix(2);
    if (text.ends_with('-') || text.ends_with('x')) text.remove_suffix(1);
    if (!text.empty()) read.from = parse_square_name(text);
    if (read.to == no_square || (!text.empty() && read.from == no_square)) return {};
    return read;
}

// Nothing if a text is not such a move; it need not be legal.
std::optional<Move> read_usi(std::string_view text) {
    if (text == declared) return declaration;
    if (text.size() < 4) return {};
    const int to = parse_square_name(text.substr(2, 2));
    if (to == no_square) return {};
    if (text[1] == '*') {
        const int kind = parse_kind(text[0]);
        if (kind == no_kind || kind == king || text.size() > 4) return {};
        return drop_move(kind, to);
    }
    const int from = parse_square_name(text.substr(0, 2));
    const bool promoting = text.size() == 5 && text[4] == '+';
    if (from == no_square || (text.size() > 4 && !promoting)) return {};
    return board_move(from, to, promoting);
}

}  // namespace

std::string Shogi::usi(Move move) {
    if (move == declaration) return std::string(declared);
    if (to_of(move) >= squares) return "move " + std::to_string(move);
    const std::string to = square_name(to_of(move));
    if (is_drop(move)) return std::string(kind_symbol(dropped_kind(move))) + '*' + to;
    if (from_of(move) >= squares) return "move " + std::to_string(move);
    return square_name(from_of(move)) + to + (is_promotion(move) ? "+" : "");
}

std::string Shogi::move_text(const Position& p, Move move) const {
    const auto moves = legal_moves(p);
    if (!is_board_move(move) || std::find(moves.begin(), moves.end(), move) == moves.end())
        return usi(move);
    const Western alone{.kind = kind_of(p.piece(from_of(move))), .to = to_of(move)};
    const bool ambiguous = std::any_of(moves.begin(), moves.end(), [&](Move other) {
        return alone.means(p, other) && from_of(other) != from_of(move);
    });
    return std::string(kind_symbol(alone.kind)) + (ambiguous ? square_name(from_of(move)) : "") +
           (p.piece(alone.to) != empty ? "x" : "-") + square_name(alone.to) +
           (is_promotion(move)       ? "+"
            : could_promote(p, move) ? "="
                                     : "");
}

Shogi::Move Shogi::parse_move(const Position& p, std::string_view text) const {
    if (const auto move = read_usi(text)) return *move;
    const auto read = read_western(text);
    if (!read) refuse(text, " is not a move such as P-7f, Bx2b+, G4i-5h, 7g7f, P*5e or win");
    std::optional<Move> found;
    for (const Move move : legal_moves(p)) {
        if (!read->means(p, move) || is_promotion(move) != read->promoting) continue;
        if (found)
            refuse(text, " may mean " + move_text(p, *found) + " or " + move_text(p, move) +
                             " in " + this->text(p));
        found = move;
    }
    if (!found) refuse(text, " is no piece's move in " + this->text(p));
    return *found;
}

}  // namespace boardworth
