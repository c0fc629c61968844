// A position of chess as sets of squares, with its key.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/games/chess/attacks.h"
#include "rules/games/chess/zobrist.h"

namespace boardworth {

struct ChessPosition {
    static constexpr int no_file = chess::size;

    std::array<Bitboard, chess::kinds> pieces;  // by kind, of both players
    std::array<Bitboard, 2> own;                // by player, of all kinds
    std::uint64_t key;
    // By player: the files of the rooks in its first row that may still castle. Its king is there,
    // too, with at most one of them on either side.
    std::array<std::uint8_t, 2> rights;
    std::uint8_t en_passant;  // the file of a pawn that can be captured so, or no_file
    std::uint8_t mover;       // 0 white, 1 black
    std::uint8_t clock;       // moves of either player since the last capture or pawn move
    std::uint16_t number;     // of the move, as games are written: it grows after black's

    bool operator==(const ChessPosition&) const = default;

    [[nodiscard]] Bitboard occupied() const { return own[0] | own[1]; }
    [[nodiscard]] Bitboard of(int player) const { return own[static_cast<std::size_t>(player)]; }
    [[nodiscard]] Bitboard of_kind(int kind) const {
        return pieces[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] Bitboard of(int player, int kind) const { return of(player) & of_kind(kind); }
    [[nodiscard]] Bitboard diagonal() const {
        return of_kind(chess::bishop) | of_kind(chess::queen);
    }
    [[nodiscard]] Bitboard straight() const { return of_kind(chess::rook) | of_kind(chess::queen); }
    [[nodiscard]] int king(int player) const {
        return chess::first_square(of(player, chess::king));
    }
    [[nodiscard]] int opponent() const { return 1 - mover; }

    // The kind of piece on a square; pawn if it is empty.
    [[nodiscard]] int kind_on(int square) const {
        int kind = 0;
        for (std::size_t k = 1; k < pieces.size(); ++k)
            kind += static_cast<int>(pieces[k] >> square & 1) * static_cast<int>(k);
        return kind;
    }

    // The rooks that may still castle.
    [[nodiscard]] Bitboard castling_rooks(int player) const {
        return Bitboard{rights[static_cast<std::size_t>(player)]}
               << chess::size * chess::first_row(player);
    }

    // Puts a piece on an empty square, or takes it away.
    void toggle(int player, int kind, int square) {
        pieces[static_cast<std::size_t>(kind)] ^= bit(square);
        own[static_cast<std::size_t>(player)] ^= bit(square);
        key ^= chess::at(
            chess::zobrist.pieces[static_cast<std::size_t>(player)][static_cast<std::size_t>(kind)],
            square);
    }
    void keep_rights(int player, Bitboard rooks) {
        auto& files = rights[static_cast<std::size_t>(player)];
        const auto kept =
            static_cast<std::uint8_t>(rooks >> chess::size * chess::first_row(player) & files);
        each_square(static_cast<Bitboard>(files ^ kept), [&](int file) {
            key ^= chess::zobrist
                       .rights[static_cast<std::size_t>(player)][static_cast<std::size_t>(file)];
        });
        files = kept;
    }
    void set_en_passant(int file) {
        key ^= chess::zobrist.en_passant[en_passant] ^
               chess::zobrist.en_passant[static_cast<std::size_t>(file)];
        en_passant = static_cast<std::uint8_t>(file);
    }
    void pass_turn() {
        mover ^= 1;
        key ^= chess::zobrist.black_to_move;
    }
};

namespace chess {

// The key from all facts, as moves keep it up to date.
std::uint64_t key_from_scratch(const ChessPosition& p);

// The pieces of a player that attack a square, some of them perhaps taken away: `occupied` are
// those that are left.
Bitboard attackers(const ChessPosition& p, int square, int player, Bitboard occupied);

inline bool in_check(const ChessPosition& p, int player) {
    return attackers(p, p.king(player), 1 - player, p.occupied()) != 0;
}

// The mover's pawns that could capture en passant if a pawn on a file can be, leaving its king
// safe.
Bitboard en_passant_pawns(const ChessPosition& p, int file);

// Throws FormatError, with the subject and a reason, unless it can be played from the position: the
// king that is not to move cannot be captured, and rights have their pieces.
void check(const ChessPosition& p, std::string_view subject);

// Where a pawn that captures en passant goes.
inline int en_passant_square(const ChessPosition& p, int file) {
    return size * (p.mover == white ? 2 : 5) + file;
}

// Where king and rook go, by the squares that they come from.
struct Castling {
    int king_to;
    int rook_to;

    Castling(int king_from, int rook_from) {
        const bool towards_h = rook_from > king_from;
        const int first = king_from & 56;
        king_to = first + (towards_h ? 6 : 2);
        rook_to = first + (towards_h ? 5 : 3);
    }
};

}  // namespace chess

}  // namespace boardworth
