// What is followed through a propnet by counters: gates one by one, loops as blocks, the sets of
// legal moves, and what holds next.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/gdl/build/propnet.h"

namespace boardworth {

struct SingleGate {
    std::uint32_t output;
    std::vector<GateLiteral> inputs;
};

// Those of a stage that are in no loop.
std::vector<SingleGate> single_gates(const GateStage& stage);

// A loop, what it depends on, and all slots that it computes.
struct GateBlock {
    const GateStage* stage;
    const GateLoop* loop;
    std::size_t first_operand;
    std::vector<std::uint32_t> inputs;
    std::vector<std::uint32_t> members;  // the least first
};

std::vector<GateBlock> gate_blocks(const GateStage& stage);

// A set of moves of one role that are legal if their own conditions hold and the guard does: most
// moves of a role need its turn, and a turn that ends should not touch every one of them.
struct GuardedMoves {
    GateLiteral guard;
    std::vector<std::uint64_t> bits;  // of the role's moves: which conditions hold
};

// A move whose condition is the value of a slot, or of its negation.
struct LegalCondition {
    std::uint32_t role;
    std::uint32_t group;  // among the role's
    std::uint32_t move;   // among the role's
    bool negated;
};

// Gates of the view without the guards of legal moves, and what depends on their slots.
struct GuardedView {
    explicit GuardedView(const Propnet& propnet);

    std::vector<SingleGate> gates;
    std::vector<std::vector<GuardedMoves>> groups;        // by role
    std::vector<std::vector<LegalCondition>> conditions;  // by slot

  private:
    void add_moves(const Propnet& propnet, std::size_t role,
                   const std::vector<SingleGate*>& own_gates);
};

// Fluents whose next value is followed, instead of being computed at every move.
struct FollowedNext {
    // What follows whatever the players do: a counter of steps changes two of its fluents, and the
    // others need no look. With all of them, moves are inputs like fluents.
    FollowedNext(const Propnet& propnet, bool all);

    std::vector<SingleGate> gates;
    std::vector<bool> fluents;
};

}  // namespace boardworth
