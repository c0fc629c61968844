#include "rules/games/chess/chess.h"

#include <algorithm>
#include <bit>

namespace boardworth {

using namespace chess;

namespace {

constexpr int empty = kinds;  // among the values of a square
constexpr Bitboard light_squares = 0xAA55AA55AA55AA55;

// Squares that a player's knights, bishops, rooks and queens attack, counted once for each of them.
int mobility(const ChessPosition& p, int player) {
    const Bitboard own = p.of(player), occupied = p.occupied();
    int count = 0;
    const auto add = [&](Bitboard attacked) { count += std::popcount(attacked & ~own); };
    each_square(p.of_kind(knight) & own, [&](int from) { add(knight_attacks(from)); });
    each_square(p.diagonal() & own, [&](int from) { add(bishop_attacks(from, occupied)); });
    each_square(p.straight() & own, [&](int from) { add(rook_attacks(from, occupied)); });
    return count;
}

}  // namespace

std::span<const std::string_view> Chess::value_names(int atom) {
    static constexpr std::array<std::string_view, 13> pieces{
        "opponent king", "opponent queen", "opponent rook", "opponent bishop", "opponent knight",
        "opponent pawn", "empty",          "own pawn",      "own knight",      "own bishop",
        "own rook",      "own queen",      "own king"};
    static constexpr std::array<std::string_view, 2> rights{"no", "yes"};
    static constexpr std::array<std::string_view, 9> files{"none", "a", "b", "c", "d",
                                                           "e",    "f", "g", "h"};
    if (atom < squares) return pieces;
    if (atom == atoms - 1) return files;
    return rights;
}

Chess::Position Chess::start() const {
    return parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

bool Chess::irreversible(const Position& p, Move move) const {
    const Bitboard touched = bit(from_of(move)) | bit(to_of(move));
    const Bitboard rooks = p.castling_rooks(white) | p.castling_rooks(black);
    const bool king_loses_rights =
        p.rights[p.mover] != 0 && (p.of(p.mover, king) & bit(from_of(move))) != 0;
    return ((p.of_kind(pawn) | rooks) & touched) != 0 || king_loses_rights || captures(p, move);
}

// Bishops on squares of one colour, however many, or a single knight.
bool Chess::insufficient_material(const Position& p) {
    if ((p.of_kind(pawn) | p.straight()) != 0) return false;
    const Bitboard knights = p.of_kind(knight), bishops = p.of_kind(bishop);
    if (knights != 0) return bishops == 0 && !several(knights);
    return (bishops & light_squares) == 0 || (bishops & ~light_squares) == 0;
}

int Chess::progress(const Position& p) const {
    const int left = std::popcount(p.of_kind(knight) | p.of_kind(bishop)) +
                     2 * std::popcount(p.of_kind(rook)) + 4 * std::popcount(p.of_kind(queen));
    return std::max(max_progress - left, 0);
}

int Chess::noisy_order(const Position& p, Move move) const {
    return kinds * chess::gain(p, move) - p.kind_on(from_of(move));
}

std::vector<std::pair<Chess::Position, int>> Chess::handicaps() const {
    std::vector<std::pair<Position, int>> found;
    for (const int kind : {knight, bishop, rook, queen}) {
        Position without = start();
        const int square = first_square(without.of(white, kind));
        without.keep_rights(white, ~bit(square));
        without.toggle(white, kind, square);
        found.emplace_back(without, piece_value(kind));
    }
    return found;
}

TermCounts Chess::term(const Position& p, std::size_t number) const {
    if (number == 1) return {std::popcount(p.of(p.mover)), std::popcount(p.of(p.opponent()))};
    return {mobility(p, p.mover), mobility(p, p.opponent())};
}

int Chess::piece_on(const Position& p, int square, int player) {
    const Bitboard here = bit(square);
    if ((p.occupied() & here) == 0) return empty;
    const int piece = 1 + p.kind_on(square);
    return (p.of(player) & here) != 0 ? empty + piece : empty - piece;
}

// Whether a player may castle to a side, 0 or 1.
int Chess::right_of(const Position& p, int player, bool king_side) {
    const Bitboard towards_h = ~Bitboard{0} << p.king(player);
    return (p.castling_rooks(player) & (king_side ? towards_h : ~towards_h)) != 0;
}

int Chess::fact(const Position& p, int fact) const {
    const int player = fact / atoms, atom = fact % atoms;
    if (atom < squares) return piece_on(p, player == white ? atom : across(atom), player);
    if (atom == atoms - 1) return p.en_passant == Position::no_file ? 0 : p.en_passant + 1;
    const int loose = atom - squares;
    return right_of(p, loose < 2 ? player : 1 - player, loose % 2 == 0);
}

Chess::Position Chess::first_to_move(const Position& p) const {
    Position seen = p;
    seen.number = 1;
    if (p.mover == white) return seen;
    for (Bitboard& set : seen.pieces) set = flip_rows(set);
    seen.own = {flip_rows(p.own[1]), flip_rows(p.own[0])};
    seen.rights = {p.rights[1], p.rights[0]};
    seen.mover = white;
    seen.key = key_from_scratch(seen);
    return seen;
}

static_assert(Game<Chess>);

}  // namespace boardworth
