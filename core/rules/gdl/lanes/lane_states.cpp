#include "rules/gdl/lanes/lane_states.h"

#include <algorithm>
#include <random>

namespace boardworth {

LaneStates::LaneStates(const Propnet& propnet, const LaneKernel& kernel, std::uint64_t seed_number)
    : propnet_(propnet), kernel_(kernel), possible_(propnet.roles()) {
    const auto lines = [&](std::size_t words) { return (words * width() + 7) / 8; };
    values_.resize(lines(propnet.slots));
    next_.resize(lines(propnet.fluents()) + 1);
    random_.resize(lines(4));
    seed(seed_number);
    for (std::size_t role = 0; role < propnet.roles(); ++role) {
        const std::size_t first = propnet.role_starts[role];
        const std::size_t moves = propnet.role_starts[role + 1] - first;
        possible_[role].resize(moves + 1);
        choices_.push_back({propnet.legal.data() + first, static_cast<std::uint32_t>(moves),
                            static_cast<std::uint32_t>(propnet.first_move() + first),
                            possible_[role].data(), 0});
    }
}

void LaneStates::seed(std::uint64_t seed) {
    std::mt19937_64 generator(seed);
    for (LaneMask& line : random_)
        for (std::uint64_t& word : line.words) word = generator();
}

void LaneStates::set_all(std::span<const std::uint8_t> holds) {
    for (std::size_t fluent = 0; fluent < holds.size(); ++fluent)
        std::fill_n(words_of(values_) + (1 + fluent) * width(), width(),
                    holds[fluent] != 0 ? ~std::uint64_t{0} : 0);
}

void LaneStates::set(std::size_t lane, std::span<const std::uint64_t> state) {
    std::uint64_t* place = words_of(values_) + width() + lane / 64;
    const std::uint64_t rotated = lane % 64;
    const std::uint64_t others = ~(std::uint64_t{1} << rotated);
    for (std::size_t fluent = 0; fluent < propnet_.fluents(); ++fluent, place += width())
        *place = (*place & others) | (state[fluent / 64] >> (fluent % 64) & 1) << rotated;
}

void LaneStates::get(std::size_t lane, std::span<std::uint64_t> state) const {
    std::ranges::fill(state, 0);
    const std::uint64_t* place = word(1) + lane / 64;
    for (std::size_t fluent = 0; fluent < propnet_.fluents(); ++fluent, place += width())
        state[fluent / 64] |= (*place >> (lane % 64) & 1) << (fluent % 64);
}

LaneMask LaneStates::read(GateLiteral literal) const {
    LaneMask mask;
    kernel_.read(literal, values_.data()->words, mask.words);
    return mask;
}

void LaneStates::evaluate(const GateStage& stage) {
    std::uint64_t* values = words_of(values_);
    const std::uint32_t* operands = stage.operands.data();
    std::size_t run = 0;
    for (const GateLoop& loop : stage.loops) {
        const GateRun* runs = stage.runs.data();
        const std::size_t inside = loop.last_run - loop.first_run;
        operands = kernel_.evaluate(runs + run, loop.first_run - run, operands, values);
        for (const std::uint32_t slot : loop.slots)
            std::fill_n(values + slot * width(), width(), 0);
        const std::uint32_t* first = operands;
        do {
            operands = kernel_.evaluate(runs + loop.first_run, inside, first, values);
        } while (
            kernel_.settle(loop.slots.data(), loop.definitions.data(), loop.slots.size(), values));
        run = loop.last_run;
    }
    kernel_.evaluate(stage.runs.data() + run, stage.runs.size() - run, operands, values);
}

LaneStates::View LaneStates::look_and_choose() {
    evaluate(propnet_.view);
    View view{read(propnet_.terminal), {}};
    for (LaneChoice& choice : choices_) {
        LaneMask without;
        kernel_.choose(choice, words_of(values_), words_of(random_), without.words);
        view.stuck |= without;
    }
    return view;
}

void LaneStates::make(std::size_t lane, std::span<const std::uint32_t> joint_move) {
    const std::uint64_t bit = std::uint64_t{1} << (lane % 64);
    for (std::size_t role = 0; role < choices_.size(); ++role) {
        const LaneChoice& choice = choices_[role];
        std::uint64_t* first = words_of(values_) + choice.first_slot * width() + lane / 64;
        for (std::uint32_t i = 0; i < choice.possible_count; ++i)
            first[choice.possible[i] * width()] &= ~bit;
        first[joint_move[role] * width()] |= bit;
    }
}

void LaneStates::advance(const LaneMask& held, const LaneMask& restarted,
                         std::span<const std::uint8_t> start) {
    kernel_.advance(propnet_.next.data(), start.data(), propnet_.fluents(), held.words,
                    restarted.words, words_of(values_), words_of(next_));
}

std::vector<LaneMask> LaneStates::look_at_goals(const LaneMask& of) {
    evaluate(propnet_.goal_view);
    std::vector<LaneMask> once(propnet_.roles());
    std::vector<LaneMask> twice(propnet_.roles());
    for (const Propnet::Goal& goal : propnet_.goals) {
        const LaneMask holding = read(goal.literal) & of;
        twice[goal.role] |= once[goal.role] & holding;
        once[goal.role] |= holding;
    }
    for (std::size_t role = 0; role < propnet_.roles(); ++role)
        once[role] = once[role] - twice[role];
    return once;
}

}  // namespace boardworth
