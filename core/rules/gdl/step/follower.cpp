#include "rules/gdl/step/follower.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "rules/gdl/step/evaluation.h"

namespace boardworth {

namespace {

// Operands of all effects that are remembered: 256 MB.
constexpr std::size_t max_remembered = 64'000'000;

// Where moves leave more operands than this to compute, their consequences are followed instead.
constexpr std::size_t large_effects = 2'000;

// The last inputs of a gate are the negated ones.
std::uint8_t gate_value(const EffectGate& gate, const std::uint32_t* inputs,
                        const std::uint8_t* values) {
    for (std::uint32_t i = 0; i < gate.positive; ++i)
        if (values[inputs[i]] == 0) return 0;
    for (std::uint32_t i = gate.positive; i < gate.positive + gate.negative; ++i)
        if (values[inputs[i]] != 0) return 0;
    return 1;
}

}  // namespace

Follower::Follower(const Propnet& propnet, std::optional<bool> follow_moves)
    : propnet_(propnet),
      values_(propnet.slots, 0),
      unmet_(propnet.slots, 0),
      level_of_(propnet.slots, 0),
      differing_((propnet.fluents() + 63) / 64),
      made_(propnet.roles(), 0),
      legal_(propnet.roles()) {
    if (propnet.step.loops.empty()) effects_.emplace(propnet);
    if (effects_ && !follow_moves) follow_moves = effects_->usual_operands() > large_effects;
    if (follow_moves.value_or(true)) effects_.reset();
    const FollowedNext next(propnet, !effects_);
    if (effects_) effects_->leave_out(next.fluents);
    const GuardedView view(propnet);
    order_parts(view, next);
    connect(view, next);
    for (std::size_t role = 0; role < propnet.roles(); ++role)
        legal_[role].resize((propnet.role_starts[role + 1] - propnet.role_starts[role] + 63) / 64);
    count(next.fluents);
    set_start();
}

// Parts stand in the order of their slots, in which each follows its inputs.
void Follower::order_parts(const GuardedView& view, const FollowedNext& next) {
    std::vector<GateBlock> blocks = gate_blocks(propnet_.view);
    if (!effects_) std::ranges::move(gate_blocks(propnet_.step), std::back_inserter(blocks));
    std::vector<std::vector<std::uint32_t>> inputs(propnet_.slots);  // by the least slot of a part
    for (const auto* gates : {&view.gates, &next.gates})
        for (const SingleGate& gate : *gates) {
            parts_.push_back({gate.output, no_block});
            for (const GateLiteral input : gate.inputs)
                inputs[gate.output].push_back(static_cast<std::uint32_t>(node_of(input)));
        }
    for (GateBlock& block : blocks) {
        parts_.push_back({block.members[0], static_cast<std::uint32_t>(blocks_.size())});
        inputs[block.members[0]] = block.inputs;
        std::vector<std::uint8_t> seen(block.inputs.size());
        blocks_.push_back({std::move(block), std::move(seen)});
    }
    std::ranges::sort(parts_, {}, &Part::slot);
    for (const Part& part : parts_) {
        std::uint32_t level = 0;
        for (const std::uint32_t input : inputs[part.slot])
            level = std::max(level, level_of_[input] + 1);
        if (levels_.size() <= level) levels_.resize(level + 1);
        level_of_[part.slot] = level;
        if (part.block == no_block) continue;
        levels_[level].blocks.push_back(part.block);
        for (const std::uint32_t member : blocks_[part.block].block.members)
            level_of_[member] = level;
    }
}

void Follower::connect(const GuardedView& view, const FollowedNext& next) {
    std::vector<std::vector<GateLiteral>> consumers(propnet_.slots);
    for (const auto* gates : {&view.gates, &next.gates})
        for (const SingleGate& gate : *gates)
            for (const GateLiteral input : gate.inputs)
                consumers[node_of(input)].push_back(literal_of(gate.output) | (input & 1));
    std::vector<std::vector<std::uint32_t>> nexts(propnet_.slots);
    for (std::uint32_t fluent = 0; fluent < propnet_.fluents(); ++fluent) {
        if (!next.fluents[fluent]) continue;
        nexts[node_of(propnet_.next[fluent])].push_back(fluent);
        nexts[1 + fluent].push_back(fluent);
    }
    const auto add_uses = [&] {
        uses_.push_back({static_cast<std::uint32_t>(consumers_.size()),
                         static_cast<std::uint32_t>(conditions_.size()),
                         static_cast<std::uint32_t>(nexts_.size())});
    };
    for (std::size_t slot = 0; slot < propnet_.slots; ++slot) {
        add_uses();
        consumers_.insert(consumers_.end(), consumers[slot].begin(), consumers[slot].end());
        conditions_.insert(conditions_.end(), view.conditions[slot].begin(),
                           view.conditions[slot].end());
        nexts_.insert(nexts_.end(), nexts[slot].begin(), nexts[slot].end());
    }
    add_uses();
    groups_ = view.groups;
}

void Follower::set_start() {
    move_to([&](std::size_t fluent) { return propnet_.initial[fluent]; });
}

void Follower::set_state(std::span<const std::uint8_t> packed) {
    move_to([&](std::size_t fluent) { return packed[fluent / 8] >> (fluent % 8) & 1; });
}

template <class Target>
void Follower::move_to(const Target& target) {
    changed_.clear();
    marks_.clear();
    for (std::uint32_t fluent = 0; fluent < propnet_.fluents(); ++fluent)
        if (values_[1 + fluent] != target(fluent)) flip(1 + fluent);
    settle();
}

// Everything from a state in which nothing holds: gates stand in an order in which each follows its
// inputs.
void Follower::count(const std::vector<bool>& followed) {
    const auto tell = [&](std::uint32_t slot) {
        for (std::uint32_t i = uses_[slot].first_consumer; i < uses_[slot + 1].first_consumer; ++i)
            unmet_[node_of(consumers_[i])] += is_negated(consumers_[i]) == (values_[slot] != 0);
        for (std::uint32_t i = uses_[slot].first_condition; i < uses_[slot + 1].first_condition;
             ++i) {
            const LegalCondition& condition = conditions_[i];
            if ((values_[slot] != 0) != condition.negated)
                add_bit(groups_[condition.role][condition.group].bits, condition.move);
        }
    };
    const std::size_t inputs = propnet_.first_move() + propnet_.moves();
    for (std::uint32_t slot = 0; slot < inputs; ++slot) tell(slot);
    for (const Part& part : parts_) {
        if (part.block == no_block) {
            values_[part.slot] = unmet_[part.slot] == 0;
            tell(part.slot);
            continue;
        }
        FollowedBlock& followed_block = blocks_[part.block];
        evaluate(followed_block);
        for (const std::uint32_t member : followed_block.block.members) tell(member);
    }
    for (std::uint32_t fluent = 0; fluent < propnet_.fluents(); ++fluent)
        if (followed[fluent] && holds(propnet_.next[fluent])) add_bit(differing_, fluent);
}

std::uint32_t Follower::legal_count(std::size_t role) {
    std::vector<std::uint64_t>& words = legal_[role];
    std::ranges::fill(words, 0);
    for (const GuardedMoves& group : groups_[role]) {
        if (!holds(group.guard)) continue;
        for (std::size_t i = 0; i < words.size(); ++i) words[i] |= group.bits[i];
    }
    int count = 0;
    for (const std::uint64_t word : words) count += std::popcount(word);
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

std::vector<std::uint32_t> Follower::legal_moves(std::size_t role) {
    std::vector<std::uint32_t> moves;
    moves.reserve(legal_count(role));
    each_counted(role, [&](std::uint32_t move) { moves.push_back(move); });
    return moves;
}

std::vector<std::optional<int>> Follower::goals() {
    boardworth::evaluate(propnet_.goal_view, values_);
    return unique_goals(propnet_, [&](GateLiteral literal) { return holds(literal); });
}

bool Follower::can_move(std::size_t role) const {
    return std::ranges::any_of(groups_[role], [&](const GuardedMoves& group) {
        return holds(group.guard) &&
               std::ranges::any_of(group.bits, [](std::uint64_t word) { return word != 0; });
    });
}

void Follower::change(std::span<const std::uint32_t> fluents) {
    changed_.clear();
    marks_.clear();
    for (const std::uint32_t fluent : fluents) flip(1 + fluent);
    settle();
}

void Follower::play(std::span<const std::uint32_t> joint_move) {
    marks_.push_back(changed_.size());
    if (effects_)
        find_changes(effects_of(joint_move));
    else
        make_moves(joint_move);
    find_followed_changes();
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
    const std::uint32_t now = values_[slot] ^= 1;
    const Uses first = uses_[slot];
    const Uses last = uses_[slot + 1];
    for (std::uint32_t i = first.first_consumer; i < last.first_consumer; ++i) {
        const auto gate = static_cast<std::uint32_t>(node_of(consumers_[i]));
        const std::int32_t before = unmet_[gate];
        const std::int32_t after = before + (((consumers_[i] ^ now) & 1) != 0 ? -1 : 1);
        unmet_[gate] = after;
        if (before == 0 || after == 0) levels_[level_of_[gate]].waiting.push_back(gate);
    }
    for (std::uint32_t i = first.first_condition; i < last.first_condition; ++i) {
        const LegalCondition& condition = conditions_[i];
        flip_bit(groups_[condition.role][condition.group].bits, condition.move);
    }
    for (std::uint32_t i = first.first_next; i < last.first_next; ++i)
        flip_bit(differing_, nexts_[i]);
}

// The last moves stay made until others are: where a role waits, it does the same again.
void Follower::make_moves(std::span<const std::uint32_t> joint_move) {
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
        const auto slot = static_cast<std::uint32_t>(propnet_.first_move() +
                                                     propnet_.role_starts[role] + joint_move[role]);
        if (made_[role] == slot) continue;
        if (made_[role] != 0) flip(made_[role]);
        flip(slot);
        made_[role] = slot;
    }
    settle();
}

void Follower::find_followed_changes() {
    for_each_bit(differing_, [&](std::uint32_t fluent) { changed_.push_back(fluent); });
}

// Level by level, so that no gate changes twice.
void Follower::settle() {
    for (Level& level : levels_) {
        for (const std::uint32_t block : level.blocks) settle(blocks_[block]);
        for (const std::uint32_t gate : level.waiting)
            if ((unmet_[gate] == 0) != (values_[gate] != 0)) flip(gate);
        level.waiting.clear();
    }
}

// A block is computed anew if one of its inputs has changed.
void Follower::settle(FollowedBlock& followed) {
    const GateBlock& block = followed.block;
    bool same = true;
    for (std::size_t i = 0; i < block.inputs.size() && same; ++i)
        same = followed.seen[i] == values_[block.inputs[i]];
    if (same) return;
    std::vector<std::uint8_t> before;
    for (const std::uint32_t member : block.members) before.push_back(values_[member]);
    evaluate(followed);
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (values_[block.members[i]] == before[i]) continue;
        values_[block.members[i]] = before[i];
        flip(block.members[i]);
    }
}

void Follower::evaluate(FollowedBlock& followed) {
    const GateBlock& block = followed.block;
    for (std::size_t i = 0; i < block.inputs.size(); ++i)
        followed.seen[i] = values_[block.inputs[i]];
    evaluate_loop(*block.stage, *block.loop, block.first_operand, values_);
}

std::optional<std::uint64_t> Follower::key_of(std::span<const std::uint32_t> joint_move) const {
    std::uint64_t key = 0;
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
        const std::uint64_t moves = propnet_.role_starts[role + 1] - propnet_.role_starts[role];
        if (key > ~std::uint64_t{0} / moves - 1) return {};
        key = key * moves + joint_move[role];
    }
    return key;
}

const Effects& Follower::effects_of(std::span<const std::uint32_t> joint_move) {
    const std::optional<std::uint64_t> key = key_of(joint_move);
    if (key)
        if (const auto found = known_.find(*key); found != known_.end()) return found->second;
    std::vector<std::uint32_t> slots;
    for (std::size_t role = 0; role < joint_move.size(); ++role)
        slots.push_back(static_cast<std::uint32_t>(propnet_.first_move() +
                                                   propnet_.role_starts[role] + joint_move[role]));
    forgotten_ = effects_->of(slots);
    if (!key || remembered_ > max_remembered) return forgotten_;
    remembered_ += forgotten_.operands.size() + 3 * forgotten_.gates.size() +
                   2 * forgotten_.fluents.size() + 64;
    return known_.emplace(*key, std::move(forgotten_)).first->second;
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

}  // namespace boardworth
