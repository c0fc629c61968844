#include "rules/gdl/interpreter/tables.h"

#include <algorithm>

namespace boardworth {

std::uint32_t CallTable::find(std::uint32_t question, std::span<const TermId> inputs) const {
    return call_index_.find(hash_of(question, inputs), [&](std::uint32_t call) {
        return calls_[call].question == question &&
               std::equal(inputs.begin(), inputs.end(), keys_.begin() + calls_[call].key);
    });
}

std::uint32_t CallTable::add(std::uint32_t question, std::span<const TermId> inputs) {
    const auto call = static_cast<std::uint32_t>(calls_.size());
    calls_.push_back({.question = question, .key = static_cast<std::uint32_t>(keys_.size())});
    input_counts_.push_back(static_cast<std::uint32_t>(inputs.size()));
    keys_.insert(keys_.end(), inputs.begin(), inputs.end());
    call_index_.insert(hash_of(question, inputs), call, [&](std::uint32_t other) {
        return hash_of(calls_[other].question,
                       std::span(keys_).subspan(calls_[other].key, input_counts_[other]));
    });
    return call;
}

bool CallTable::add_new_answer(std::uint32_t call, std::span<const TermId> outputs) {
    const std::uint64_t hash = hash_of(call, outputs);
    const std::uint32_t found = answer_index_.find(hash, [&](std::uint32_t answer) {
        return static_cast<std::uint32_t>(answers_[answer + 1]) == call &&
               std::equal(outputs.begin(), outputs.end(), this->outputs(answer));
    });
    if (found != HashIndex::none) return false;
    add_answer(call, outputs);
    answer_index_.insert(hash, calls_[call].last,
                         [&](std::uint32_t answer) { return hash_of_answer(answer); });
    return true;
}

void CallTable::add_answer(std::uint32_t call, std::span<const TermId> outputs) {
    const auto answer = static_cast<std::uint32_t>(answers_.size());
    answers_.insert(answers_.end(), {0, static_cast<std::int32_t>(call),
                                     static_cast<std::int32_t>(outputs.size())});
    answers_.insert(answers_.end(), outputs.begin(), outputs.end());
    Call& asked = calls_[call];
    if (asked.last == 0)
        asked.first = answer;
    else
        answers_[asked.last] = static_cast<std::int32_t>(answer);
    asked.last = answer;
}

std::uint64_t CallTable::hash_of_answer(std::uint32_t answer) const {
    return hash_of(static_cast<std::uint32_t>(answers_[answer + 1]),
                   {outputs(answer), static_cast<std::size_t>(answers_[answer + 2])});
}

void CallTable::clear() {
    calls_.clear();
    input_counts_.clear();
    keys_.clear();
    answers_.assign(1, 0);
    call_index_.clear();
    answer_index_.clear();
}

std::size_t CallTable::bytes() const {
    return calls_.size() * (sizeof(Call) + sizeof(std::uint32_t)) +
           (keys_.size() + answers_.size()) * sizeof(TermId) + call_index_.bytes() +
           answer_index_.bytes();
}

}  // namespace boardworth
