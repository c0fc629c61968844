// The plain evaluation of gates: a byte per slot, 0 or 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/gdl/build/propnet.h"

namespace boardworth {

// All gates of a stage.
void evaluate(const GateStage& stage, std::vector<std::uint8_t>& values);

// Those of some runs, whose operands begin at one; the operand behind theirs.
std::size_t evaluate_runs(const GateStage& stage, std::size_t first, std::size_t last,
                          std::size_t operand, std::vector<std::uint8_t>& values);

// Those of a loop, from "nothing holds" until nothing changes; the operand behind theirs.
std::size_t evaluate_loop(const GateStage& stage, const GateLoop& loop, std::size_t operand,
                          std::vector<std::uint8_t>& values);

}  // namespace boardworth
