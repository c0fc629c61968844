#include "rules/network/follower.h"

#include <algorithm>
#include <bit>
#include <random>

namespace boardworth {

namespace {

// Moves are filled in for a joint move that comes again; until it has, and when memory is used up,
// the whole step is computed.
constexpr std::uint32_t uses_before_filling_in = 2;
constexpr std::size_t most_remembered = 32'000'000;  // operands
constexpr std::size_t most_known = 1'000'000;        // joint moves

// The last inputs of a gate are the negated ones.
template <class Gate>
std::uint8_t gate_value(const Gate& gate, const std::uint32_t* inputs, const std::uint8_t* values) {
    for (std::uint32_t i = 0; i < gate.positive; ++i)
        if (values[inputs[i]] == 0) return 0;
    for (std::uint32_t i = gate.positive; i < gate.positive + gate.negative; ++i)
        if (values[inputs[i]] != 0) return 0;
    return 1;
}

}  // namespace

bool Follower::can_follow(const Network& network) {
    return network.view.loops.empty() && network.goal_view.loops.empty() &&
           network.step.loops.empty();
}

Follower::Follower(const Network& network)
    : network_(network),
      effects_(network),
      values_(network.slots, 0),
      unmet_(network.slots, 0),
      legal_(network.roles()) {
    connect(GuardedView(network));
    for (std::size_t role = 0; role < network.roles(); ++role)
        legal_[role].resize((network.role_starts[role + 1] - network.role_starts[role] + 63) / 64);
    set_start();
}

void Follower::connect(const GuardedView& view) {
    std::vector<std::vector<Consumer>> consumers(network_.slots);
    for (const GuardedView::Gate& gate : view.gates) {
        gates_.push_back(gate.output);
        for (const GateLiteral input : gate.inputs)
            consumers[node_of(input)].push_back({gate.output, is_negated(input) ? 1 : -1});
    }
    for (std::size_t slot = 0; slot < network_.slots; ++slot) {
        consumer_starts_.push_back(static_cast<std::uint32_t>(consumers_.size()));
        condition_starts_.push_back(static_cast<std::uint32_t>(conditions_.size()));
        consumers_.insert(consumers_.end(), consumers[slot].begin(), consumers[slot].end());
        conditions_.insert(conditions_.end(), view.conditions[slot].begin(),
                           view.conditions[slot].end());
    }
    consumer_starts_.push_back(static_cast<std::uint32_t>(consumers_.size()));
    condition_starts_.push_back(static_cast<std::uint32_t>(conditions_.size()));
    groups_ = view.groups;
}

void Follower::set_start() {
    std::ranges::copy(network_.initial, values_.begin() + 1);
    recount();
}

void Follower::set_state(std::span<const std::uint8_t> packed) {
    for (std::size_t fluent = 0; fluent < network_.fluents(); ++fluent)
        values_[1 + fluent] = packed[fluent / 8] >> (fluent % 8) & 1;
    recount();
}

std::vector<std::uint8_t> Follower::state() const {
    std::vector<std::uint8_t> packed(network_.packed_size());
    for (std::size_t fluent = 0; fluent < network_.fluents(); ++fluent)
        packed[fluent / 8] |= static_cast<std::uint8_t>(values_[1 + fluent] << (fluent % 8));
    return packed;
}

// Everything from the fluents: gates stand in an order in which each follows its inputs.
void Follower::recount() {
    changed_.clear();
    marks_.clear();
    std::ranges::fill(unmet_, 0);
    for (auto& groups : groups_)
        for (GuardedMoves& group : groups) std::ranges::fill(group.bits, 0);
    const auto tell = [&](std::uint32_t slot) {
        for (std::uint32_t i = consumer_starts_[slot]; i < consumer_starts_[slot + 1]; ++i)
            unmet_[consumers_[i].gate] += (consumers_[i].when_true > 0) == (values_[slot] != 0);
        for (std::uint32_t i = condition_starts_[slot]; i < condition_starts_[slot + 1]; ++i) {
            const LegalCondition& condition = conditions_[i];
            if ((values_[slot] != 0) != condition.negated)
                groups_[condition.role][condition.group].bits[condition.move / 64] |=
                    std::uint64_t{1} << (condition.move % 64);
        }
    };
    for (std::uint32_t slot = 0; slot < network_.first_move(); ++slot) tell(slot);
    for (const std::uint32_t gate : gates_) {
        values_[gate] = unmet_[gate] == 0;
        tell(gate);
    }
}

void Follower::legal_words(std::size_t role, std::span<std::uint64_t> words) const {
    std::ranges::fill(words, 0);
    for (const GuardedMoves& group : groups_[role]) {
        if (!holds(group.guard)) continue;
        for (std::size_t i = 0; i < words.size(); ++i) words[i] |= group.bits[i];
    }
}

std::uint32_t Follower::legal_count(std::size_t role) {
    legal_words(role, legal_[role]);
    int count = 0;
    for (const std::uint64_t word : legal_[role]) count += std::popcount(word);
    return static_cast<std::uint32_t>(count);
}

std::uint32_t Follower::legal_move(std::size_t role, std::uint32_t number) const {
    std::size_t word = 0;
    for (;; ++word) {
        const auto count = static_cast<std::uint32_t>(std::popcount(legal_[role][word]));
        if (number < count) break;
        number -= count;
    }
    std::uint64_t bits = legal_[role][word];
    for (; number > 0; --number) bits &= bits - 1;
    return static_cast<std::uint32_t>(64 * word) +
           static_cast<std::uint32_t>(std::countr_zero(bits));
}

std::vector<std::uint32_t> Follower::legal_moves(std::size_t role) const {
    std::vector<std::uint64_t> words(legal_[role].size());
    legal_words(role, words);
    std::vector<std::uint32_t> moves;
    for (std::size_t i = 0; i < words.size(); ++i)
        for (std::uint64_t bits = words[i]; bits != 0; bits &= bits - 1)
            moves.push_back(static_cast<std::uint32_t>(
                64 * i + static_cast<std::size_t>(std::countr_zero(bits))));
    return moves;
}

std::vector<std::optional<int>> Follower::goals() {
    const std::uint32_t* operand = network_.goal_view.operands.data();
    for (const GateRun& run : network_.goal_view.runs)
        for (std::uint32_t gate = 0; gate < run.gates; ++gate) {
            values_[run.first_output + gate] = gate_value(run, operand, values_.data());
            operand += run.positive + run.negative;
        }
    return unique_goals(network_, [&](GateLiteral literal) { return holds(literal); });
}

void Follower::play(std::span<const std::uint32_t> joint_move) {
    marks_.push_back(changed_.size());
    if (const Effects* effects = effects_of(joint_move))
        find_changes(*effects);
    else
        find_changes_plainly(joint_move);
    for (std::size_t i = marks_.back(); i < changed_.size(); ++i) flip(1 + changed_[i]);
    settle();
}

void Follower::undo() {
    const std::size_t mark = marks_.back();
    marks_.pop_back();
    for (std::size_t i = mark; i < changed_.size(); ++i) flip(1 + changed_[i]);
    changed_.resize(mark);
    settle();
}

void Follower::flip(std::uint32_t slot) {
    const bool now = (values_[slot] ^= 1) != 0;
    for (std::uint32_t i = consumer_starts_[slot]; i < consumer_starts_[slot + 1]; ++i) {
        const Consumer& consumer = consumers_[i];
        std::int32_t& unmet = unmet_[consumer.gate];
        const bool held = unmet == 0;
        unmet += now ? consumer.when_true : -consumer.when_true;
        if (held || unmet == 0) waiting_.push_back(consumer.gate);
    }
    for (std::uint32_t i = condition_starts_[slot]; i < condition_starts_[slot + 1]; ++i) {
        const LegalCondition& condition = conditions_[i];
        groups_[condition.role][condition.group].bits[condition.move / 64] ^=
            std::uint64_t{1} << (condition.move % 64);
    }
}

// Gates that hold again when their turn comes are left alone.
void Follower::settle() {
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
        const std::uint32_t gate = waiting_[i];
        if ((unmet_[gate] == 0) != (values_[gate] != 0)) flip(gate);
    }
    waiting_.clear();
}

const Effects* Follower::effects_of(std::span<const std::uint32_t> joint_move) {
    std::uint64_t key = 0;
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
        const std::uint64_t moves = network_.role_starts[role + 1] - network_.role_starts[role];
        if (key > ~std::uint64_t{0} / moves - 1) return nullptr;
        key = key * moves + joint_move[role];
    }
    if (known_.size() > most_known) known_.clear();
    KnownEffects& known = known_[key];
    if (known.effects) return &*known.effects;
    if (known.uses++ < uses_before_filling_in || remembered_ > most_remembered) return nullptr;
    std::vector<std::uint32_t> slots;
    for (std::size_t role = 0; role < joint_move.size(); ++role)
        slots.push_back(static_cast<std::uint32_t>(network_.first_move() +
                                                   network_.role_starts[role] + joint_move[role]));
    known.effects = effects_.of(slots);
    remembered_ += known.effects->operands.size() + known.effects->fluents.size();
    return &*known.effects;
}

void Follower::find_changes(const Effects& effects) {
    const std::uint32_t* operand = effects.operands.data();
    for (const EffectGate& gate : effects.gates) {
        values_[gate.output] = gate_value(gate, operand, values_.data());
        operand += gate.positive + gate.negative;
    }
    for (std::size_t i = 0; i < effects.fluents.size(); ++i)
        if (holds(effects.values[i]) != (values_[1 + effects.fluents[i]] != 0))
            changed_.push_back(effects.fluents[i]);
}

void Follower::find_changes_plainly(std::span<const std::uint32_t> joint_move) {
    const auto chosen = [&](std::size_t role) -> std::uint8_t& {
        return values_[network_.first_move() + network_.role_starts[role] + joint_move[role]];
    };
    for (std::size_t role = 0; role < joint_move.size(); ++role) chosen(role) = 1;
    const std::uint32_t* operand = network_.step.operands.data();
    for (const GateRun& run : network_.step.runs)
        for (std::uint32_t gate = 0; gate < run.gates; ++gate) {
            values_[run.first_output + gate] = gate_value(run, operand, values_.data());
            operand += run.positive + run.negative;
        }
    for (std::size_t fluent = 0; fluent < network_.fluents(); ++fluent)
        if (holds(network_.next[fluent]) != (values_[1 + fluent] != 0))
            changed_.push_back(static_cast<std::uint32_t>(fluent));
    for (std::size_t role = 0; role < joint_move.size(); ++role) chosen(role) = 0;
}

}  // namespace boardworth
