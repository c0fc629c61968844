// Which moves are legal, as sets of bits that follow single gates.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/gdl/build/gate_blocks.h"
#include "rules/gdl/build/propnet.h"

namespace boardworth {

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

}  // namespace boardworth
