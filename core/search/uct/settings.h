// What can be set about a UCT search, plain or guided by an evaluation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace boardworth {

struct UctSettings {
    double exploration = 0.5;  // C of UCB1, for points of 0 to 1
    // What a move that was never tried promises; infinity: each is tried once before any twice.
    double first_play = std::numeric_limits<double>::infinity();
    double virtual_loss = 0;  // how much of a loss a simulation in flight counts as
    std::size_t lanes = 64;   // simulations in flight of a thread; 0: one, followed
    // Simulations in flight beyond the first, per simulation that has come back to the root: the
    // less is known, the more each of them counts.
    double in_flight_share = 0.1;
    // Where one role chooses, a move's node is added when it has been tried so often: most moves
    // are tried once, and a lane needs no node to make them.
    std::uint32_t expand_after = 1;
    int threads = 1;
    std::size_t memory = std::size_t{512} << 20;  // bytes; then the tree grows no more
    std::uint64_t most_moves = 10'000;            // of a rollout, which then counts as lost by all
    std::uint64_t seed = 0;
    std::vector<std::uint8_t> chance;  // by role: whether it draws its moves instead of choosing

    // Guided UCT, the four uses of F (Waledzik and Mandziuk 2014, IV.C). F(s, a) is its mean over
    // what may follow a move.
    std::uint32_t prior_visits = 0;  // F(s, a) counts as so many simulations of a new node's moves
    bool order_moves = false;        // untried moves in the order of F(s, a)
    double greed = 0;                // share of rollout moves that are the best by F(s, a)
    double temperature = 0;          // > 0: other rollout moves by Gibbs' distribution of F(s, a)
    double cut = 0;                  // probability at each step that a rollout ends with F

    // Whether rollouts need F(s, a), and so a follower.
    [[nodiscard]] bool biased() const { return greed > 0 || temperature > 0; }
};

}  // namespace boardworth
