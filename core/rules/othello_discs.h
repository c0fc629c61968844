// Where a disc may be played in Othello and what it turns, eight directions at a time.
#pragma once

#include "rules/bitboard.h"

namespace boardworth {

namespace othello_lines {

// Squares that a line can cross sideways without wrapping round the edge of the board.
constexpr Bitboard inner_columns = 0x7E7E7E7E7E7E7E7E;

template <int steps>
constexpr Bitboard shift(Bitboard b) {
    if constexpr (steps > 0)
        return b << steps;
    else
        return b >> -steps;
}

// Runs of the opponent's discs that start next to `from` in one direction (six at most).
template <int direction>
constexpr Bitboard run(Bitboard from, Bitboard opponent) {
    Bitboard found = shift<direction>(from) & opponent;
    found |= shift<direction>(found) & opponent;
    const Bitboard pairs = opponent & shift<direction>(opponent);
    found |= shift<2 * direction>(found) & pairs;
    found |= shift<2 * direction>(found) & pairs;
    return found;
}

template <int direction>
constexpr Bitboard moves_along(Bitboard own, Bitboard opponent) {
    return shift<direction>(run<direction>(own, opponent)) |
           shift<-direction>(run<-direction>(own, opponent));
}

template <int direction>
constexpr Bitboard flips_towards(Bitboard move, Bitboard own, Bitboard opponent) {
    const Bitboard found = run<direction>(move, opponent);
    return shift<direction>(found) & own ? found : 0;
}

template <int direction>
constexpr Bitboard flips_along(Bitboard move, Bitboard own, Bitboard opponent) {
    return flips_towards<direction>(move, own, opponent) |
           flips_towards<-direction>(move, own, opponent);
}

}  // namespace othello_lines

// Squares where the owner of `own` can play.
constexpr Bitboard mobility(Bitboard own, Bitboard opponent) {
    using namespace othello_lines;
    const Bitboard inner = opponent & inner_columns;
    return (moves_along<1>(own, inner) | moves_along<8>(own, opponent) |
            moves_along<7>(own, inner) | moves_along<9>(own, inner)) &
           ~(own | opponent);
}

// Discs turned when the owner of `own` plays on `square`; none if the move is illegal.
constexpr Bitboard flips(Bitboard own, Bitboard opponent, int square) {
    using namespace othello_lines;
    const Bitboard move = bit(square);
    const Bitboard inner = opponent & inner_columns;
    return flips_along<1>(move, own, inner) | flips_along<8>(move, own, opponent) |
           flips_along<7>(move, own, inner) | flips_along<9>(move, own, inner);
}

}  // namespace boardworth
