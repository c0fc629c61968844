// What can be set about a UCT search, plain or guided by an evaluation;
// boardworth.search.UctSettings has the defaults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace boardworth {

struct UctSettings {
    double exploration;  // C of UCB1, for points of 0 to 1
    // The upper bound of a move that was never tried; infinity: each is tried once before any
    // twice.
    double first_play;
    double virtual_loss;  // how much of a loss a simulation in flight counts as
    std::size_t lanes;    // simulations in flight of a thread, by propnets; 0: one, followed
    // Simulations in flight beyond the first, per simulation that has come back to the root: the
    // less is known, the more each of them counts.
    double in_flight_share;
    // Where one role chooses, a move's node is added after this many tries: most moves are
    // tried once, and a rollout needs no node to make them.
    std::uint32_t expand_after;
    int threads;
    std::size_t memory;       // bytes; then the tree grows no more
    std::uint64_t max_moves;  // of a rollout, which then counts as the machine says
    bool proofs;              // whether ends of the game in the tree prove what leads to them
    std::uint64_t seed;
    std::vector<std::uint8_t> chance;  // by role: whether it draws its moves instead of choosing

    // Guided UCT, the four uses of F (Waledzik and Mandziuk 2014, IV.C). F(s, a) is its mean over
    // what may follow a move.
    std::uint32_t prior_visits;  // simulations that F(s, a) counts as for a new node's moves
    bool order_moves;            // untried moves in the order of F(s, a)
    double greed;                // share of rollout moves that are the best by F(s, a)
    double temperature;          // > 0: other rollout moves by Gibbs' distribution of F(s, a)
    double cut;                  // probability at each step that a rollout ends with F

    // Whether rollouts need F(s, a), and so to be followed move by move.
    [[nodiscard]] bool biased() const { return greed > 0 || temperature > 0; }
};

}  // namespace boardworth
