#include "rules/gdl/build/rule_gates.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "errors.h"

namespace boardworth {

RuleGates::RuleGates(Gates& gates, const GroundRules& rules, std::int32_t largest_input)
    : gates_(gates), rules_(rules) {
    std::int32_t atoms = std::max(largest_input, 0);
    for (const std::int32_t head : rules.heads) atoms = std::max(atoms, head);
    for (const std::int32_t literal : rules.literals) atoms = std::max(atoms, std::abs(literal));
    const auto count = static_cast<std::size_t>(atoms) + 1;
    literals_.assign(count, unknown);
    order_.assign(count, 0);
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
    if (literal_of_atom(atom) == unknown) resolve(atom);
    return literal_of_atom(atom);
}

// Tarjan's strongly connected components, without recursion: rules may be nested deeply.
void RuleGates::resolve(std::int32_t atom) {
    enter(atom);
    while (!path_.empty()) {
        if (advance(path_.back())) continue;
        const Visit done = path_.back();
        path_.pop_back();
        if (!path_.empty()) path_.back().lowest = std::min(path_.back().lowest, done.lowest);
        if (done.lowest != order_[static_cast<std::size_t>(done.atom)]) continue;
        const auto first = std::prev(std::find(open_.rbegin(), open_.rend(), done.atom).base());
        const std::vector<std::int32_t> component(first, open_.end());
        open_.erase(first, open_.end());
        define(component);
    }
}

void RuleGates::enter(std::int32_t atom) {
    order_[static_cast<std::size_t>(atom)] = ++visited_;
    path_.push_back({atom, 0, 0, visited_});
    open_.push_back(atom);
}

// Looks at the next atom that this one depends on; false if there is none left.
bool RuleGates::advance(Visit& visit) {
    const auto rules = rules_of(visit.atom);
    for (; visit.rule < rules.size(); ++visit.rule, visit.condition = 0) {
        const auto conditions = body(rules[visit.rule]);
        if (visit.condition == conditions.size()) continue;
        gates_.work.add(1);
        const std::int32_t other = std::abs(conditions[visit.condition++]);
        if (literal_of_atom(other) != unknown) return true;
        const std::uint32_t seen = order_[static_cast<std::size_t>(other)];
        if (seen == 0)
            enter(other);
        else
            visit.lowest = std::min(visit.lowest, seen);
        return true;
    }
    return false;
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
