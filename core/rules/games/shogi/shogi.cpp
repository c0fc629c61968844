#include "rules/games/shogi/shogi.h"

#include <algorithm>

#include "rules/games/shogi/handicaps.h"

namespace boardworth {

using namespace shogi;

namespace {

// The same pieces on other squares, with the sides as they are or exchanged.
template <class Square>
Position moved_pieces(const Position& p, bool exchanged, const Square& square_of_piece) {
    Position moved;
    each_square(p.occupied(), [&](int square) {
        const int piece = p.piece(square);
        moved.put(square_of_piece(square), exchanged ? of_opponent(piece) : piece);
    });
    for (const int side : {sente, gote})
        for (int kind = pawn; kind <= gold; ++kind)
            moved.add_to_hand(exchanged ? side ^ 1 : side, kind, p.in_hand(side, kind));
    if ((p.mover == gote) != exchanged) moved.pass_the_turn();
    if (p.declared) moved.declare();
    return moved;
}

int mobility(const Position& p, int side) {
    const SquareSet own = p.of[static_cast<std::size_t>(side)], occupied = p.occupied();
    int attacked_squares = 0;
    each_square(own, [&](int square) {
        attacked_squares +=
            (attacks_from(side, kind_of(p.piece(square)), square, occupied) - own).count();
    });
    return attacked_squares;
}

int pieces_in_hand(const Position& p, int side) {
    int pieces = 0;
    for (int kind = pawn; kind <= gold; ++kind) pieces += p.in_hand(side, kind);
    return pieces;
}

}  // namespace

std::span<const std::string_view> Shogi::value_names(int atom) {
    if (atom < squares) return piece_names;
    return std::span(count_names).first(static_cast<std::size_t>(values(atom)));
}

Shogi::Position Shogi::start() const {
    static const Position even = parse(even_start);
    return even;
}

int Shogi::repetition_score(const Position& p, std::span<const std::uint64_t> earlier) const {
    bool mover_checked = in_check(p), opponent_checked = true;
    for (auto at = std::ranges::find(earlier, key(p)); at != earlier.end(); ++at)
        if ((*at & 1) == 0)
            ((earlier.end() - at) % 2 == 0 ? mover_checked : opponent_checked) = false;
    return static_cast<int>(mover_checked) - static_cast<int>(opponent_checked);
}

int Shogi::progress(const Position& p) const {
    return pieces_in_hand(p, sente) + pieces_in_hand(p, gote) +
           (p.of[sente] & camp<sente>).count() + (p.of[gote] & camp<gote>).count();
}

// What is won first, and with the smaller piece.
int Shogi::noisy_order(const Position& p, Move move) const {
    if (from_of(move) >= squares) return 0;
    return 16 * shogi::gain(p, move) - piece_value(kind_of(p.piece(from_of(move)))) / 100;
}

std::vector<std::pair<Shogi::Position, int>> Shogi::handicaps() const {
    std::vector<std::pair<Position, int>> found;
    for (const int kind : {silver, bishop, rook, gold}) {
        Position without = start();
        without.clear((without.pieces_of(sente, kind)).first());
        found.emplace_back(without, piece_value(kind));
    }
    return found;
}

TermCounts Shogi::term(const Position& p, std::size_t number) const {
    const int us = p.mover, them = us ^ 1;
    if (number == 0) return {mobility(p, us), mobility(p, them)};
    const auto pieces = [&](int side) {
        return p.of[static_cast<std::size_t>(side)].count() + pieces_in_hand(p, side);
    };
    return {pieces(us), pieces(them)};
}

int Shogi::fact(const Position& p, int fact) const {
    const int view = fact / atoms, atom = fact % atoms;
    if (atom >= squares) return p.in_hand((atom - squares) / hand_kinds ^ view, hand_kind(atom));
    return view == 0 ? p.piece(square_of(atom)) : of_opponent(p.piece(across(square_of(atom))));
}

Shogi::Move Shogi::move_image(int symmetry, Move move) const {
    if (symmetry == 0 || move == declaration || to_of(move) >= squares) return move;
    const int to = left_for_right(to_of(move));
    if (is_drop(move)) return drop_move(dropped_kind(move), to);
    if (from_of(move) >= squares) return move;
    return board_move(left_for_right(from_of(move)), to, is_promotion(move));
}

Shogi::Position Shogi::image(int symmetry, const Position& p) const {
    return symmetry == 0 ? p : moved_pieces(p, false, left_for_right);
}

Shogi::Position Shogi::first_to_move(const Position& p) const {
    return p.mover == sente ? p : moved_pieces(p, true, across);
}

static_assert(Game<Shogi>);

}  // namespace boardworth
