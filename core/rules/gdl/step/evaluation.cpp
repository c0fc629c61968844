#include "rules/gdl/step/evaluation.h"

namespace boardworth {

void evaluate(const GateStage& stage, std::vector<std::uint8_t>& values) {
    std::size_t run = 0;
    std::size_t operand = 0;
    for (const GateLoop& loop : stage.loops) {
        operand = evaluate_runs(stage, run, loop.first_run, operand, values);
        operand = evaluate_loop(stage, loop, operand, values);
        run = loop.last_run;
    }
    evaluate_runs(stage, run, stage.runs.size(), operand, values);
}

std::size_t evaluate_runs(const GateStage& stage, std::size_t first, std::size_t last,
                          std::size_t operand, std::vector<std::uint8_t>& values) {
    const std::uint32_t* input = stage.operands.data() + operand;
    for (std::size_t i = first; i < last; ++i) {
        const GateRun& run = stage.runs[i];
        for (std::uint32_t gate = 0; gate < run.gates; ++gate) {
            std::uint8_t value = 1;
            for (std::uint32_t k = 0; k < run.positive; ++k) value &= values[*input++];
            std::uint8_t other = 0;
            for (std::uint32_t k = 0; k < run.negative; ++k) other |= values[*input++];
            values[run.first_output + gate] = value & static_cast<std::uint8_t>(other ^ 1);
        }
    }
    return static_cast<std::size_t>(input - stage.operands.data());
}

std::size_t evaluate_loop(const GateStage& stage, const GateLoop& loop, std::size_t operand,
                          std::vector<std::uint8_t>& values) {
    for (const std::uint32_t slot : loop.slots) values[slot] = 0;
    std::size_t last_operand = operand;
    for (bool changed = true; changed;) {
        last_operand = evaluate_runs(stage, loop.first_run, loop.last_run, operand, values);
        changed = false;
        for (std::size_t i = 0; i < loop.slots.size(); ++i) {
            const std::uint8_t value =
                values[node_of(loop.definitions[i])] != is_negated(loop.definitions[i]);
            changed |= values[loop.slots[i]] != value;
            values[loop.slots[i]] = value;
        }
    }
    return last_operand;
}

}  // namespace boardworth
