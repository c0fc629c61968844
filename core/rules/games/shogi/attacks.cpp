#include "rules/games/shogi/attacks.h"

#include <string_view>

namespace boardworth::shogi {

namespace {

constexpr SquareSet square_if_on_board(int file, int rank) {
    const bool on_board = file >= 0 && file < files && rank >= 0 && rank < ranks;
    return on_board ? single(square_at(file, rank)) : SquareSet{};
}

constexpr SquareSet ray_from(int square, int file_step, int rank_step) {
    SquareSet ray;
    for (int i = 1; i < files; ++i)
        ray |= square_if_on_board(file_of(square) + i * file_step, rank_of(square) + i * rank_step);
    return ray;
}

// Sente plays towards rank a; its left is where files have higher numbers.
constexpr SquareSet stepped(int side, int square, std::string_view picture) {
    const int forward = side == sente ? 1 : -1;
    SquareSet set;
    for (int step = 0; step < 9; ++step)
        if (picture[static_cast<std::size_t>(step)] == 'x')
            set |= square_if_on_board(file_of(square) + forward * (1 - step % 3),
                                      rank_of(square) + forward * (step / 3 - 1));
    return set;
}

constexpr SquareSet jumped(int side, int square) {
    const int rank = rank_of(square) + (side == sente ? -2 : 2);
    return square_if_on_board(file_of(square) - 1, rank) |
           square_if_on_board(file_of(square) + 1, rank);
}

constexpr std::array<std::array<int, 2>, 4> axis_steps{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

constexpr void add_lines(AttackTables& tables, std::size_t square) {
    const int from = static_cast<int>(square);
    for (auto& row : tables.axes) row[square] = no_axis;
    for (std::size_t axis = 0; axis < no_axis; ++axis)
        for (std::size_t falling = 0; falling < 2; ++falling) {
            const int sign = falling != 0 ? -1 : 1;
            const SquareSet ray =
                ray_from(from, sign * axis_steps[axis][0], sign * axis_steps[axis][1]);
            tables.rays[axis][falling][square] = ray;
            each_square(ray, [&](int to) {
                tables.axes[static_cast<std::size_t>(to)][square] = static_cast<std::uint8_t>(axis);
            });
            (axis < falling_axis ? tables.rook_rays : tables.bishop_rays)[square] |= ray;
        }
    tables.lance_rays[sente][square] = tables.rays[file_axis][1][square];
    tables.lance_rays[gote][square] = tables.rays[file_axis][0][square];
}

constexpr AttackTables make_tables() {
    AttackTables tables{};
    for (auto& row : tables.axes) row[no_square] = no_axis;
    for (std::size_t square = 0; square < squares; ++square) {
        add_lines(tables, square);
        const int from = static_cast<int>(square);
        for (const Side side : {sente, gote}) {
            auto& steps = tables.steps[side];
            steps[pawn][square] = stepped(side, from, pawn_picture);
            steps[knight][square] = jumped(side, from);
            steps[silver][square] = stepped(side, from, silver_picture);
            steps[gold][square] = stepped(side, from, gold_picture);
            steps[king_steps][square] = stepped(side, from, king_picture);
        }
    }
    return tables;
}

}  // namespace

constinit const AttackTables attack_tables = make_tables();

}  // namespace boardworth::shogi
