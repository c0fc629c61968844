#include "rules/games/shogi/check.h"

#include <array>

#include "errors.h"
#include "rules/games/shogi/names.h"

namespace boardworth::shogi {

namespace {

void check_counts(const Position& p, const std::string& subject) {
    std::array<int, hand_kinds + 1> pieces{};
    std::array<int, 2> kings{};
    for (int kind = pawn; kind <= gold; ++kind)
        pieces[static_cast<std::size_t>(kind)] = p.in_hand(sente, kind) + p.in_hand(gote, kind);
    each_square(p.occupied(), [&](int square) {
        const int piece = p.piece(square);
        if (kind_of(piece) == king)
            ++kings[static_cast<std::size_t>(side_of(piece))];
        else
            ++pieces[static_cast<std::size_t>(unpromoted(kind_of(piece)))];
    });
    if (kings[sente] > 1 || kings[gote] > 1)
        throw FormatError(subject + "a side has more than one king");
    for (int kind = pawn; kind <= gold; ++kind) {
        const auto most = pieces_in_game[static_cast<std::size_t>(kind)];
        if (pieces[static_cast<std::size_t>(kind)] > most)
            throw FormatError(subject + "more than " + std::to_string(most) + " of " +
                              std::string(kind_symbol(kind)));
    }
}

template <int side>
void check_pieces_of(const Position& p, const std::string& subject) {
    const SquareSet pawns = p.pieces_of(side, pawn);
    const SquareSet stuck = ((pawns | p.pieces_of(side, lance)) & last_rank<side>) |
                            (p.pieces_of(side, knight) & last_two_ranks<side>);
    if (stuck.any())
        throw FormatError(subject + "the " + std::string(symbol(p.piece(stuck.first()))) + " on " +
                          square_name(stuck.first()) + " could never move");
    for (int file = 0; file < files; ++file) {
        int in_file = 0;
        for (int rank = 0; rank < ranks; ++rank) in_file += pawns.contains(square_at(file, rank));
        if (in_file > 1)
            throw FormatError(subject + "two unpromoted pawns of a side on file " +
                              std::to_string(file + 1));
    }
}

}  // namespace

void check(const Position& p, const std::string& subject) {
    check_counts(p, subject);
    check_pieces_of<sente>(p, subject);
    check_pieces_of<gote>(p, subject);
    if (in_check(p, p.mover ^ 1))
        throw FormatError(subject + "the side that is not to move is in check");
}

}  // namespace boardworth::shogi
