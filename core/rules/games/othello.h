// Othello on bitboards. A position names its discs by the side to move, so that no rule asks for
// the colour; passes are moves of their own.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rules/game.h"
#include "rules/games/bitboard.h"
#include "rules/games/othello_discs.h"
#include "rules/games/square_text.h"
#include "rules/terms.h"

namespace boardworth {

struct OthelloPosition {
    Bitboard own;
    Bitboard opponent;
    std::uint8_t mover;  // 0 black, 1 white

    [[nodiscard]] Bitboard empty() const { return ~(own | opponent); }
    bool operator==(const OthelloPosition&) const = default;
};

class Othello {
  public:
    using Position = OthelloPosition;
    using Move = std::uint8_t;  // a square, or pass
    static constexpr Move pass = 64;
    static constexpr Move last_move = pass;

    static constexpr std::string_view name = "othello";
    static constexpr std::array<std::string_view, 2> players{"black", "white"};
    static constexpr std::string_view symbols = "O-X";       // by fact, the first player's view
    static constexpr std::string_view view_symbols = "o-x";  // the mover's view
    static std::span<const std::string_view> value_names(int) { return disc_values; }
    static constexpr std::string_view move_pattern = "[A-Ha-h][1-8]|pass|--|p[as]";
    static constexpr Board board{8, 8};
    static constexpr int atoms = 64;
    static constexpr int values(int) { return 3; }
    static constexpr bool mirrored = true;
    static constexpr bool alternates = true;
    static constexpr int symmetries = 8;
    static constexpr int max_score = 64;
    static constexpr int max_progress = 60;
    static constexpr bool bounded = true;
    static constexpr int usual_length = max_progress;
    static constexpr bool perft_counts_finished_games = true;
    static constexpr std::size_t packed_size = 17;

    static constexpr Bitboard corners = 0x8100000000000081;

    [[nodiscard]] Position start() const;
    [[nodiscard]] int mover(const Position& p) const { return p.mover; }
    [[nodiscard]] MoveList<Move, 60> legal_moves(const Position& p) const {
        MoveList<Move, 60> moves;
        const Bitboard squares = mobility(p.own, p.opponent);
        each_square(squares, [&](int square) { moves.push_back(static_cast<Move>(square)); });
        if (squares == 0 && mobility(p.opponent, p.own) != 0) moves.push_back(pass);
        return moves;
    }
    [[nodiscard]] int move_count(const Position& p) const {
        const int squares = std::popcount(mobility(p.own, p.opponent));
        return squares == 0 && mobility(p.opponent, p.own) != 0 ? 1 : squares;
    }
    [[nodiscard]] bool over(const Position& p) const {
        return mobility(p.own, p.opponent) == 0 && mobility(p.opponent, p.own) == 0;
    }
    [[nodiscard]] int score(const Position& p) const;
    // Boards given by hand may have fewer discs than a game starts with.
    [[nodiscard]] int progress(const Position& p) const {
        return std::max(0, max_progress - std::popcount(p.empty()));
    }
    // The own discs are mixed twice: after one multiplication those of the last rows change so few
    // bits that discs of the opponent's make up for them.
    [[nodiscard]] std::uint64_t key(const Position& p) const {
        std::uint64_t h = p.own * 0x9E3779B97F4A7C15;
        h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93;
        h = (h ^ (h >> 32) ^ p.opponent) * 0xD6E8FEB86659FD93 + p.mover;
        h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93;
        return h ^ (h >> 32);
    }

    // What the search may know (search/hooks.h): passes do not bring the end nearer, a move that
    // leaves few replies is often good and always quickly searched, and quiescence is about corners
    // (Buro 1995).
    [[nodiscard]] int plies_left(const Position& p) const { return std::popcount(p.empty()); }
    [[nodiscard]] int extension(const Position&, Move move) const { return move == pass ? 1 : 0; }
    [[nodiscard]] int order_score(const Position&, Move, const Position& after) const {
        const Bitboard replies = mobility(after.own, after.opponent);
        return -100 * (std::popcount(replies) + std::popcount(replies & corners));
    }
    static constexpr bool quiescence_by_default = false;
    [[nodiscard]] bool noisy(const Position&, Move move) const {
        return move != pass && (bit(move) & corners) != 0;
    }

    // What evaluations may ask (rules/terms.h). Mobility counts the squares where each side could
    // play if it were its turn, potential mobility the empty squares next to the other side's discs
    // (Buro 1995). Parity is 1 where an odd number of squares is empty, so that the mover fills the
    // last one unless there is a pass, and -1 elsewhere. Empty squares that touch, be it at a
    // corner, are one region.
    static constexpr std::array<Term, 5> terms{{{"mobility", "moves"},
                                                {"potential mobility", "squares"},
                                                {"parity", ""},
                                                {"odd regions", ""},
                                                {"discs", "discs"}}};
    [[nodiscard]] TermCounts term(const Position& p, std::size_t number) const {
        const Bitboard empty = p.empty();
        switch (number) {
            case 0:
                return {std::popcount(mobility(p.own, p.opponent)),
                        std::popcount(mobility(p.opponent, p.own))};
            case 1:
                return {std::popcount(empty & with_neighbours(p.opponent)),
                        std::popcount(empty & with_neighbours(p.own))};
            case 2:
                return {std::popcount(empty) % 2 == 1 ? 1 : -1};
            case 3:
                return {odd_regions(empty)};
            default:
                return {std::popcount(p.own), std::popcount(p.opponent)};
        }
    }

    template <class OnChange>
    [[nodiscard]] Position play_unchecked(const Position& p, Move move, OnChange&& on_change) const;

    [[nodiscard]] int fact(const Position& p, int square) const {
        const int own = static_cast<int>(p.own >> square & 1);
        const int opponent = static_cast<int>(p.opponent >> square & 1);
        return 1 + (p.mover == 0 ? own - opponent : opponent - own);
    }
    [[nodiscard]] int atom_image(int symmetry, int square) const {
        return std::countr_zero(square_image(symmetry, bit(square)));
    }
    [[nodiscard]] Move move_image(int symmetry, Move move) const {
        return move == pass ? pass : static_cast<Move>(atom_image(symmetry, move));
    }
    [[nodiscard]] Position image(int symmetry, const Position& p) const {
        return {square_image(symmetry, p.own), square_image(symmetry, p.opponent), p.mover};
    }
    [[nodiscard]] Position first_to_move(const Position& p) const { return {p.own, p.opponent, 0}; }

    [[nodiscard]] std::array<std::uint8_t, packed_size> pack(const Position& p) const;
    [[nodiscard]] Position unpack(std::span<const std::uint8_t> packed) const;
    [[nodiscard]] std::string text(const Position& p) const;
    [[nodiscard]] Position parse(std::string_view text) const;
    [[nodiscard]] std::string move_text(const Position& p, Move move) const;
    [[nodiscard]] Move parse_move(const Position& p, std::string_view text) const;
};

template <class OnChange>
Othello::Position Othello::play_unchecked(const Position& p, Move move,
                                          OnChange&& on_change) const {
    const auto other = static_cast<std::uint8_t>(1 - p.mover);
    if (move == pass) return {p.opponent, p.own, other};
    const Bitboard turned = flips(p.own, p.opponent, move);
    const int gain = p.mover == 0 ? 1 : -1;
    on_change(static_cast<int>(move), gain);
    each_square(turned, [&](int square) { on_change(square, 2 * gain); });
    return {p.opponent ^ turned, p.own | turned | bit(move), other};
}

}  // namespace boardworth
