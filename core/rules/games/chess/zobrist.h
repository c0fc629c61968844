// Random numbers for every fact of a chess position: those that hold, combined by exclusive or, are
// the position's key (Zobrist 1970).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rules/games/chess/attacks.h"

namespace boardworth::chess {

struct ZobristNumbers {
    std::array<std::array<SquareTable, kinds>, 2> pieces{};   // player, kind, square
    std::array<std::array<std::uint64_t, size>, 2> rights{};  // player, rook's file
    std::array<std::uint64_t, size + 1> en_passant{};         // file; none: 0
    std::uint64_t black_to_move = 0;
};

constexpr ZobristNumbers draw_zobrist_numbers() {
    ZobristNumbers numbers;
    std::uint64_t state = 0;
    const auto draw = [&state] {  // SplitMix64
        std::uint64_t mixed = state += 0x9E3779B97F4A7C15;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
        return mixed ^ mixed >> 31;
    };
    for (auto& by_kind : numbers.pieces)
        for (auto& by_square : by_kind)
            for (auto& number : by_square) number = draw();
    for (auto& by_file : numbers.rights)
        for (auto& number : by_file) number = draw();
    for (std::size_t file = 0; file < size; ++file) numbers.en_passant[file] = draw();
    numbers.black_to_move = draw();
    return numbers;
}

inline constexpr ZobristNumbers zobrist = draw_zobrist_numbers();

}  // namespace boardworth::chess
