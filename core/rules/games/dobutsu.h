// Dobutsu shogi (animal shogi, "Let's catch the lion!") on three by four squares: pieces in hand,
// drops, promotion and repetition on the smallest board that has them.
//
// A position is kept as its mover sees it, who plays towards row 1: gote sees the board turned
// around. Whose turn it is therefore only matters where squares are named.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rules/game.h"
#include "rules/games/dobutsu_board.h"
#include "rules/terms.h"

namespace boardworth {

struct DobutsuPosition {
    dobutsu::Squares squares;  // as the mover sees them
    std::uint16_t hands;       // two bits for each kind: the mover's, then the opponent's
    std::uint8_t mover;        // 0 sente, 1 gote

    [[nodiscard]] int in_hand(int owner, int kind) const {
        return hands >> 2 * (dobutsu::hand_kinds * owner + kind) & 3;
    }
    bool operator==(const DobutsuPosition&) const = default;
};

class Dobutsu {
  public:
    using Position = DobutsuPosition;
    using Move = std::uint8_t;  // 12 * from + to, or first_drop + 12 * kind + to; squares from a1
    static constexpr Move first_drop = dobutsu::squares * dobutsu::squares;
    static constexpr Move last_move = first_drop + dobutsu::hand_kinds * dobutsu::squares - 1;
    // Pieces have at most 36 steps together, and three kinds can be dropped on ten squares.
    using Moves = MoveList<Move, 66>;

    static constexpr std::string_view name = "dobutsu";
    static constexpr std::array<std::string_view, 2> players{"sente", "gote"};
    static constexpr std::string_view symbols = "lgehc-CHEGL";
    static constexpr std::string_view view_symbols = symbols;
    static constexpr Board board{dobutsu::columns, dobutsu::rows};
    static constexpr std::array<std::string_view, 6> loose_names{
        "own chicks in hand",      "own elephants in hand",      "own giraffes in hand",
        "opponent chicks in hand", "opponent elephants in hand", "opponent giraffes in hand"};
    static constexpr int atoms = dobutsu::squares + static_cast<int>(loose_names.size());
    static constexpr int values(int atom) { return is_square(atom % atoms) ? 11 : 3; }
    static std::span<const std::string_view> value_names(int atom);
    static constexpr bool mirrored = false;  // gote sees the board turned around
    static constexpr bool alternates = true;
    static constexpr int symmetries = 2;  // the identity, and left for right
    static constexpr int max_score = 1;
    static constexpr bool bounded = false;
    static constexpr int usual_length = 13;  // of random games
    static constexpr bool perft_counts_finished_games = false;
    static constexpr std::size_t packed_size = 8;

    // A position that occurs for the third time ends the game. No move makes the positions before
    // it unreachable: captured pieces come back.
    static constexpr int max_repetitions = 3;
    [[nodiscard]] int repetition_score(const Position&) const { return 0; }

    [[nodiscard]] Position start() const;
    [[nodiscard]] int mover(const Position& p) const { return p.mover; }
    [[nodiscard]] Moves legal_moves(const Position& p) const;
    [[nodiscard]] bool over(const Position& p) const { return decided(p) != 0 || !can_move(p); }
    // A player without a move, which hardly can be, has lost.
    [[nodiscard]] int score(const Position& p) const {
        const int result = decided(p);
        return result != 0 ? result : -1;
    }
    // The more pieces are in hand, the more the next drop counts. It falls when pieces are dropped.
    static constexpr int max_progress = 6;
    [[nodiscard]] int progress(const Position& p) const;
    [[nodiscard]] std::uint64_t key(const Position& p) const {
        std::uint64_t h = bits(p) * 0x9E3779B97F4A7C15;
        h = (h ^ h >> 32) * 0xD6E8FEB86659FD93;
        return h ^ h >> 32;
    }

    // What the search may know (search/hooks.h): captures, a lion that arrives safely, and a lion
    // that is attacked.
    [[nodiscard]] bool noisy(const Position& p, Move move) const;
    [[nodiscard]] int noisy_order(const Position& p, Move move) const;
    [[nodiscard]] bool in_check(const Position& p) const {
        const int own = p.squares.find(dobutsu::lion);
        return own >= 0 && dobutsu::reached(p.squares.turned(), dobutsu::across(own));
    }

    // What evaluations may ask (rules/terms.h): the moves that each side would have if it were its
    // turn, and pieces on the board and in hand.
    static constexpr std::array<Term, 2> terms{{{"mobility", "moves"}, {"pieces", "pieces"}}};
    [[nodiscard]] TermCounts term(const Position& p, std::size_t number) const {
        const Position other = turned(p);
        if (number == 1) return {own_pieces(p), own_pieces(other)};
        return {static_cast<int>(legal_moves(p).size()),
                static_cast<int>(legal_moves(other).size())};
    }

    template <class OnChange>
    [[nodiscard]] Position play_unchecked(const Position& p, Move move, OnChange&& on_change) const;

    [[nodiscard]] int fact(const Position& p, int fact) const;
    [[nodiscard]] int atom_image(int symmetry, int atom) const {
        if (symmetry == 0 || !is_square(atom)) return atom;
        return atom + dobutsu::columns - 1 - 2 * (atom % dobutsu::columns);
    }
    [[nodiscard]] Move move_image(int symmetry, Move move) const;
    [[nodiscard]] Position image(int symmetry, const Position& p) const {
        return {symmetry == 0 ? p.squares : dobutsu::left_for_right(p.squares), p.hands, p.mover};
    }
    [[nodiscard]] Position first_to_move(const Position& p) const {
        return {p.squares, p.hands, 0};
    }

    [[nodiscard]] std::array<std::uint8_t, packed_size> pack(const Position& p) const;
    [[nodiscard]] Position unpack(std::span<const std::uint8_t> packed) const;

    // As SFEN: rows from sente's far side on, the side to move (b: sente, w: gote) and the pieces
    // in hand, "gle/1c1/1C1/ELG b -". Hens are H or +C; a number of moves may follow.
    [[nodiscard]] std::string text(const Position& p) const;
    [[nodiscard]] Position parse(std::string_view text) const;

    // The piece, where it goes, and no more than is needed to tell it from others: "Cb2", "Cxb2"
    // where it captures, "Cb1+" where it promotes, "Gb2a2" where another giraffe could go to a2,
    // "C*b2" for a drop. What is not legal is written by its squares alone, "b3b2".
    // `parse_move` reads all of them: the origin may always be given, x and + may be left out.
    [[nodiscard]] std::string move_text(const Position& p, Move move) const;
    [[nodiscard]] Move parse_move(const Position& p, std::string_view text) const;

  private:
    static constexpr bool is_square(int atom) { return atom < dobutsu::squares; }
    // A square as the mover sees it, or back.
    static int seen(const Position& p, int square) {
        return p.mover == 0 ? square : dobutsu::across(square);
    }
    static std::uint64_t bits(const Position& p) {
        return p.squares.bits | std::uint64_t{p.hands} << 48 | std::uint64_t{p.mover} << 60;
    }
    // The same pieces, the other player to move.
    static Position turned(const Position& p) {
        return {p.squares.turned(),
                static_cast<std::uint16_t>((p.hands >> 6 | p.hands << 6) & 0xFFF),
                static_cast<std::uint8_t>(1 - p.mover)};
    }
    static int own_pieces(const Position& p);
    static int decided(const Position& p);
    static bool can_move(const Position& p);
    static void check(const Position& p, const std::string& subject);
    [[nodiscard]] Move only_move(const Position& p, char piece, int to,
                                 std::string_view text) const;
};

template <class OnChange>
Dobutsu::Position Dobutsu::play_unchecked(const Position& p, Move move,
                                          OnChange&& on_change) const {
    using namespace dobutsu;
    const int own_view = p.mover * atoms, other_view = atoms - own_view;
    Position next = p;
    const auto put = [&](int square, int piece) {
        const int difference = piece - next.squares[square];
        on_change(own_view + square, difference);
        on_change(other_view + across(square), -difference);
        next.squares.put(square, piece);
    };
    const auto to_hand = [&](int kind, int count) {
        on_change(own_view + dobutsu::squares + kind, count);
        on_change(other_view + dobutsu::squares + hand_kinds + kind, count);
        next.hands = static_cast<std::uint16_t>(next.hands + (count << 2 * kind));
    };
    const int to = seen(p, move % dobutsu::squares);
    if (move >= first_drop) {
        const int kind = (move - first_drop) / dobutsu::squares;
        to_hand(kind, -1);
        put(to, dropped[static_cast<std::size_t>(kind)]);
    } else {
        const int from = seen(p, move / dobutsu::squares);
        const int piece = p.squares[from], taken = p.squares[to];
        put(from, empty);
        put(to, piece == chick && is_last_row(to) ? hen : piece);
        if (taken != empty && taken != of_opponent(lion)) to_hand(hand_kind(taken), 1);
    }
    return turned(next);
}

}  // namespace boardworth
