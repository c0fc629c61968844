// Chess, with castling as in Chess960: positions that it begins with are positions like others.
//
// White is the first player and black sees the board from its own end. The game ends by mate and
// stalemate, when neither side has sufficient material, and by the fifty-move rule; a position
// that occurs for the third time ends it, too. All of these are claims between people, and
// automatic among programs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules/game.h"
#include "rules/games/chess/moves.h"
#include "rules/games/chess/position.h"
#include "rules/games/chess/tactics.h"
#include "rules/terms.h"

namespace boardworth {

class Chess {
  public:
    using Position = ChessPosition;
    using Move = chess::Move;
    using Moves = chess::Moves;
    static constexpr Move last_move = chess::last_move;

    static constexpr std::string_view name = "chess";
    static constexpr std::array<std::string_view, 2> players{"white", "black"};
    static constexpr std::string_view symbols = "kqrbnp-PNBRQK";
    static constexpr std::string_view view_symbols = symbols;
    static constexpr std::array<std::string_view, 13> unicode_symbols{
        "♚", "♛", "♜", "♝", "♞", "♟", "·", "♙", "♘", "♗", "♖", "♕", "♔"};
    static constexpr Board board{chess::size, chess::size};
    static constexpr std::array<std::string_view, 8> row_names{"8", "7", "6", "5",
                                                               "4", "3", "2", "1"};
    static constexpr std::array<std::string_view, 5> loose_names{
        "own king-side castling", "own queen-side castling", "opponent king-side castling",
        "opponent queen-side castling", "en passant on file"};
    static constexpr int atoms = chess::squares + static_cast<int>(loose_names.size());
    static constexpr int values(int atom) {
        const int seen = atom % atoms;
        return seen < chess::squares ? 13 : seen == atoms - 1 ? chess::size + 1 : 2;
    }
    static std::span<const std::string_view> value_names(int atom);
    static constexpr bool mirrored = false;
    static constexpr bool alternates = true;
    // Left for right would be one only where nobody may castle.
    static constexpr int symmetries = 1;
    static constexpr int max_score = 1;
    static constexpr bool bounded = false;
    static constexpr int usual_length = 80;
    static constexpr bool perft_counts_finished_games = false;
    static constexpr std::size_t packed_size = 28;

    static constexpr int max_repetitions = 3;
    // The clock and the number of the move come last among the packed bytes.
    static constexpr std::size_t recurring_size = 25;
    [[nodiscard]] int repetition_score(const Position&) const { return 0; }
    [[nodiscard]] bool irreversible(const Position& p, Move move) const;

    [[nodiscard]] Position start() const;
    [[nodiscard]] int mover(const Position& p) const { return p.mover; }
    [[nodiscard]] Moves legal_moves(const Position& p) const {
        return drawn(p) ? Moves{} : chess::generate_moves(p);
    }
    [[nodiscard]] bool over(const Position& p) const { return drawn(p) || !chess::any_move(p); }
    [[nodiscard]] int score(const Position& p) const {
        return in_check(p) && !chess::any_move(p) ? -1 : 0;
    }
    // Published tables of perft go on after draws.
    [[nodiscard]] Moves piece_moves(const Position& p) const { return chess::generate_moves(p); }
    [[nodiscard]] int piece_move_count(const Position& p) const { return chess::count_moves(p); }

    // Pieces that have left the board, minor ones counted once, rooks twice and queens four times.
    // It falls when a pawn promotes.
    static constexpr int max_progress = 24;
    [[nodiscard]] int progress(const Position& p) const;
    // The same for positions that the rules take for the same.
    [[nodiscard]] std::uint64_t key(const Position& p) const { return p.key; }

    // What the search may know (search/hooks.h): captures and promotions are noisy; the most
    // valuable victims come first, and the least valuable attackers among those.
    [[nodiscard]] bool noisy(const Position& p, Move move) const {
        return chess::promotion_of(move) != 0 || chess::captures(p, move);
    }
    [[nodiscard]] int noisy_order(const Position& p, Move move) const;
    [[nodiscard]] bool in_check(const Position& p) const { return chess::in_check(p, p.mover); }
    static constexpr int evasion_plies = 4;
    static constexpr int noisy_plies = 8;
    [[nodiscard]] Moves noisy_moves(const Position& p) const {
        return drawn(p) ? Moves{} : chess::generate_noisy_moves(p);
    }
    [[nodiscard]] int gain(const Position& p, Move move) const { return chess::gain(p, move); }
    [[nodiscard]] int exchange(const Position& p, Move move) const {
        return chess::exchange(p, move);
    }
    [[nodiscard]] bool loses_exchange(const Position& p, Move move) const {
        return chess::loses_exchange(p, move);
    }
    [[nodiscard]] bool gives_check(const Position& p, Move move) const {
        return chess::gives_check(p, move);
    }
    [[nodiscard]] int goal(Move move) const { return chess::to_of(move); }
    // With pawns alone it may be better not to move.
    [[nodiscard]] bool may_pass(const Position& p) const {
        return (p.of(p.mover) & ~(p.of_kind(chess::pawn) | p.of_kind(chess::king))) != 0;
    }
    template <class OnChange>
    [[nodiscard]] Position pass(const Position& p, OnChange&& on_change) const;
    [[nodiscard]] std::vector<std::pair<Position, int>> handicaps() const;
    // The last moves before the fifty-move rule are not those of an earlier time.
    [[nodiscard]] std::uint64_t table_key(const Position& p) const {
        return p.clock < near_draw ? p.key : p.key ^ 0x9E3779B97F4A7C15 * p.clock;
    }

    // What evaluations may ask (rules/terms.h): squares that pieces attack, those with own pieces
    // left out, and pieces on the board.
    static constexpr std::array<Term, 2> terms{{{"mobility", "squares"}, {"pieces", "pieces"}}};
    [[nodiscard]] TermCounts term(const Position& p, std::size_t number) const;

    template <class OnChange>
    [[nodiscard]] Position play_unchecked(const Position& p, Move move, OnChange&& on_change) const;

    [[nodiscard]] int fact(const Position& p, int fact) const;
    [[nodiscard]] int atom_image(int /*symmetry*/, int atom) const { return atom; }
    [[nodiscard]] Move move_image(int /*symmetry*/, Move move) const { return move; }
    [[nodiscard]] Position image(int /*symmetry*/, const Position& p) const { return p; }
    // What it is worth does not depend on the number of the move.
    [[nodiscard]] Position first_to_move(const Position& p) const;

    [[nodiscard]] std::array<std::uint8_t, packed_size> pack(const Position& p) const;
    [[nodiscard]] Position unpack(std::span<const std::uint8_t> packed) const;

    // FEN. Rights to castle are K, Q, k and q, or the file of the rook where another one is nearer
    // to the edge; both that and the files alone (Shredder-FEN) are read. An en passant square is
    // written where such a capture is legal. The last two numbers may be left out.
    [[nodiscard]] std::string text(const Position& p) const;
    [[nodiscard]] Position parse(std::string_view text) const;

    // SAN. What is not legal is written by its squares alone, as in UCI; castling is then a king
    // that goes to its rook's square. `parse_move` reads both, and castling in UCI in both ways:
    // e1g1 where no rook is on g1, and e1h1.
    [[nodiscard]] std::string move_text(const Position& p, Move move) const;
    [[nodiscard]] Move parse_move(const Position& p, std::string_view text) const;
    // The move in UCI. Castling is the king's own move unless `chess960`.
    [[nodiscard]] static std::string uci_text(const Position& p, Move move, bool chess960);

  private:
    static constexpr int fifty_moves = 100;
    static constexpr int near_draw = 80;

    static bool drawn(const Position& p) {
        return p.clock >= fifty_moves || insufficient_material(p);
    }
    // Whether no sequence of moves leads to a mate, as far as pieces tell.
    static bool insufficient_material(const Position& p);
    static int piece_on(const Position& p, int square, int player);
    static int right_of(const Position& p, int player, bool king_side);
};

// Facts are told from what has changed in the sets.
template <class OnChange>
Chess::Position Chess::play_unchecked(const Position& p, Move move, OnChange&& on_change) const {
    using namespace chess;
    const Position next = play(p, move);
    if constexpr (!std::is_same_v<std::remove_cvref_t<OnChange>, IgnoreChanges>) {
        Bitboard changed = (p.own[0] ^ next.own[0]) | (p.own[1] ^ next.own[1]);
        for (std::size_t kind = 0; kind < p.pieces.size(); ++kind)
            changed |= p.pieces[kind] ^ next.pieces[kind];
        each_square(changed, [&](int square) {
            const int difference = piece_on(next, square, white) - piece_on(p, square, white);
            on_change(square, difference);
            on_change(atoms + across(square), -difference);
        });
        if (p.rights != next.rights || p.en_passant != next.en_passant)
            for (int loose = squares; loose < atoms; ++loose)
                for (const int seen : {loose, loose + atoms})
                    if (const int difference = fact(next, seen) - fact(p, seen); difference != 0)
                        on_change(seen, difference);
    }
    return next;
}

template <class OnChange>
Chess::Position Chess::pass(const Position& p, OnChange&& on_change) const {
    Position next = p;
    next.pass_turn();
    if (p.en_passant != Position::no_file) {
        next.set_en_passant(Position::no_file);
        for (const int seen : {atoms - 1, 2 * atoms - 1}) on_change(seen, -fact(p, seen));
    }
    return next;
}

}  // namespace boardworth
