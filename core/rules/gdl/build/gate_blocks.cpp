#include "rules/gdl/build/gate_blocks.h"

#include <algorithm>

namespace boardworth {

namespace {

// Calls visit(run, its number, its first operand).
template <class Visit>
void for_each_run(const GateStage& stage, const Visit& visit) {
    std::size_t operand = 0;
    for (std::size_t i = 0; i < stage.runs.size(); ++i) {
        const GateRun& run = stage.runs[i];
        visit(run, i, operand);
        operand += std::size_t{run.gates} * (run.positive + run.negative);
    }
}

bool within(const GateLoop& loop, std::size_t run) {
    return loop.first_run <= run && run < loop.last_run;
}

}  // namespace

std::vector<SingleGate> single_gates(const GateStage& stage) {
    std::vector<SingleGate> gates;
    for_each_run(stage, [&](const GateRun& run, std::size_t number, std::size_t operand) {
        if (std::ranges::any_of(stage.loops, [&](auto& loop) { return within(loop, number); }))
            return;
        for (std::uint32_t gate = 0; gate < run.gates; ++gate) {
            SingleGate& added = gates.emplace_back();
            added.output = run.first_output + gate;
            for (std::uint32_t i = 0; i < run.positive + run.negative; ++i)
                added.inputs.push_back(literal_of(stage.operands[operand++]) ^
                                       static_cast<GateLiteral>(i >= run.positive));
        }
    });
    return gates;
}

std::vector<GateBlock> gate_blocks(const GateStage& stage) {
    std::vector<GateBlock> blocks;
    for (const GateLoop& loop : stage.loops) {
        GateBlock block{&stage, &loop, 0, {}, loop.slots};
        for_each_run(stage, [&](const GateRun& run, std::size_t number, std::size_t operand) {
            if (number == loop.first_run) block.first_operand = operand;
            if (!within(loop, number)) return;
            for (std::uint32_t gate = 0; gate < run.gates; ++gate)
                block.members.push_back(run.first_output + gate);
            const auto first = stage.operands.begin() + static_cast<std::ptrdiff_t>(operand);
            block.inputs.insert(block.inputs.end(), first,
                                first + run.gates * (run.positive + run.negative));
        });
        for (const GateLiteral definition : loop.definitions)
            block.inputs.push_back(static_cast<std::uint32_t>(node_of(definition)));
        std::ranges::sort(block.members);
        std::ranges::sort(block.inputs);
        block.inputs.erase(std::unique(block.inputs.begin(), block.inputs.end()),
                           block.inputs.end());
        std::erase_if(block.inputs, [&](std::uint32_t slot) {
            return std::ranges::binary_search(block.members, slot);
        });
        blocks.push_back(std::move(block));
    }
    return blocks;
}

}  // namespace boardworth
