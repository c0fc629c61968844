// Reads moves of chess as people write them, without listing all legal moves: only pieces of the
// kind that is named and that reach the square are tried.
#pragma once

#include <optional>
#include <string_view>

#include "rules/games/chess/moves.h"
#include "rules/games/chess/position.h"

namespace boardworth::chess {

inline constexpr std::string_view letters = "PNBRQK";  // by kind

// What a move in SAN says; -1 or 0 where it says nothing.
struct Said {
    int kind = pawn;
    int from_file = -1;
    int from_row = -1;
    int to = -1;
    int promotion = 0;
};

// A text without what only comments on the move: +, #, !, ?, e.p.
std::string_view without_marks(std::string_view text);

std::optional<Said> read_san(std::string_view text);

// Where pieces stand that can make such a move, whatever becomes of their king.
Bitboard origins(const ChessPosition& p, const Said& said);

// The squares of UCI, legal or not. A king's own move of several squares means castling.
std::optional<Move> read_uci(const ChessPosition& p, std::string_view text);

// Whose side a text castles to.
enum class Side { neither, kings, queens };
Side castling_side(std::string_view text);
// The move that castles to a side, legal or not, if there is a right to.
std::optional<Move> castling_move(const ChessPosition& p, Side side);

struct Step {
    Move move;
    ChessPosition after;
};

// The one legal move that a text means, and the position after it; none if there is not exactly
// one. It reads SAN, also with squares that are not needed, and UCI.
std::optional<Step> find_step(const ChessPosition& p, std::string_view text);

}  // namespace boardworth::chess
