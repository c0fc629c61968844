#include "rules/games/chess/tactics.h"

#include <algorithm>

namespace boardworth::chess {

namespace {

int least_valuable(const ChessPosition& p, Bitboard pieces) {
    for (int kind = pawn; kind < king; ++kind)
        if ((pieces & p.of_kind(kind)) != 0) return kind;
    return king;
}

// The piece that a move puts on its square.
int piece_after(const ChessPosition& p, Move move) {
    return std::max(p.kind_on(from_of(move)), promotion_of(move));
}

// Where the piece stands that a move captures.
int captured_square(const ChessPosition& p, Move move) {
    return captures_en_passant(p, move) ? size * row_of(from_of(move)) + file_of(to_of(move))
                                        : to_of(move);
}

// What a player gains by capturing a piece of this kind on a square, or 0 if it had better not.
int recapture(const ChessPosition& p, int square, int player, int kind, Bitboard occupied) {
    const Bitboard pieces = attackers(p, square, player, occupied);
    if (pieces == 0) return 0;
    const int by = least_valuable(p, pieces);
    const Bitboard left = occupied ^ bit(first_square(pieces & p.of_kind(by)));
    if (by == king && attackers(p, square, 1 - player, left) != 0) return 0;
    return std::max(0, piece_value(kind) - recapture(p, square, 1 - player, by, left));
}

}  // namespace

int exchange(const ChessPosition& p, Move move) {
    if (castles(p, move)) return 0;
    const int to = to_of(move);
    const Bitboard left = p.occupied() & ~(bit(from_of(move)) | bit(captured_square(p, move)));
    return gain(p, move) - recapture(p, to, p.opponent(), piece_after(p, move), left | bit(to));
}

bool loses_exchange(const ChessPosition& p, Move move) {
    return gain(p, move) < piece_value(piece_after(p, move)) && exchange(p, move) < 0;
}

int gain(const ChessPosition& p, Move move) {
    const int promoted = promotion_of(move);
    return (captures(p, move) ? piece_value(p.kind_on(to_of(move))) : 0) +
           (promoted != 0 ? piece_value(promoted) - piece_value(pawn) : 0);
}

bool gives_check(const ChessPosition& p, Move move) {
    if (castles(p, move)) return in_check(play(p, move), p.opponent());
    const int from = from_of(move), to = to_of(move), piece = piece_after(p, move);
    const int other_king = p.king(p.opponent());
    Bitboard occupied = (p.occupied() ^ bit(from)) | bit(to);
    if (captures_en_passant(p, move)) occupied ^= bit(captured_square(p, move));
    const Bitboard diagonals = bishop_attacks(other_king, occupied);
    const Bitboard straights = rook_attacks(other_king, occupied);
    const Bitboard others = p.of(p.mover) & ~bit(from);
    if (((diagonals & p.diagonal()) | (straights & p.straight())) & others) return true;
    switch (piece) {
        case pawn:
            return (pawn_attacks(bit(to), p.mover) & bit(other_king)) != 0;
        case knight:
            return (knight_attacks(to) & bit(other_king)) != 0;
        case bishop:
            return (diagonals & bit(to)) != 0;
        case rook:
            return (straights & bit(to)) != 0;
        case queen:
            return ((diagonals | straights) & bit(to)) != 0;
        default:
            return false;
    }
}

}  // namespace boardworth::chess
