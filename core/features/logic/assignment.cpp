#include "features/logic/assignment.h"

#include <algorithm>

namespace boardworth {

Assignment::Assignment(const FactShape& shape)
    : max_values_(static_cast<std::size_t>(shape.max_values())),
      value_(static_cast<std::size_t>(shape.atoms()), no_value),
      excluded_(value_.size() * max_values_),
      excluded_of_(value_.size()),
      constraints_of_(value_.size()) {
    for (int atom = 0; atom < shape.atoms(); ++atom)
        values_.push_back(static_cast<std::uint32_t>(shape.values(atom)));
}

void Assignment::set_constraints(const Conjunctions& constraints) {
    constraints_ = constraints;
    for (std::size_t i = 0; i < constraints_.size(); ++i)
        for (const LiteralCode literal : constraints_[i])
            constraints_of_[atom_of(literal)].push_back(i);
}

bool Assignment::add(LiteralCode literal) {
    const Truth now = truth(literal);
    if (now != Truth::unknown) return now == Truth::holds;
    const std::size_t atom = atom_of(literal);
    if (is_negated(literal))
        exclude(atom, relation_of(literal));
    else
        set_value(atom, relation_of(literal));
    return !breaks_a_constraint(atom);
}

bool Assignment::add(ConjunctionView literals) {
    return std::ranges::all_of(literals, [this](LiteralCode literal) { return add(literal); });
}

Truth Assignment::truth(LiteralCode literal) const {
    const Relation relation = relation_of(literal);
    const std::int32_t value = value_[atom_of(literal)];
    if (value == no_value && excluded_[relation] == 0) return Truth::unknown;
    return (value == relation) != is_negated(literal) ? Truth::holds : Truth::fails;
}

bool Assignment::implies(ConjunctionView literals) const {
    return std::ranges::all_of(
        literals, [this](LiteralCode literal) { return truth(literal) == Truth::holds; });
}

std::pair<std::size_t, std::size_t> Assignment::strength(ConjunctionView literals) const {
    std::size_t count = 0;
    std::size_t excluded = 0;
    for (std::size_t i = 0; i < literals.size(); ++i) {
        const std::size_t atom = atom_of(literals[i]);
        count += i == 0 || atom != atom_of(literals[i - 1]) ? 1 : 0;
        excluded += is_negated(literals[i]) ? 1 : values_[atom] - 1;
    }
    return {count, excluded};
}

std::vector<LiteralCode> Assignment::known() const {
    std::vector<LiteralCode> found;
    for (const LiteralCode literal : trail_)
        if (!is_negated(literal) || value_[atom_of(literal)] == no_value) found.push_back(literal);
    std::ranges::sort(found);
    return found;
}

void Assignment::undo(std::size_t mark) {
    while (trail_.size() > mark) {
        const LiteralCode literal = trail_.back();
        trail_.pop_back();
        if (is_negated(literal)) {
            excluded_[relation_of(literal)] = 0;
            --excluded_of_[atom_of(literal)];
        } else {
            value_[atom_of(literal)] = no_value;
        }
    }
}

void Assignment::set_value(std::size_t atom, Relation relation) {
    value_[atom] = relation;
    trail_.push_back(literal_of(relation, false));
}

void Assignment::exclude(std::size_t atom, Relation relation) {
    excluded_[relation] = 1;
    trail_.push_back(literal_of(relation, true));
    if (++excluded_of_[atom] + 1 != values_[atom]) return;
    const auto first = excluded_.begin() + static_cast<std::ptrdiff_t>(atom * max_values_);
    const auto left = std::find(first, first + static_cast<std::ptrdiff_t>(max_values_), 0);
    set_value(atom, static_cast<Relation>(left - excluded_.begin()));
}

bool Assignment::breaks_a_constraint(std::size_t atom) const {
    return std::ranges::any_of(constraints_of_[atom],
                               [this](std::size_t i) { return implies(constraints_[i]); });
}

}  // namespace boardworth
