#include "rules/gdl/build/rule_gates.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "errors.h"

namespace boardworth {

namespace {

std::size_t atom_count(const GroundRules& rules, std::int32_t largest_input) {
    std::int32_t atoms = std::max(largest_input, 0);
    for (const std::int32_t head : rules.heads) atoms = std::max(atoms, head);
    for (const std::int32_t literal : rules.literals) atoms = std::max(atoms, std::abs(literal));
    return static_cast<std::size_t>(atoms) + 1;
}

}  // namespace

RuleGates::RuleGates(Gates& gates, const GroundRules& rules, std::int32_t largest_input)
    : gates_(gates),
      rules_(rules),
      literals_(atom_count(rules, largest_input), unknown),
      components_(literals_.size()) {
    const std::size_t count = literals_.size();
    rule_starts_.assign(count + 1, 0);
    for (const std::int32_t head : rules.heads) ++rule_starts_[static_cast<std::size_t>(head) + 1];
    for (std::size_t atom = 0; atom < count; ++atom) rule_starts_[atom + 1] += rule_starts_[atom];
    rules_by_head_.resize(rules.heads.size());
    std::vector<std::size_t> free(rule_starts_);
    for (std::size_t rule = 0; rule < rules.heads.size(); ++rule)
        rules_by_head_[free[static_cast<std::size_t>(rules.heads[rule])]++] =
            static_cast<std::uint32_t>(rule);
}

std::span<const std::uint32_t> RuleGates::rules_of(std::int32_t atom) const {
    const auto at = static_cast<std::size_t>(atom);
    return std::span(rules_by_head_)
        .subspan(rule_starts_[at], rule_starts_[at + 1] - rule_starts_[at]);
}

std::span<const std::int32_t> RuleGates::body(std::uint32_t rule) const {
    return std::span(rules_.literals)
        .subspan(rules_.starts[rule], rules_.starts[rule + 1] - rules_.starts[rule]);
}

GateLiteral RuleGates::literal(std::int32_t atom) {
    if (atom <= 0) return atom == 0 ? always : never;
    if (static_cast<std::size_t>(atom) >= literals_.size()) return never;
    if (literal_of_atom(atom) == unknown)
        components_.visit(
            atom, [&](std::int32_t other) { return open_below(other); },
            [&](std::span<const std::int32_t> component) { define(component); });
    return literal_of_atom(atom);
}

// The atoms that one depends on whose literals are not known yet.
std::vector<std::int32_t> RuleGates::open_below(std::int32_t atom) {
    std::vector<std::int32_t> atoms;
    for (const std::uint32_t rule : rules_of(atom)) {
        gates_.work.add(body(rule).size());
        for (const std::int32_t literal : body(rule))
            if (literal_of_atom(std::abs(literal)) == unknown) atoms.push_back(std::abs(literal));
    }
    return atoms;
}

void RuleGates::define(std::span<const std::int32_t> component) {
    if (component.size() > 1)
        define_loop(component);
    else
        literal_of_atom(component[0]) = definition(component[0], false);
}

void RuleGates::define_loop(std::span<const std::int32_t> component) {
    AtomLoop loop;
    for (const std::int32_t atom : component) {
        loop.nodes.push_back(gates_.add_input());
        literal_of_atom(atom) = literal_of(loop.nodes.back());
    }
    const auto inside = [&](std::int32_t literal) {
        if (literal >= 0) return false;
        const std::size_t node = node_of(literal_of_atom(-literal));
        return node >= loop.nodes.front() && node <= loop.nodes.back();
    };
    for (const std::int32_t atom : component)
        for (const std::uint32_t rule : rules_of(atom))
            if (std::ranges::any_of(body(rule), inside))
                throw FormatError("an atom depends on its own negation");
    loop.first_node = gates_.size();
    for (const std::int32_t atom : component) loop.definitions.push_back(definition(atom, true));
    loop.last_node = gates_.size();
    loops.push_back(std::move(loop));
}

GateLiteral RuleGates::definition(std::int32_t atom, bool looping) {
    std::vector<std::vector<GateLiteral>> products;
    for (const std::uint32_t rule : rules_of(atom)) {
        std::optional<std::vector<GateLiteral>> product(std::in_place);
        for (const std::int32_t condition : body(rule)) {
            if (!looping && condition == atom) product.reset();  // nothing follows from itself
            if (!looping && condition == -atom)
                throw FormatError("an atom depends on its own negation");
            if (!product) break;
            const GateLiteral value = literal_of_atom(std::abs(condition));
            const GateLiteral literal = condition < 0 ? negated(value) : value;
            if (literal == never) product.reset();
            if (!product) break;
            if (literal != always) product->push_back(literal);
        }
        if (product) products.push_back(std::move(*product));
    }
    return sum_of_products(gates_, std::move(products));
}

}  // namespace boardworth
