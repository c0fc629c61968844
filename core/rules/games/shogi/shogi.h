// Shogi: drops, promotion, pawn-drop mate, repetition and perpetual check, and the declaration of a
// win by an entered king.
//
// A declaration is a move (`win`, as in USI) after which the game is over, so that whatever plays
// the game can make it. Those by 24 points, which draw, are agreed upon by players: no rule here.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/game.h"
#include "rules/games/shogi/moves.h"
#include "rules/games/shogi/names.h"
#include "rules/games/shogi/position.h"
#include "rules/games/shogi/tactics.h"
#include "rules/terms.h"

namespace boardworth {

class Shogi {
  public:
    using Position = shogi::Position;
    using Move = shogi::Move;
    using Moves = shogi::Moves;
    static constexpr Move last_move = shogi::last_move;

    static constexpr std::string_view name = "shogi";
    static constexpr std::array<std::string_view, 2> players{"sente", "gote"};
    static constexpr auto& symbols = shogi::piece_symbols;
    static constexpr auto& view_symbols = shogi::piece_symbols;
    static constexpr auto& unicode_symbols = shogi::piece_characters;
    static constexpr Board board{shogi::files, shogi::ranks};
    static constexpr auto& column_names = shogi::file_names;
    static constexpr auto& row_names = shogi::rank_names;
    static constexpr auto& loose_names = shogi::hand_names;
    static constexpr int atoms = shogi::squares + 2 * shogi::hand_kinds;
    static constexpr int values(int atom) {
        if (atom % atoms < shogi::squares) return shogi::square_values;
        return shogi::pieces_in_game[static_cast<std::size_t>(hand_kind(atom % atoms))] + 1;
    }
    static std::span<const std::string_view> value_names(int atom);
    static constexpr bool mirrored = false;  // gote sees the board turned around
    static constexpr bool alternates = true;
    static constexpr int symmetries = 2;  // the identity, and left for right
    static constexpr int max_score = 1;
    static constexpr bool bounded = false;
    static constexpr int usual_length = 120;
    static constexpr bool perft_counts_finished_games = false;
    static constexpr std::size_t packed_size = 36;

    // A position that occurs for the fourth time ends the game. No move makes the positions before
    // it unreachable for good: captured pieces come back.
    static constexpr int max_repetitions = 4;
    // A side whose every move since the first occurrence has given check loses; else it is a draw.
    // `earlier` are the keys of the positions before this one.
    [[nodiscard]] int repetition_score(const Position& p,
                                       std::span<const std::uint64_t> earlier) const;

    [[nodiscard]] Position start() const;
    [[nodiscard]] int mover(const Position& p) const { return p.mover; }
    [[nodiscard]] Moves legal_moves(const Position& p) const { return shogi::legal_moves(p); }
    [[nodiscard]] bool over(const Position& p) const { return !shogi::any_move(p); }
    // A player without a move has lost, in check or not.
    [[nodiscard]] int score(const Position&) const { return -1; }
    // Pieces in hand, and pieces in the opponent's camp.
    static constexpr int max_progress = shogi::max_pieces;
    [[nodiscard]] int progress(const Position& p) const;
    // The lowest bit tells whether the mover is in check: keys tell who has given perpetual check.
    [[nodiscard]] std::uint64_t key(const Position& p) const { return key(p, in_check(p)); }
    [[nodiscard]] std::uint64_t key(const Position& p, bool checked) const {
        return (p.hash & ~std::uint64_t{1}) | (checked ? 1 : 0);
    }

    // What the search may know (search/hooks.h): captures and promotions are noisy.
    [[nodiscard]] bool noisy(const Position& p, Move move) const {
        return move < shogi::first_drop ? p.piece(shogi::to_of(move)) != shogi::empty
                                        : shogi::is_promotion(move);
    }
    [[nodiscard]] int noisy_order(const Position& p, Move move) const;
    [[nodiscard]] bool in_check(const Position& p) const { return shogi::in_check(p, p.mover); }
    static constexpr int evasion_plies = 2;
    static constexpr int noisy_plies = 6;
    [[nodiscard]] std::uint64_t table_key(const Position& p) const { return p.hash; }
    [[nodiscard]] Moves noisy_moves(const Position& p) const { return shogi::noisy_moves(p); }
    [[nodiscard]] int gain(const Position& p, Move move) const { return shogi::gain(p, move); }
    [[nodiscard]] int exchange(const Position& p, Move move) const {
        return shogi::exchange(p, move);
    }
    [[nodiscard]] bool loses_exchange(const Position& p, Move move) const {
        return shogi::loses_exchange(p, move);
    }
    [[nodiscard]] bool gives_check(const Position& p, Move move) const {
        return shogi::gives_check(p, move);
    }
    [[nodiscard]] int goal(Move move) const { return shogi::to_of(move); }
    // A free move is nearly always worth something.
    [[nodiscard]] bool may_pass(const Position&) const { return true; }
    template <class OnChange>
    [[nodiscard]] Position pass(const Position& p, OnChange&& /*on_change*/) const {
        Position next = p;
        next.pass_the_turn();
        return next;
    }
    [[nodiscard]] std::vector<std::pair<Position, int>> handicaps() const;

    // What evaluations may ask (rules/terms.h): the squares that each side's pieces attack and do
    // not stand on, piece by piece, and pieces on the board and in hand.
    static constexpr std::array<Term, 2> terms{{{"mobility", "moves"}, {"pieces", "pieces"}}};
    [[nodiscard]] TermCounts term(const Position& p, std::size_t number) const;

    template <class OnChange>
    [[nodiscard]] Position play_unchecked(const Position& p, Move move, OnChange&& on_change) const;

    [[nodiscard]] int fact(const Position& p, int fact) const;
    [[nodiscard]] int atom_image(int symmetry, int atom) const {
        if (symmetry == 0 || atom >= shogi::squares) return atom;
        return atom + shogi::files - 1 - 2 * (atom % shogi::files);
    }
    [[nodiscard]] Move move_image(int symmetry, Move move) const;
    [[nodiscard]] Position image(int symmetry, const Position& p) const;
    // Only the points for a declaration, 28 and 27, then are not the same.
    [[nodiscard]] Position first_to_move(const Position& p) const;

    [[nodiscard]] std::array<std::uint8_t, packed_size> pack(const Position& p) const;
    [[nodiscard]] Position unpack(std::span<const std::uint8_t> packed) const;

    // SFEN, with 1 for the number of the next move, which is no part of a position, or with "win"
    // after a declaration. `parse` also reads "startpos", and handicaps by name (handicaps.h).
    [[nodiscard]] std::string text(const Position& p) const;
    [[nodiscard]] Position parse(std::string_view text) const;

    // The piece, where it goes, and no more than is needed to tell it from others: "P-7f", "Bx2b+"
    // where it captures and promotes, "N-6c=" where it could promote, "G4i-5h" where another gold
    // could go to 5h, "P*5e" for a drop, "win" for a declaration. What is not legal is written as
    // in USI, "7g7f". `parse_move` reads both; in the former the origin may always be given.
    [[nodiscard]] std::string move_text(const Position& p, Move move) const;
    [[nodiscard]] Move parse_move(const Position& p, std::string_view text) const;

    // "7g7f", "8h2b+", "P*5e", "win".
    [[nodiscard]] static std::string usi(Move move);

  private:
    static constexpr int hand_kind(int atom) {
        return (atom - shogi::squares) % shogi::hand_kinds + 1;
    }
    // The atom of a square, seen by sente, and back.
    static constexpr int atom_of(int square) {
        return shogi::files * shogi::rank_of(square) + shogi::files - 1 - shogi::file_of(square);
    }
    static constexpr int square_of(int atom) {
        return shogi::square_at(shogi::files - 1 - atom % shogi::files, atom / shogi::files);
    }
    template <class OnChange>
    class Telling;
};

// Changes a position and tells what changes in the facts of both views.
template <class OnChange>
class Shogi::Telling {
  public:
    Telling(Position& p, OnChange& on_change) : p_(p), on_change_(on_change) {}

    void put(int square, int piece) {
        tell(square, piece - p_.piece(square));
        if (p_.piece(square) != shogi::empty) p_.lift(square);
        p_.put(square, piece);
    }
    void clear(int square) {
        tell(square, shogi::empty - p_.piece(square));
        p_.clear(square);
    }
    void to_hand(int side, int kind, int count) {
        for (const int view : {0, 1})
            on_change_(atoms * view + shogi::squares + shogi::hand_kinds * (side ^ view) + kind - 1,
                       count);
        p_.add_to_hand(side, kind, count);
    }

  private:
    void tell(int square, int difference) {
        const int atom = atom_of(square);
        on_change_(atom, difference);
        on_change_(atoms + shogi::across(atom), -difference);
    }

    Position& p_;
    OnChange& on_change_;
};

template <class OnChange>
Shogi::Position Shogi::play_unchecked(const Position& p, Move move, OnChange&& on_change) const {
    using namespace shogi;
    Position next = p;
    next.pass_the_turn();
    if (move == declaration) {
        next.declare();
        return next;
    }
    Telling<std::remove_reference_t<OnChange>> telling(next, on_change);
    const int us = p.mover, to = to_of(move);
    if (is_drop(move)) {
        telling.to_hand(us, dropped_kind(move), -1);
        telling.put(to, piece_of(us, dropped_kind(move)));
        return next;
    }
    const int from = from_of(move), taken = p.piece(to), kind = kind_of(p.piece(from));
    if (taken != empty) telling.to_hand(us, unpromoted(kind_of(taken)), 1);
    telling.clear(from);
    telling.put(to, piece_of(us, is_promotion(move) ? promoted(kind) : kind));
    return next;
}

}  // namespace boardworth
