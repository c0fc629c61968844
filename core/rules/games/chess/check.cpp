// What a position must be like to be played from.
#include <bit>
#include <string>

#include "errors.h"
#include "rules/games/chess/position.h"

namespace boardworth::chess {

namespace {

constexpr int max_pieces = 16;

std::string player_name(int player) {
    return player == white ? "white" : "black";
}

void check_rights(const ChessPosition& p, int player, const std::string& subject) {
    const Bitboard rooks = p.castling_rooks(player);
    if (rooks == 0) return;
    const Bitboard towards_a = bit(p.king(player)) - 1;
    if (row_of(p.king(player)) != first_row(player) || (rooks & ~p.of(player, rook)) != 0)
        throw FormatError(subject + player_name(player) +
                          " has no king and rook in its first row for a right to castle");
    if (several(rooks & towards_a) || several(rooks & ~towards_a))
        throw FormatError(subject + player_name(player) +
                          " has two rights to castle to the same side");
}

void check_en_passant(const ChessPosition& p, const std::string& subject) {
    if (p.en_passant == ChessPosition::no_file) return;
    const Bitboard to = bit(en_passant_square(p, p.en_passant));
    const Bitboard pawn_square = forward(to, p.opponent()), behind = forward(to, p.mover);
    if ((pawn_square & p.of(p.opponent(), pawn)) == 0 || ((to | behind) & p.occupied()) != 0)
        throw FormatError(subject + "no pawn can have moved two squares for an en passant capture");
}

}  // namespace

void check(const ChessPosition& p, std::string_view of_what) {
    const std::string subject(of_what);
    for (const int player : {white, black}) {
        if (std::popcount(p.of(player, king)) != 1)
            throw FormatError(subject + player_name(player) + " has " +
                              std::to_string(std::popcount(p.of(player, king))) +
                              " kings instead of one");
        if (std::popcount(p.of(player)) > max_pieces)
            throw FormatError(subject + player_name(player) + " has " +
                              std::to_string(std::popcount(p.of(player))) +
                              " pieces; there are sixteen at most");
        check_rights(p, player, subject);
    }
    if ((p.of_kind(pawn) & (row(0) | row(7))) != 0)
        throw FormatError(subject + "a pawn is on the first or the last rank");
    if (in_check(p, p.opponent()))
        throw FormatError(subject + player_name(p.opponent()) +
                          " is in check and not to move: its king could be captured");
    check_en_passant(p, subject);
}

}  // namespace boardworth::chess
