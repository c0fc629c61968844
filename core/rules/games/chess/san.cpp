// Which piece a move in SAN is about: attacks are looked up from the square that it goes to.
#include "rules/games/chess/san.h"

#include <algorithm>

namespace boardworth::chess {

namespace {

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
int kind_named(char c) {
    switch (c) {
        case 'N':
            return knight;
        case 'B':
            return bishop;
        case 'R':
            return rook;
        case 'Q':
            return queen;
        case 'K':
            return king;
        default:
            return c == 'P' ? pawn : -1;
    }
}
int promotion_named(char c) {
    const int kind = kind_named(static_cast<char>(c & ~0x20));
    return kind >= knight && kind <= queen ? kind : 0;
}

// Captures name the file that the pawn comes from, if it is not the one it goes to.
Bitboard pawn_origins(const ChessPosition& p, const Said& said) {
    const Bitboard pawns = p.of(p.mover, pawn), target = bit(said.to);
    const int file = said.from_file < 0 ? file_of(said.to) : said.from_file;
    if (file != file_of(said.to)) {
        if (p.en_passant == file_of(said.to) && said.to == en_passant_square(p, p.en_passant))
            return en_passant_pawns(p, p.en_passant) & file_a << file;
        if ((p.of(p.opponent()) & target) == 0) return 0;
        return pawn_attacks(target, p.opponent()) & pawns & file_a << file;
    }
    if ((p.occupied() & target) != 0) return 0;
    const Bitboard one = forward(target, p.opponent());
    if ((one & p.occupied()) != 0) return one & pawns;
    const Bitboard fourth = row(p.mover == white ? 4 : 3);
    return (target & fourth) != 0 ? forward(one, p.opponent()) & pawns : 0;
}

Bitboard piece_origins(const ChessPosition& p, const Said& said) {
    const Bitboard pieces = p.of(p.mover, said.kind);
    if ((p.of(p.mover) & bit(said.to)) != 0) return 0;
    switch (said.kind) {
        case knight:
            return pieces & knight_attacks(said.to);
        case king:
            return pieces & king_attacks(said.to);
        case bishop:
            return pieces & bishop_attacks(said.to, p.occupied());
        case rook:
            return pieces & rook_attacks(said.to, p.occupied());
        default:
            return pieces &
                   (bishop_attacks(said.to, p.occupied()) | rook_attacks(said.to, p.occupied()));
    }
}

std::optional<Step> legal_step(const ChessPosition& p, Move move) {
    const Moves moves = generate_moves(p);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) return std::nullopt;
    return Step{move, play(p, move)};
}

}  // namespace

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
    if (!left.empty() && kind_named(left[0]) >= 0) {
        said.kind = kind_named(left[0]);
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

Bitboard origins(const ChessPosition& p, const Said& said) {
    const bool last_row = row_of(said.to) == first_row(p.opponent());
    if ((said.promotion != 0) != (said.kind == pawn && last_row)) return 0;
    Bitboard pieces = said.kind == pawn ? pawn_origins(p, said) : piece_origins(p, said);
    if (said.from_file >= 0) pieces &= file_a << said.from_file;
    if (said.from_row >= 0) pieces &= row(said.from_row);
    return pieces;
}

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

Side castling_side(std::string_view text) {
    if (text == "O-O" || text == "0-0" || text == "o-o") return Side::kings;
    return text == "O-O-O" || text == "0-0-0" || text == "o-o-o" ? Side::queens : Side::neither;
}

std::optional<Move> castling_move(const ChessPosition& p, Side side) {
    std::optional<Move> castling;
    const int from = p.king(p.mover);
    each_square(p.castling_rooks(p.mover), [&](int rook_from) {
        if ((rook_from > from) == (side == Side::kings)) castling = make_move(from, rook_from);
    });
    return castling;
}

std::optional<Step> find_step(const ChessPosition& p, std::string_view text) {
    const std::string_view words = without_marks(text);
    if (const Side side = castling_side(words); side != Side::neither) {
        const auto move = castling_move(p, side);
        return move ? legal_step(p, *move) : std::nullopt;
    }
    const auto said = read_san(words);
    std::optional<Step> found;
    bool several_fit = false;
    if (said)
        each_square(origins(p, *said), [&](int from) {
            const Move move = make_move(from, said->to, said->promotion);
            const ChessPosition after = play(p, move);
            if (in_check(after, p.mover)) return;
            several_fit = several_fit || found.has_value();
            found = Step{move, after};
        });
    if (several_fit) return std::nullopt;
    if (found) return found;
    const auto move = read_uci(p, words);
    return move ? legal_step(p, *move) : std::nullopt;
}

}  // namespace boardworth::chess
