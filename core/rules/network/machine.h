// One state of a rule sheet's game at a time: what is legal in it, who has won, what comes next.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "interrupt.h"
#include "rules/network/network.h"

namespace boardworth {

class Machine {
  public:
    explicit Machine(const Network& network);

    void set_start();
    // A bit per fluent, from the lowest of the first byte.
    void set_state(std::span<const std::uint8_t> packed);
    [[nodiscard]] std::vector<std::uint8_t> state() const;

    [[nodiscard]] bool terminal() const { return holds(network_.terminal); }
    // Numbers of a role's own moves.
    [[nodiscard]] std::vector<std::uint32_t> legal_moves(std::size_t role) const;
    [[nodiscard]] bool is_legal(std::size_t role, std::uint32_t move) const;
    // What a role gets in this state; nothing unless exactly one goal holds.
    [[nodiscard]] std::vector<std::optional<int>> goals();
    // One legal move for each role.
    void play(std::span<const std::uint32_t> joint_move);

  private:
    [[nodiscard]] bool holds(GateLiteral literal) const {
        return values_[node_of(literal)] != is_negated(literal);
    }
    void evaluate(const GateStage& stage);
    void run(const GateStage& stage, std::size_t first, std::size_t last, std::size_t operand);

    const Network& network_;
    std::vector<std::uint8_t> values_;  // by slot, 0 or 1
    std::vector<std::uint8_t> next_;
};

// Sums over games of random moves.
struct RandomPlay {
    std::uint64_t games = 0;                  // that ended
    std::uint64_t moves = 0;                  // joint moves
    std::uint64_t unfinished = 0;             // out of patience, or a role was without a move
    std::vector<std::uint64_t> goal_sums;     // by role
    std::vector<std::uint64_t> without_goal;  // by role: endings without exactly one goal
};

// Throws Interrupted.
RandomPlay play_random_games(const Network& network, std::uint64_t games, std::uint64_t max_moves,
                             std::uint64_t seed, const Interrupt& interrupt);

}  // namespace boardworth
