// Gates one by one, and loops as blocks, for those who follow changes through them.
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

}  // namespace boardworth
