// A game's ground rules as a propnet, laid out flat for the loops that run it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/gdl/build/gates.h"
#include "rules/gdl/ground/ground_rules.h"

namespace boardworth {

// Which atoms of ground rules stand for what; 0 always holds, -1 never does.
struct GroundNames {
    std::vector<std::int32_t> fluents;
    std::vector<std::int32_t> nexts;      // fluent by fluent
    std::vector<std::uint8_t> initial;    // fluent by fluent
    std::vector<std::int32_t> does;       // moves, role by role
    std::vector<std::int32_t> legals;     // move by move
    std::vector<std::size_t> role_moves;  // how many moves each role has
    std::int32_t terminal = -1;
    struct Goal {
        std::size_t role;
        int value;
        std::int32_t atom;
    };
    std::vector<Goal> goals;
};

// Gates of one shape whose outputs follow each other: each is the AND of its first inputs and of
// the negations of the others.
struct GateRun {
    std::uint32_t first_output;
    std::uint32_t gates;
    std::uint32_t positive;
    std::uint32_t negative;
};

// Gates that depend on each other: their runs are repeated, from "nothing holds", until every slot
// has the value of its definition.
struct GateLoop {
    std::size_t first_run;
    std::size_t last_run;
    std::vector<std::uint32_t> slots;
    std::vector<GateLiteral> definitions;
};

// Gates in an order in which each follows its inputs.
struct GateStage {
    std::vector<GateRun> runs;
    std::vector<std::uint32_t> operands;  // slots, run by run and gate by gate
    std::vector<GateLoop> loops;
};

// Literals refer to slots here: slot 0 never holds, then come the fluents, the moves, the gates.
struct Propnet {
    // Throws FormatError for rules that make no game, and what the work throws.
    Propnet(const GroundRules& rules, const GroundNames& names, BuildingWork work);

    [[nodiscard]] std::size_t roles() const { return role_starts.size() - 1; }
    [[nodiscard]] std::size_t moves() const { return legal.size(); }
    [[nodiscard]] std::size_t fluents() const { return next.size(); }
    [[nodiscard]] std::size_t first_move() const { return 1 + fluents(); }
    [[nodiscard]] std::size_t packed_size() const { return (fluents() + 7) / 8; }
    [[nodiscard]] std::size_t edges() const {
        return view.operands.size() + goal_view.operands.size() + step.operands.size();
    }

    GateStage view;       // from a state: what is legal, whether it is terminal
    GateStage goal_view;  // after it: the goals of the roles
    GateStage step;       // after it, with moves: what holds next

    std::vector<GateLiteral> legal;  // move by move
    std::vector<GateLiteral> next;   // fluent by fluent
    std::vector<std::uint8_t> initial;
    std::vector<std::size_t> role_starts;
    GateLiteral terminal = never;
    struct Goal {
        std::size_t role;
        int value;
        GateLiteral literal;
    };
    std::vector<Goal> goals;
    std::size_t slots = 0;
};

}  // namespace boardworth
