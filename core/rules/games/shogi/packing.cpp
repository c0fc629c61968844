// Positions of shogi in 36 bytes: which squares are occupied and who moves in 11 bytes, then 40
// men of five bits, those on the board in the order of their squares, those in hand, and no more.
#include <array>
#include <cstdint>

#include "errors.h"
#include "rules/games/shogi/check.h"
#include "rules/games/shogi/shogi.h"

namespace boardworth {

using namespace shogi;

namespace {

constexpr std::size_t head_size = 11;
constexpr std::size_t group = 8;  // men, in five bytes
constexpr std::size_t group_size = 5;
constexpr std::string_view what = "packed shogi position: ";

[[noreturn]] void refuse(std::string_view why) {
    throw FormatError(std::string(what) + std::string(why));
}

// Men in the order in which they are packed, as many as a game may have.
using Men = std::array<std::uint8_t, max_men>;

std::uint64_t read_bytes(std::span<const std::uint8_t> bytes) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) word |= std::uint64_t{bytes[i]} << 8 * i;
    return word;
}
void write_bytes(std::span<std::uint8_t> bytes, std::uint64_t word) {
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(word >> 8 * i & 255);
}

// The men behind those on the board, from the n-th on.
void read_hands(Position& p, const Men& men, std::size_t n) {
    for (int last = 0; n < men.size() && men[n] != empty; ++n) {
        const int man = men[n];
        if (man < last || man >= man_values || kind_of(man) > gold) refuse("no such men in hand");
        last = man;
        if (p.in_hand(side_of(man), kind_of(man)) >=
            men_in_game[static_cast<std::size_t>(kind_of(man))])
            refuse("too many men in hand");
        p.add_to_hand(side_of(man), kind_of(man), 1);
    }
    for (; n < men.size(); ++n)
        if (men[n] != empty) refuse("men behind the last one");
}

}  // namespace

std::array<std::uint8_t, Shogi::packed_size> Shogi::pack(const Position& p) const {
    Men men;
    men.fill(empty);
    std::size_t n = 0;
    each_square(p.occupied(),
                [&](int square) { men[n++] = static_cast<std::uint8_t>(p.man(square)); });
    for (int man = man_of(gote, gold); man <= man_of(sente, gold); ++man)
        if (man != empty)
            for (int i = 0; i < p.in_hand(side_of(man), kind_of(man)); ++i)
                men[n++] = static_cast<std::uint8_t>(man);
    std::array<std::uint8_t, packed_size> packed{};
    const std::span bytes(packed);
    write_bytes(bytes.first(8), p.occupied().low | std::uint64_t{p.mover} << 63);
    write_bytes(bytes.subspan(8, 3), p.occupied().high | std::uint64_t{p.declared} << 18);
    for (std::size_t i = 0; i < max_men / group; ++i) {
        std::uint64_t word = 0;
        for (std::size_t j = 0; j < group; ++j) word |= std::uint64_t{men[group * i + j]} << 5 * j;
        write_bytes(bytes.subspan(head_size + group_size * i, group_size), word);
    }
    return packed;
}

Shogi::Position Shogi::unpack(std::span<const std::uint8_t> packed) const {
    Men men;
    for (std::size_t i = 0; i < max_men / group; ++i) {
        const std::uint64_t word =
            read_bytes(packed.subspan(head_size + group_size * i, group_size));
        for (std::size_t j = 0; j < group; ++j)
            men[group * i + j] = static_cast<std::uint8_t>(word >> 5 * j & 31);
    }
    const std::uint64_t low = read_bytes(packed.first(8)), high = read_bytes(packed.subspan(8, 3));
    const SquareSet occupied = SquareSet{low, high} & whole_board;
    if (high >> 19 != 0 || occupied.count() > max_men)
        refuse("more than 40 men, or bits that mean nothing");
    Position p;
    std::size_t n = 0;
    each_square(occupied, [&](int square) {
        const int man = men[n++];
        if (man == empty || man >= man_values) refuse("no such man on a square");
        p.put(square, man);
    });
    read_hands(p, men, n);
    if (low >> 63 != 0) p.pass_the_turn();
    if ((high >> 18 & 1) != 0) p.declare();
    check(p, std::string(what));
    return p;
}

}  // namespace boardworth
