// What a paranoid search remembers of a node, in 64 bits.
#pragma once

#include <cstdint>

#include "search/record.h"

namespace boardworth {

struct ParanoidRecord {
    static constexpr int max_steps = (1 << 20) - 1;  // the largest value
    static constexpr int max_depth = 255;
    static constexpr std::uint32_t no_move = (1 << 24) - 1;

    ParanoidRecord() = default;
    // A move whose number is too large is not remembered.
    ParanoidRecord(int its_value, int its_depth, Bound its_bound, bool its_horizon,
                   std::uint32_t its_move)
        : value(static_cast<std::uint32_t>(its_value) & max_steps),
          depth(static_cast<std::uint32_t>(its_depth) & max_depth),
          bound(static_cast<std::uint32_t>(its_bound) & 3U),
          horizon(its_horizon ? 1U : 0U),
          move((its_move < no_move ? its_move : no_move) & no_move) {}

    // Whether it tells on which side of a window the value lies.
    [[nodiscard]] bool decides(int low, int high) const {
        return boardworth::decides(static_cast<Bound>(bound), static_cast<int>(value), low, high);
    }
    [[nodiscard]] int worth() const { return static_cast<int>(depth); }

    std::uint32_t value : 20 = 0;  // our role's
    std::uint32_t depth : 8 = 0;
    std::uint32_t bound : 2 = 0;
    std::uint32_t horizon : 1 = 0;  // whether it rests on anything but ends of the game
    std::uint32_t unused : 1 = 0;
    std::uint32_t move : 24 = no_move;
    std::uint32_t age : 8 = 0;
};

}  // namespace boardworth
