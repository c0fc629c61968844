// Tic-tac-toe: the smallest model of the game contract, on which everything can be checked by hand.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rules/game.h"
#include "rules/games/square_text.h"

namespace boardworth {

struct TicTacToePosition {
    std::uint16_t own;
    std::uint16_t opponent;
    std::uint8_t mover;  // 0 x, 1 o
    bool operator==(const TicTacToePosition&) const = default;
};

class TicTacToe {
  public:
    using Position = TicTacToePosition;
    using Move = std::uint8_t;
    static constexpr Move last_move = 8;

    static constexpr std::string_view name = "tic_tac_toe";
    static constexpr std::array<std::string_view, 2> players{"x", "o"};
    static constexpr std::string_view symbols = "o-x";
    static constexpr std::string_view view_symbols = symbols;
    static std::span<const std::string_view> value_names(int) { return disc_values; }
    static constexpr std::string_view move_pattern = "[A-Ca-c][1-3]";
    static constexpr Board board{3, 3};
    static constexpr int atoms = 9;
    static constexpr int values(int) { return 3; }
    static constexpr bool mirrored = true;
    static constexpr bool alternates = true;
    static constexpr int symmetries = 8;
    static constexpr int max_score = 1;
    static constexpr int max_progress = 9;
    static constexpr bool bounded = true;
    static constexpr int usual_length = max_progress;
    static constexpr bool perft_counts_finished_games = false;
    static constexpr std::size_t packed_size = 5;

    [[nodiscard]] Position start() const { return {0, 0, 0}; }
    [[nodiscard]] int mover(const Position& p) const { return p.mover; }
    [[nodiscard]] MoveList<Move, 9> legal_moves(const Position& p) const {
        MoveList<Move, 9> moves;
        if (!has_line(p.opponent))
            for (Move square = 0; square < 9; ++square)
                if (((p.own | p.opponent) >> square & 1) == 0) moves.push_back(square);
        return moves;
    }
    [[nodiscard]] bool over(const Position& p) const {
        return has_line(p.opponent) || (p.own | p.opponent) == 0x1FF;
    }
    [[nodiscard]] int score(const Position& p) const { return has_line(p.opponent) ? -1 : 0; }
    [[nodiscard]] int progress(const Position& p) const {
        return std::popcount(static_cast<unsigned>(p.own | p.opponent));
    }
    [[nodiscard]] std::uint64_t key(const Position& p) const {
        return (p.own + (std::uint64_t{p.opponent} << 9) + (std::uint64_t{p.mover} << 18) + 1) *
               0x9E3779B97F4A7C15;
    }

    // What the search may know (search/hooks.h): a move that wins must not be overlooked, nor one
    // that the opponent threatens.
    [[nodiscard]] int plies_left(const Position& p) const { return max_progress - progress(p); }
    [[nodiscard]] bool noisy(const Position& p, Move move) const {
        return has_line(p.own | 1u << move);
    }
    [[nodiscard]] int noisy_order(const Position& p, Move move) const {
        return has_line(p.own | 1u << move) ? 1 : 0;
    }
    [[nodiscard]] bool in_check(const Position& p) const {
        for (unsigned square = 0; square < 9; ++square)
            if (((p.own | p.opponent) >> square & 1) == 0 && has_line(p.opponent | 1u << square))
                return true;
        return false;
    }

    template <class OnChange>
    [[nodiscard]] Position play_unchecked(const Position& p, Move move,
                                          OnChange&& on_change) const {
        on_change(static_cast<int>(move), p.mover == 0 ? 1 : -1);
        return {p.opponent, static_cast<std::uint16_t>(p.own | 1 << move),
                static_cast<std::uint8_t>(1 - p.mover)};
    }

    [[nodiscard]] int fact(const Position& p, int square) const {
        const int difference = (p.own >> square & 1) - (p.opponent >> square & 1);
        return 1 + (p.mover == 0 ? difference : -difference);
    }
    [[nodiscard]] int atom_image(int symmetry, int square) const {
        int column = square % 3, row = square / 3;
        if (symmetry & 1) column = 2 - column;
        if (symmetry & 2) row = 2 - row;
        return symmetry & 4 ? 3 * column + row : 3 * row + column;
    }
    [[nodiscard]] Move move_image(int symmetry, Move move) const {
        return static_cast<Move>(atom_image(symmetry, move));
    }
    [[nodiscard]] Position image(int symmetry, const Position& p) const;
    [[nodiscard]] Position first_to_move(const Position& p) const { return {p.own, p.opponent, 0}; }

    [[nodiscard]] std::array<std::uint8_t, packed_size> pack(const Position& p) const;
    [[nodiscard]] Position unpack(std::span<const std::uint8_t> packed) const;
    [[nodiscard]] std::string text(const Position& p) const;
    [[nodiscard]] Position parse(std::string_view text) const;
    [[nodiscard]] std::string move_text(const Position& p, Move move) const;
    [[nodiscard]] Move parse_move(const Position& p, std::string_view text) const;

  private:
    static bool has_line(unsigned squares) {
        constexpr std::array<unsigned, 8> lines{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
        for (const unsigned line : lines)
            if ((squares & line) == line) return true;
        return false;
    }
};

}  // namespace boardworth
