#include "rules/games/othello.h"

#include <cstring>

#include "errors.h"

namespace boardworth {

Othello::Position Othello::start() const {
    return {bit(28) | bit(35), bit(27) | bit(36), 0};  // black e4 d5, white d4 e5
}

// Disc difference; empty squares go to the winner.
int Othello::score(const Position& p) const {
    const int difference = std::popcount(p.own) - std::popcount(p.opponent);
    const int empty = std::popcount(p.empty());
    return difference == 0 ? 0 : difference > 0 ? difference + empty : difference - empty;
}

std::array<std::uint8_t, Othello::packed_size> Othello::pack(const Position& p) const {
    std::array<std::uint8_t, packed_size> packed;
    std::memcpy(packed.data(), &p.own, 8);
    std::memcpy(packed.data() + 8, &p.opponent, 8);
    packed[16] = p.mover;
    return packed;
}

Othello::Position Othello::unpack(std::span<const std::uint8_t> packed) const {
    Position p{};
    std::memcpy(&p.own, packed.data(), 8);
    std::memcpy(&p.opponent, packed.data() + 8, 8);
    p.mover = packed[16];
    if ((p.own & p.opponent) != 0)
        throw FormatError("packed othello position: two discs on one square");
    if (p.mover > 1) throw FormatError("packed othello position: no such player to move");
    return p;
}

std::string Othello::text(const Position& p) const {
    return board_text<Othello>(*this, p);
}

Othello::Position Othello::parse(std::string_view text) const {
    const auto [squares, mover] = read_board_text<Othello>(text, {"XxBb*", "OoWw0"});
    if (mover == 0) return {squares[0], squares[1], 0};
    return {squares[1], squares[0], 1};
}

std::string Othello::move_text(const Position& /*p*/, Move move) const {
    return move == pass ? "--" : square_text<Othello>(move);
}

Othello::Move Othello::parse_move(const Position& /*p*/, std::string_view text) const {
    if (text == "--" || text == "pass" || text == "pa" || text == "ps") return pass;
    const int square = parse_square<Othello>(text);
    if (square < 0)
        throw FormatError("othello move: " + quoted(text) +
                          " is neither a square such as f5 nor a pass (--)");
    return static_cast<Move>(square);
}

static_assert(Game<Othello>);

}  // namespace boardworth
