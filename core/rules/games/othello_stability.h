// Discs that can never be turned again in Othello: a lower bound, found from the edges inwards.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/games/bitboard.h"
#include "rules/games/othello_discs.h"

namespace boardworth {

namespace othello_stability {

// By own and opponent's discs on an edge: own discs that no sequence of moves can turn.
class EdgeTable {
  public:
    EdgeTable() {
        for (int own = 0; own < 256; ++own)
            for (int opponent = 0; opponent < 256; ++opponent)
                if ((own & opponent) == 0) stable(own, opponent);
    }

    [[nodiscard]] std::uint8_t operator()(Bitboard own, Bitboard opponent) const {
        return table_[own & 255][opponent & 255];
    }

  private:
    // Discs are stable if they are so after every next disc of either colour on the edge.
    int stable(int own, int opponent) {
        const auto at_own = static_cast<std::size_t>(own);
        const auto at_opponent = static_cast<std::size_t>(opponent);
        if (known_[at_own][at_opponent]) return table_[at_own][at_opponent];
        int left = own;
        for (int square = 0; square < 8; ++square) {
            const int disc = 1 << square;
            if ((own | opponent) & disc) continue;
            const int ours = turned(own, opponent, square), theirs = turned(opponent, own, square);
            left &= stable(own | ours | disc, opponent & ~ours);
            left &= stable(own & ~theirs, opponent | theirs | disc);
        }
        known_[at_own][at_opponent] = true;
        table_[at_own][at_opponent] = static_cast<std::uint8_t>(left);
        return left;
    }

    static int turned(int own, int opponent, int square) {
        int all = 0;
        for (const int step : {-1, 1}) {
            int run = 0, at = square + step;
            for (; at >= 0 && at < 8 && (opponent >> at & 1); at += step) run |= 1 << at;
            if (at >= 0 && at < 8 && (own >> at & 1)) all |= run;
        }
        return all;
    }

    std::array<std::array<std::uint8_t, 256>, 256> table_{};
    std::array<std::array<bool, 256>, 256> known_{};
};

inline const EdgeTable edge_table;

// Column a as eight bits, from row 1 on, and back.
constexpr Bitboard column_bits(Bitboard b) {
    return (b & 0x0101010101010101) * 0x0102040810204080 >> 56;
}
// The last bit goes its own way: with the first one it would carry.
constexpr Bitboard column_squares(Bitboard bits) {
    return ((bits & 127) * 0x0002040810204081 & 0x0101010101010101) | bits >> 7 << 56;
}

inline Bitboard stable_on_edges(Bitboard own, Bitboard opponent) {
    const Bitboard top = edge_table(own, opponent);
    const Bitboard bottom = edge_table(own >> 56, opponent >> 56);
    const Bitboard left = edge_table(column_bits(own), column_bits(opponent));
    const Bitboard right = edge_table(column_bits(own >> 7), column_bits(opponent >> 7));
    return top | bottom << 56 | column_squares(left) | column_squares(right) << 7;
}

}  // namespace othello_stability

// Own discs that can never be turned. A disc is safe along an axis if the whole line is full, if it
// stands where the line ends, or if a neighbour on the line is stable itself.
inline Bitboard stable_discs(Bitboard own, Bitboard opponent) {
    using othello_wide::Axes;
    using othello_wide::steps;
    constexpr Bitboard a = 0x0101010101010101, h = a << 7, sides = a | h;
    constexpr Bitboard ends = 0xFF000000000000FF;
    constexpr Axes borders{sides, ends, sides | ends, sides | ends};
    // What a step of 1, 2 or 4 squares may not reach, as it would have wrapped round the board:
    // axis by axis for across, down and the two diagonals.
    constexpr Bitboard left2 = a | a << 1, left4 = left2 | left2 << 2;
    constexpr Bitboard right2 = h | h >> 1, right4 = right2 | right2 >> 2;
    constexpr Axes up1{~a, ~0ull, ~h, ~a}, down1{~h, ~0ull, ~a, ~h};
    constexpr Axes up2{~left2, ~0ull, ~right2, ~left2}, down2{~right2, ~0ull, ~left2, ~right2};
    constexpr Axes up4{~left4, ~0ull, ~right4, ~left4}, down4{~right4, ~0ull, ~left4, ~right4};

    Bitboard stable = othello_stability::stable_on_edges(own, opponent);
    const Axes empty = Axes{} + ~(own | opponent);
    Axes up = empty | ((empty << steps) & up1), down = empty | ((empty >> steps) & down1);
    up |= (up << (2 * steps)) & up2;
    down |= (down >> (2 * steps)) & down2;
    up |= (up << (4 * steps)) & up4;
    down |= (down >> (4 * steps)) & down4;
    const Axes safe_lines = ~(up | down) | borders;
    for (Bitboard before = ~stable; stable != before;) {
        before = stable;
        const Axes known = Axes{} + stable;
        const Axes safe = safe_lines | (known << steps) | (known >> steps);
        stable |= own & safe[0] & safe[1] & safe[2] & safe[3];
    }
    return stable;
}

}  // namespace boardworth
