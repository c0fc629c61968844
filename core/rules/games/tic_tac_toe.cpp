#include "rules/games/tic_tac_toe.h"

#include "errors.h"

namespace boardworth {

TicTacToe::Position TicTacToe::image(int symmetry, const Position& p) const {
    Position image{0, 0, p.mover};
    for (int square = 0; square < 9; ++square) {
        const int target = atom_image(symmetry, square);
        image.own = static_cast<std::uint16_t>(image.own | (p.own >> square & 1) << target);
        image.opponent =
            static_cast<std::uint16_t>(image.opponent | (p.opponent >> square & 1) << target);
    }
    return image;
}

std::array<std::uint8_t, TicTacToe::packed_size> TicTacToe::pack(const Position& p) const {
    const auto low = [](unsigned word) { return static_cast<std::uint8_t>(word & 0xFF); };
    return {low(p.own), low(p.own >> 8u), low(p.opponent), low(p.opponent >> 8u), p.mover};
}

TicTacToe::Position TicTacToe::unpack(std::span<const std::uint8_t> packed) const {
    const Position p{static_cast<std::uint16_t>(packed[0] | packed[1] << 8),
                     static_cast<std::uint16_t>(packed[2] | packed[3] << 8), packed[4]};
    if ((p.own & p.opponent) != 0 || (p.own | p.opponent) > 0x1FF || p.mover > 1)
        throw FormatError("packed tic_tac_toe position: not a position");
    return p;
}

std::string TicTacToe::text(const Position& p) const {
    return board_text<TicTacToe>(*this, p);
}

TicTacToe::Position TicTacToe::parse(std::string_view text) const {
    const BoardText read = read_board_text<TicTacToe>(text, {"Xx", "Oo"});
    const auto first = static_cast<std::uint16_t>(read.squares[0]);
    const auto second = static_cast<std::uint16_t>(read.squares[1]);
    return read.mover == 0 ? Position{first, second, 0} : Position{second, first, 1};
}

std::string TicTacToe::move_text(const Position& /*p*/, Move move) const {
    return square_text<TicTacToe>(move);
}

TicTacToe::Move TicTacToe::parse_move(const Position& /*p*/, std::string_view text) const {
    const int square = parse_square<TicTacToe>(text);
    if (square < 0)
        throw FormatError("tic_tac_toe move: " + quoted(text) + " is not a square such as b2");
    return static_cast<Move>(square);
}

static_assert(Game<TicTacToe>);

}  // namespace boardworth
