// Games of random moves, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "interrupt.h"
#include "random.h"

namespace boardworth {

// Sums over games of random moves.
struct RandomPlay {
    explicit RandomPlay(std::size_t roles) : goal_sums(roles), without_goal(roles) {}

    std::uint64_t games = 0;                  // that ended
    std::uint64_t moves = 0;                  // joint moves
    std::uint64_t unfinished = 0;             // out of patience, or a role was without a move
    std::vector<std::uint64_t> goal_sums;     // by role
    std::vector<std::uint64_t> without_goal;  // by role: endings without exactly one goal
};

// A game to its end; false if it has taken max_moves or a role has no move.
template <class M>
bool play_random_game(M& machine, std::vector<std::uint32_t>& joint_move, std::uint64_t max_moves,
                      std::mt19937_64& random, RandomPlay& play) {
    for (std::uint64_t moves = 0; !machine.terminal(); ++moves, ++play.moves) {
        if (moves == max_moves) return false;
        for (std::size_t role = 0; role < joint_move.size(); ++role) {
            const std::uint32_t count = machine.legal_count(role);
            if (count == 0) return false;
            const std::uint32_t number = count == 1 ? 0 : random_below(random, count);
            joint_move[role] = machine.legal_move(role, number);
        }
        machine.play(joint_move);
    }
    return true;
}

// Machines that list legal moves in the same order play the same games from the same seed and the
// same state. Throws Interrupted.
template <class M, class State>
RandomPlay play_random_games(M& machine, std::size_t roles, const State& start, std::uint64_t games,
                             std::uint64_t max_moves, std::uint64_t seed,
                             const Interrupt& interrupt) {
    RandomPlay play(roles);
    std::mt19937_64 random(seed);
    std::vector<std::uint32_t> joint_move(roles);
    for (std::uint64_t game = 0; game < games; ++game) {
        if (interrupt()) throw Interrupted{};
        machine.set_state(start);
        if (!play_random_game(machine, joint_move, max_moves, random, play)) {
            ++play.unfinished;
            continue;
        }
        ++play.games;
        const auto goals = machine.goals();
        for (std::size_t role = 0; role < goals.size(); ++role)
            if (goals[role])
                play.goal_sums[role] += static_cast<std::uint64_t>(*goals[role]);
            else
                ++play.without_goal[role];
    }
    return play;
}

}  // namespace boardworth
