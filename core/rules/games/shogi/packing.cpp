// Positions of shogi in 36 bytes: which squares are occupied and who moves in 11 bytes, then 40
// pieces of five bits, those on the board in the order of their squares, those in hand, and no
// more.
#include <array>
#include <cstdint>

#include "errors.h"
#include "rules/games/shogi/check.h"
#include "rules/games/shogi/shogi.h"

namespace boardworth {

using namespace shogi;

namespace {

constexpr std::size_t head_size = 11;
constexpr std::size_t group = 8;  // pieces, in five bytes
constexpr std::size_t group_size = 5;
constexpr std::string_view what = "packed shogi position: ";

[[noreturn]] void refuse(std::string_view why) {
    throw FormatError(std::string(what) + std::string(why));
}

// Pieces in the order in which they are packed, as many as a game may have.
using Pieces = std::array<std::uint8_t, max_pieces>;

std::uint64_t read_bytes(std::span<const std::uint8_t> bytes) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) word |= std::uint64_t{bytes[i]} << 8 * i;
    return word;
}
void write_bytes(std::span<std::uint8_t> bytes, std::uint64_t word) {
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(word >> 8 * i & 255);
}

// The pieces behind those on the board, from the n-th on.
void read_hands(Position& p, const Pieces& pieces, std::size_t n) {
    for (int last = 0; n < pieces.size() && pieces[n] != empty; ++n) {
        const int piece = pieces[n];
        if (piece < last || piece >= square_values || kind_of(piece) > gold)
            refuse("no such pieces in hand");
        last = piece;
        if (p.in_hand(side_of(piece), kind_of(piece)) >=
            pieces_in_game[static_cast<std::size_t>(kind_of(piece))])
            refuse("too many pieces in hand");
        p.add_to_hand(side_of(piece), kind_of(piece), 1);
    }
    for (; n < pieces.size(); ++n)
        if (pieces[n] != empty) refuse("pieces behind the last one");
}

}  // namespace

std::array<std::uint8_t, Shogi::packed_size> Shogi::pack(const Position& p) const {
    Pieces pieces;
    pieces.fill(empty);
    std::size_t n = 0;
    each_square(p.occupied(),
                [&](int square) { pieces[n++] = static_cast<std::uint8_t>(p.piece(square)); });
    for (int piece = piece_of(gote, gold); piece <= piece_of(sente, gold); ++piece)
        if (piece != empty)
            for (int i = 0; i < p.in_hand(side_of(piece), kind_of(piece)); ++i)
                pieces[n++] = static_cast<std::uint8_t>(piece);
    std::array<std::uint8_t, packed_size> packed{};
    const std::span bytes(packed);
    write_bytes(bytes.first(8), p.occupied().low | std::uint64_t{p.mover} << 63);
    write_bytes(bytes.subspan(8, 3), p.occupied().high | std::uint64_t{p.declared} << 18);
    for (std::size_t i = 0; i < max_pieces / group; ++i) {
        std::uint64_t word = 0;
        for (std::size_t j = 0; j < group; ++j)
            word |= std::uint64_t{pieces[group * i + j]} << 5 * j;
        write_bytes(bytes.subspan(head_size + group_size * i, group_size), word);
    }
    return packed;
}

Shogi::Position Shogi::unpack(std::span<const std::uint8_t> packed) const {
    Pieces pieces;
    for (std::size_t i = 0; i < max_pieces / group; ++i) {
        const std::uint64_t word =
            read_bytes(packed.subspan(head_size + group_size * i, group_size));
        for (std::size_t j = 0; j < group; ++j)
            pieces[group * i + j] = static_cast<std::uint8_t>(word >> 5 * j & 31);
    }
    const std::uint64_t low = read_bytes(packed.first(8)), high = read_bytes(packed.subspan(8, 3));
    const SquareSet occupied = SquareSet{low, high} & whole_board;
    if (high >> 19 != 0 || occupied.count() > max_pieces)
        refuse("more than 40 pieces, or bits that mean nothing");
    Position p;
    std::size_t n = 0;
    each_square(occupied, [&](int square) {
        const int piece = pieces[n++];
        if (piece == empty || piece >= square_values) refuse("no such piece on a square");
        p.put(square, piece);
    });
    read_hands(p, pieces, n);
    if (low >> 63 != 0) p.pass_the_turn();
    if ((high >> 18 & 1) != 0) p.declare();
    check(p, std::string(what));
    return p;
}

}  // namespace boardworth
