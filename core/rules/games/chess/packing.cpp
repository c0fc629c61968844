// Chess positions in 28 bytes: the occupied squares, half a byte for the piece on each of them, the
// player to move, the clock and the number of the move.
#include <algorithm>
#include <string>

#include "errors.h"
#include "rules/games/chess/chess.h"

namespace boardworth {

using namespace chess;

namespace {

// Half bytes beyond white's six kinds of pieces and black's: a pawn that can be captured en
// passant, and rooks that may castle.
constexpr int passing_pawn = 12, castling_rook = 13;

constexpr std::size_t pieces_at = 8, mover_at = 24, clock_at = 25, number_at = 26;
constexpr int most_pieces = 32;
constexpr std::string_view subject = "packed chess position: ";

int half_byte(const ChessPosition& p, int square) {
    const Bitboard here = bit(square);
    const int player = (p.own[white] & here) != 0 ? white : black;
    if ((p.castling_rooks(player) & here) != 0) return castling_rook + player;
    const int passing =
        p.en_passant == ChessPosition::no_file
            ? -1
            : en_passant_square(p, p.en_passant) + (p.mover == white ? size : -size);
    return square == passing ? passing_pawn : kinds * player + p.kind_on(square);
}

void put(ChessPosition& p, int square, int half) {
    if (half < passing_pawn) {
        p.toggle(half / kinds, half % kinds, square);
    } else if (half == passing_pawn) {
        if (p.en_passant != ChessPosition::no_file ||
            row_of(square) != row_of(en_passant_square(p, 0)) + (p.mover == white ? 1 : -1))
            throw FormatError(std::string(subject) + "no such pawn for an en passant capture");
        p.toggle(p.opponent(), pawn, square);
        p.en_passant = static_cast<std::uint8_t>(file_of(square));
    } else {
        const int player = half - castling_rook;
        if (player > black || row_of(square) != first_row(player))
            throw FormatError(std::string(subject) + "no such piece on a square");
        p.toggle(player, rook, square);
        p.rights[static_cast<std::size_t>(player)] |=
            static_cast<std::uint8_t>(1 << file_of(square));
    }
}

}  // namespace

std::array<std::uint8_t, Chess::packed_size> Chess::pack(const Position& p) const {
    std::array<std::uint8_t, packed_size> packed{};
    const Bitboard occupied = p.occupied();
    for (std::size_t i = 0; i < pieces_at; ++i)
        packed[i] = static_cast<std::uint8_t>(occupied >> 8 * i & 255);
    std::size_t piece = 0;
    each_square(occupied, [&](int square) {
        packed[pieces_at + piece / 2] |=
            static_cast<std::uint8_t>(half_byte(p, square) << (piece % 2 == 0 ? 0 : 4));
        ++piece;
    });
    packed[mover_at] = p.mover;
    packed[clock_at] = p.clock;
    packed[number_at] = static_cast<std::uint8_t>(p.number & 255);
    packed[number_at + 1] = static_cast<std::uint8_t>(p.number >> 8);
    return packed;
}

Chess::Position Chess::unpack(std::span<const std::uint8_t> packed) const {
    Position p{};
    p.en_passant = Position::no_file;
    p.mover = packed[mover_at];
    p.clock = packed[clock_at];
    p.number = static_cast<std::uint16_t>(packed[number_at] | packed[number_at + 1] << 8);
    Bitboard occupied = 0;
    for (std::size_t i = 0; i < pieces_at; ++i) occupied |= Bitboard{packed[i]} << 8 * i;
    if (p.mover > black || p.number == 0 || std::popcount(occupied) > most_pieces)
        throw FormatError(std::string(subject) + "no such player to move, number or pieces");
    std::size_t piece = 0;
    each_square(occupied, [&](int square) {
        put(p, square, packed[pieces_at + piece / 2] >> (piece % 2 == 0 ? 0 : 4) & 15);
        ++piece;
    });
    for (; piece < most_pieces; ++piece)
        if ((packed[pieces_at + piece / 2] >> (piece % 2 == 0 ? 0 : 4) & 15) != 0)
            throw FormatError(std::string(subject) + "more pieces than occupied squares");
    check(p, subject);
    if (p.en_passant != Position::no_file && en_passant_pawns(p, p.en_passant) == 0)
        throw FormatError(std::string(subject) + "nothing can capture en passant");
    p.key = key_from_scratch(p);
    return p;
}

}  // namespace boardworth
