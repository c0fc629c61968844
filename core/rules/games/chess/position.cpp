#include "rules/games/chess/position.h"

namespace boardworth::chess {

std::uint64_t key_from_scratch(const ChessPosition& p) {
    std::uint64_t key = zobrist.en_passant[p.en_passant];
    if (p.mover == black) key ^= zobrist.black_to_move;
    for (const int player : {white, black}) {
        const auto of_player = static_cast<std::size_t>(player);
        for (int kind = 0; kind < kinds; ++kind)
            each_square(p.of(player, kind), [&](int square) {
                key ^= at(zobrist.pieces[of_player][static_cast<std::size_t>(kind)], square);
            });
        each_square(Bitboard{p.rights[of_player]}, [&](int file) {
            key ^= zobrist.rights[of_player][static_cast<std::size_t>(file)];
        });
    }
    return key;
}

Bitboard attackers(const ChessPosition& p, int square, int player, Bitboard occupied) {
    const Bitboard reached = (pawn_attacks(bit(square), 1 - player) & p.of_kind(pawn)) |
                             (knight_attacks(square) & p.of_kind(knight)) |
                             (king_attacks(square) & p.of_kind(king)) |
                             (bishop_attacks(square, occupied) & p.diagonal()) |
                             (rook_attacks(square, occupied) & p.straight());
    return reached & p.of(player) & occupied;
}

// Two pieces leave one row at once, which no pin foresees: the rare move that is tried.
Bitboard en_passant_pawns(const ChessPosition& p, int file) {
    const int to = en_passant_square(p, file);
    const Bitboard captured = p.mover == white ? bit(to) << size : bit(to) >> size;
    Bitboard able = 0;
    each_square(pawn_attacks(bit(to), p.opponent()) & p.of(p.mover, pawn), [&](int from) {
        const Bitboard occupied = p.occupied() ^ bit(from) ^ captured ^ bit(to);
        if (attackers(p, p.king(p.mover), p.opponent(), occupied) == 0) able |= bit(from);
    });
    return able;
}

}  // namespace boardworth::chess
