// Counts sequences of joint moves, the usual check of rules against rules.
#pragma once

#include <cstdint>
#include <vector>

#include "interrupt.h"
#include "rules/gdl/step/follower.h"

namespace boardworth {

// How many sequences of `depth` joint moves there are from where the follower is; games that have
// ended earlier have none. Throws Interrupted.
inline std::uint64_t perft(Follower& follower, std::size_t roles, int depth,
                           const Interrupt& interrupt) {
    if (depth == 0) return 1;
    if (follower.terminal()) return 0;
    if (interrupt()) throw Interrupted{};
    std::vector<std::vector<std::uint32_t>> legal;
    std::uint64_t combinations = 1;
    for (std::size_t role = 0; role < roles; ++role) {
        legal.push_back(follower.legal_moves(role));
        combinations *= legal.back().size();
    }
    if (depth == 1) return combinations;
    std::uint64_t total = 0;
    std::vector<std::uint32_t> joint_move(roles);
    for (std::uint64_t number = 0; number < combinations; ++number) {
        std::uint64_t rest = number;
        for (std::size_t role = 0; role < roles; ++role) {
            joint_move[role] = legal[role][rest % legal[role].size()];
            rest /= legal[role].size();
        }
        follower.play(joint_move);
        total += perft(follower, roles, depth - 1, interrupt);
        follower.undo();
    }
    return total;
}

}  // namespace boardworth
