#include "rules/gdl/analyse/definitions.h"

#include <algorithm>
#include <cstdlib>

#include "rules/gdl/ground/strong_components.h"

namespace boardworth {

Definitions::Definitions(const GroundRules& rules, const std::vector<std::int32_t>& inputs,
                         const std::vector<std::int32_t>& outputs)
    : outputs_(outputs) {
    for (const auto* atoms : {&inputs, &outputs, &rules.heads})
        for (const std::int32_t atom : *atoms) last_atom_ = std::max(last_atom_, atom);
    for (const std::int32_t literal : rules.literals)
        last_atom_ = std::max(last_atom_, std::abs(literal));
    bodies_.resize(static_cast<std::size_t>(last_atom_) + 1);
    inputs_.resize(bodies_.size());
    for (const std::int32_t atom : inputs) inputs_[static_cast<std::size_t>(atom)] = true;
    for (std::size_t rule = 0; rule < rules.heads.size(); ++rule)
        if (!is_input(rules.heads[rule]))
            bodies(rules.heads[rule])
                .emplace_back(
                    rules.literals.begin() + static_cast<std::ptrdiff_t>(rules.starts[rule]),
                    rules.literals.begin() + static_cast<std::ptrdiff_t>(rules.starts[rule + 1]));
}

std::vector<std::vector<std::int32_t>> Definitions::components() const {
    std::vector<std::vector<std::int32_t>> found;
    StrongComponents components(size());
    const auto below = [&](std::int32_t atom) {
        std::vector<std::int32_t> atoms;
        for (const Body& body : bodies(atom))
            for (const std::int32_t literal : body) atoms.push_back(std::abs(literal));
        return atoms;
    };
    for (const std::int32_t atom : outputs_)
        components.visit(atom, below, [&](const auto& atoms) { found.push_back(atoms); });
    return found;
}

std::int32_t Definitions::add_atom() {
    bodies_.emplace_back();
    inputs_.push_back(false);
    return ++last_atom_;
}

std::int32_t Definitions::marker(std::int32_t count) {
    const auto known = std::ranges::find(counts_, count) - counts_.begin();
    if (static_cast<std::size_t>(known) == counts_.size()) {
        counts_.push_back(count);
        bodies_.emplace_back();
        inputs_.push_back(true);
    }
    return last_atom_ + 1 + static_cast<std::int32_t>(known);
}

GroundRules Definitions::rules_below(const std::vector<std::int32_t>& atoms) const {
    GroundRules rules;
    std::vector<std::int32_t> ahead = atoms;
    std::vector<bool> reached(size());
    while (!ahead.empty()) {
        const std::int32_t atom = ahead.back();
        ahead.pop_back();
        if (reached[static_cast<std::size_t>(atom)]) continue;
        reached[static_cast<std::size_t>(atom)] = true;
        for (const Body& body : bodies(atom)) {
            rules.heads.push_back(atom);
            rules.literals.insert(rules.literals.end(), body.begin(), body.end());
            rules.starts.push_back(rules.literals.size());
            for (const std::int32_t literal : body) ahead.push_back(std::abs(literal));
        }
    }
    return rules;
}

}  // namespace boardworth
