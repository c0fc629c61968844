#include "rules/gdl/build/gates.h"

#include <algorithm>
#include <map>

namespace boardworth {

std::size_t Gates::add_input() {
    starts_.push_back(inputs_.size());
    return size() - 1;
}

void Gates::add_choice(std::span<const GateLiteral> inputs) {
    for (const GateLiteral input : inputs)
        choice_of_[node_of(input)] = static_cast<std::uint32_t>(choices_.size());
    choices_.emplace_back(inputs.begin(), inputs.end());
}

GateLiteral Gates::all_of(std::vector<GateLiteral> literals) {
    work.add(1 + literals.size());
    if (!simplify(literals) || !use_choices(literals) || !simplify(literals)) return never;
    if (literals.empty()) return always;
    return literals.size() == 1 ? literals[0] : gate(literals);
}

GateLiteral Gates::any_of(std::vector<GateLiteral> literals) {
    for (GateLiteral& literal : literals) literal = negated(literal);
    return negated(all_of(std::move(literals)));
}

bool Gates::simplify(std::vector<GateLiteral>& literals) {
    std::ranges::sort(literals);
    literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
    if (!literals.empty() && literals[0] == never) return false;
    std::erase(literals, always);
    return std::ranges::adjacent_find(literals, [](GateLiteral a, GateLiteral b) {
               return node_of(a) == node_of(b);
           }) == literals.end();
}

// Exactly one of a choice's inputs holds: if one does, no other does; that none of most of them
// does means that one of the rest does.
bool Gates::use_choices(std::vector<GateLiteral>& literals) {
    std::map<std::uint32_t, std::vector<GateLiteral>> excluded;
    std::map<std::uint32_t, GateLiteral> chosen;
    for (const GateLiteral literal : literals) {
        const auto choice = choice_of_.find(node_of(literal));
        if (choice == choice_of_.end()) continue;
        if (is_negated(literal))
            excluded[choice->second].push_back(negated(literal));
        else if (!chosen.emplace(choice->second, literal).second)
            return false;
    }
    for (const auto& [choice, inputs] : excluded) {
        const bool decided = chosen.contains(choice);
        if (!decided && 2 * inputs.size() <= choices_[choice].size()) continue;
        std::erase_if(literals, [&](GateLiteral literal) {
            return is_negated(literal) && std::ranges::binary_search(inputs, negated(literal));
        });
        if (decided) continue;
        work.add(choices_[choice].size());
        std::vector<GateLiteral> rest;
        std::ranges::set_difference(choices_[choice], inputs, std::back_inserter(rest));
        literals.push_back(any_of(std::move(rest)));
    }
    return true;
}

GateLiteral Gates::gate(const std::vector<GateLiteral>& literals) {
    std::uint64_t hash = literals.size();
    for (const GateLiteral literal : literals)
        hash = (hash ^ literal) * 0x9E3779B97F4A7C15u ^ (hash >> 29);
    const auto [first, last] = known_.equal_range(hash);
    for (auto found = first; found != last; ++found)
        if (std::ranges::equal(inputs(found->second), literals)) return literal_of(found->second);
    inputs_.insert(inputs_.end(), literals.begin(), literals.end());
    starts_.push_back(inputs_.size());
    known_.emplace(hash, static_cast<std::uint32_t>(size() - 1));
    return literal_of(size() - 1);
}

}  // namespace boardworth
