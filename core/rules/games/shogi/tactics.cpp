#include "rules/games/shogi/tactics.h"

#include <algorithm>

namespace boardworth::shogi {

namespace {

// Pieces of a side that attack a square, some of them perhaps taken away: `occupied` are those that
// are left.
SquareSet attackers(const Position& p, int by, int square, SquareSet occupied) {
    SquareSet pieces = stepping_attackers(p, by, square);
    each_square(sliders_towards(p, by, square), [&](int from) {
        if (!(between(square, from) & occupied).any()) pieces |= single(from);
    });
    return pieces & occupied;
}

// The kind of piece that a move puts on its square.
int piece_after(const Position& p, Move move) {
    if (is_drop(move)) return dropped_kind(move);
    const int kind = kind_of(p.piece(from_of(move)));
    return is_promotion(move) ? promoted(kind) : kind;
}

// What a side gains by capturing a piece of this kind on a square, or 0 if it had better not.
int recapture(const Position& p, int square, int side, int kind, SquareSet occupied) {
    const SquareSet pieces = attackers(p, side, square, occupied);
    if (!pieces.any()) return 0;
    int from = no_square, least = king + 1;
    each_square(pieces, [&](int candidate) {
        const int other = kind_of(p.piece(candidate));
        if (least > king || captured_value(other) < captured_value(least)) {
            from = candidate;
            least = other;
        }
    });
    const SquareSet left = occupied - single(from);
    if (least == king && attackers(p, side ^ 1, square, left).any()) return 0;
    return std::max(0, captured_value(kind) - recapture(p, square, side ^ 1, least, left));
}

}  // namespace

int exchange(const Position& p, Move move) {
    if (move == declaration) return 0;
    const int to = to_of(move);
    if (is_drop(move))
        return -recapture(p, to, p.mover ^ 1, dropped_kind(move), p.occupied() | single(to));
    const SquareSet left = (p.occupied() - single(from_of(move))) | single(to);
    return gain(p, move) - recapture(p, to, p.mover ^ 1, piece_after(p, move), left);
}

bool loses_exchange(const Position& p, Move move) {
    if (move == declaration) return false;
    return gain(p, move) < captured_value(piece_after(p, move)) && exchange(p, move) < 0;
}

int gain(const Position& p, Move move) {
    if (from_of(move) >= squares) return 0;
    const int moved = kind_of(p.piece(from_of(move)));
    return captured_value(kind_of(p.piece(to_of(move)))) +
           (is_promotion(move) ? piece_value(promoted(moved)) - piece_value(moved) : 0);
}

bool gives_check(const Position& p, Move move) {
    if (move == declaration) return false;
    const int us = p.mover, to = to_of(move), other_king = p.king_of(us ^ 1);
    if (other_king == no_square) return false;
    if (is_drop(move))
        return attacks_from(us, dropped_kind(move), to, p.occupied()).contains(other_king);
    const int from = from_of(move);
    const SquareSet occupied = (p.occupied() - single(from)) | single(to);
    if (attacks_from(us, piece_after(p, move), to, occupied).contains(other_king)) return true;
    SquareSet sliders = sliders_towards(p, us, other_king) - single(from);
    bool uncovered = false;
    each_square(sliders & line_through(other_king, from), [&](int slider) {
        uncovered = uncovered || !(between(other_king, slider) & occupied).any();
    });
    return uncovered;
}

}  // namespace boardworth::shogi
