// A position of shogi: where all pieces are, kept in several ways for speed. 272 bytes are copied
// for every move, which takes about as long as putting one piece.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/games/shogi/attacks.h"
#include "rules/games/shogi/pieces.h"
#include "rules/games/shogi/square_set.h"

namespace boardworth::shogi {

// Random words whose exclusive sum is a position's hash.
struct Zobrist {
    std::array<std::array<std::uint64_t, squares>, square_values> pieces;  // by piece and square
    // By side, kind and how many are in hand.
    std::array<std::array<std::array<std::uint64_t, 19>, hand_kinds + 1>, 2> hands;
    std::uint64_t gote_moves;
    std::uint64_t declared;
};
extern const Zobrist zobrist;

struct Position {
    std::array<SquareSet, ways> moving{};  // by the way in which pieces move
    std::array<SquareSet, 2> of{};         // by side
    std::uint64_t hash = 0;
    std::array<std::array<std::uint8_t, hand_kinds + 1>, 2> hands{};  // by side and kind
    std::array<std::uint8_t, squares> pieces = no_pieces();
    std::array<std::uint8_t, 2> kings{no_square, no_square};  // by side; problems may leave one out
    std::uint8_t mover = sente;
    bool declared = false;  // the game has ended: the side that was to move has declared its win

    bool operator==(const Position&) const = default;

    [[nodiscard]] SquareSet occupied() const { return of[sente] | of[gote]; }
    [[nodiscard]] int piece(int square) const { return pieces[static_cast<std::size_t>(square)]; }
    [[nodiscard]] int in_hand(int side, int kind) const {
        return hands[static_cast<std::size_t>(side)][static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] int king_of(int side) const { return kings[static_cast<std::size_t>(side)]; }
    [[nodiscard]] SquareSet pieces_of(int side, int way) const {
        return of[static_cast<std::size_t>(side)] & moving[static_cast<std::size_t>(way)];
    }

    void put(int square, int new_piece) {
        toggle(square, new_piece);
        pieces[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(new_piece);
        if (kind_of(new_piece) == king)
            kings[static_cast<std::size_t>(side_of(new_piece))] = static_cast<std::uint8_t>(square);
    }
    // Leaves the square to be put on, or to be declared empty by `clear`.
    void lift(int square) { toggle(square, piece(square)); }
    void clear(int square) {
        lift(square);
        pieces[static_cast<std::size_t>(square)] = empty;
    }
    void add_to_hand(int side, int kind, int count) {
        auto& held = hands[static_cast<std::size_t>(side)][static_cast<std::size_t>(kind)];
        const auto& words =
            zobrist.hands[static_cast<std::size_t>(side)][static_cast<std::size_t>(kind)];
        hash ^= words[held];
        held = static_cast<std::uint8_t>(held + count);
        hash ^= words[held];
    }
    void pass_the_turn() {
        mover ^= 1;
        hash ^= zobrist.gote_moves;
    }
    void declare() {
        declared = true;
        hash ^= zobrist.declared;
    }

  private:
    static constexpr std::array<std::uint8_t, squares> no_pieces() {
        std::array<std::uint8_t, squares> board{};
        board.fill(empty);
        return board;
    }
    void toggle(int square, int changed) {
        const SquareSet here = single(square);
        const int kind = kind_of(changed);
        of[static_cast<std::size_t>(side_of(changed))] ^= here;
        moving[static_cast<std::size_t>(way_of[static_cast<std::size_t>(kind)])] ^= here;
        if (has_king_steps_too(kind)) moving[king_steps] ^= here;
        hash ^= zobrist.pieces[static_cast<std::size_t>(changed)][static_cast<std::size_t>(square)];
    }
};

// Pieces of a side that attack a square by a step or a jump.
inline SquareSet stepping_attackers(const Position& p, int by, int square) {
    const int other = by ^ 1;
    return p.of[static_cast<std::size_t>(by)] &
           ((steps_from(other, pawn, square) & p.moving[pawn]) |
            (steps_from(other, knight, square) & p.moving[knight]) |
            (steps_from(other, silver, square) & p.moving[silver]) |
            (steps_from(other, gold, square) & p.moving[gold]) |
            (steps_from(other, king_steps, square) & p.moving[king_steps]));
}
// Pieces of a side that would slide to a square if nothing stood between.
inline SquareSet sliders_towards(const Position& p, int by, int square) {
    return p.of[static_cast<std::size_t>(by)] &
           ((at(attack_tables.bishop_rays, square) & p.moving[bishop]) |
            (at(attack_tables.rook_rays, square) & p.moving[rook]) |
            (lance_ray(by ^ 1, square) & p.moving[lance]));
}
// Whether a side attacks a square over a board that may differ from the position's.
inline bool attacked(const Position& p, int by, int square, SquareSet occupied) {
    if (stepping_attackers(p, by, square).any()) return true;
    for (SquareSet sliders = sliders_towards(p, by, square); sliders.any();)
        if (!(between(square, sliders.pop()) & occupied).any()) return true;
    return false;
}
inline bool in_check(const Position& p, int side) {
    return attacked(p, side ^ 1, p.king_of(side), p.occupied());
}

// Where a side's pieces promote, and where its pawns and lances, or also its knights, cannot stand.
template <int side>
inline constexpr SquareSet camp = side == sente ? rank_set(0, 2) : rank_set(6, 8);
template <int side>
inline constexpr SquareSet last_rank = side == sente ? rank_set(0, 0) : rank_set(8, 8);
template <int side>
inline constexpr SquareSet last_two_ranks = side == sente ? rank_set(0, 1) : rank_set(7, 8);

}  // namespace boardworth::shogi
