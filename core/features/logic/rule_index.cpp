#include "features/logic/rule_index.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "errors.h"
#include "rules/gdl/ground/strong_components.h"

namespace boardworth {

RuleIndex::RuleIndex(LogicRules rules) : rules_(std::move(rules)) {
    check();
    std::int32_t last = std::max(rules_.impossible, 0);
    for (const std::int32_t head : rules_.rules.heads) last = std::max(last, head);
    for (const std::int32_t literal : rules_.rules.literals)
        last = std::max(last, std::abs(literal));
    for (const StateFact& fact : rules_.facts) last = std::max(last, fact.atom);
    for (const MoveAtom& move : rules_.moves) last = std::max({last, move.atom, move.legal});
    kinds_.resize(at(last) + 1, Kind::derived);
    numbers_.resize(kinds_.size());
    name_atoms();
    sort_rules();
    find_cycles();
}

void RuleIndex::check() const {
    const auto& [heads, starts, literals] = rules_.rules;
    const auto require = [](bool right) {
        if (!right) throw FormatError("ground rules that make no sense");
    };
    require(starts.size() == heads.size() + 1 && starts.front() == 0 &&
            starts.back() == literals.size() && std::ranges::is_sorted(starts));
    require(std::ranges::all_of(heads, [](std::int32_t head) { return head > 0; }));
    require(std::ranges::find(literals, 0) == literals.end());
    const auto relations = rules_.shape.atoms() * rules_.shape.max_values();
    for (const StateFact& fact : rules_.facts)
        require(fact.atom > 0 && fact.relation >= StateFact::never && fact.relation < relations);
    for (const MoveAtom& move : rules_.moves)
        require(move.atom > 0 && move.legal >= -1 && move.role >= 0);
}

void RuleIndex::name_atoms() {
    kinds_[0] = Kind::always;
    for (const auto& [atom, relation] : rules_.facts) {
        kinds_[at(atom)] = relation >= 0                   ? Kind::fact
                           : relation == StateFact::always ? Kind::always
                                                           : Kind::never;
        numbers_[at(atom)] = static_cast<std::uint32_t>(std::max(relation, 0));
    }
    for (std::size_t i = 0; i < rules_.moves.size(); ++i) {
        kinds_[at(rules_.moves[i].atom)] = Kind::move;
        numbers_[at(rules_.moves[i].atom)] = static_cast<std::uint32_t>(i);
    }
}

void RuleIndex::sort_rules() {
    const auto& heads = rules_.rules.heads;
    head_starts_.resize(kinds_.size() + 1);
    for (const std::int32_t head : heads) ++head_starts_[at(head) + 1];
    for (std::size_t i = 1; i < head_starts_.size(); ++i) head_starts_[i] += head_starts_[i - 1];
    std::vector<std::size_t> next = head_starts_;
    by_head_.resize(heads.size());
    for (std::size_t rule = 0; rule < heads.size(); ++rule)
        by_head_[next[at(heads[rule])]++] = static_cast<std::uint32_t>(rule);
}

std::vector<std::int32_t> RuleIndex::below(std::int32_t atom) const {
    if (kind(atom) == Kind::move) return {std::max(move(atom).legal, 0)};
    std::vector<std::int32_t> found;
    if (kind(atom) != Kind::derived) return found;
    for (const std::uint32_t rule : rules_of(atom))
        for (const std::int32_t literal : body(rule)) found.push_back(std::abs(literal));
    return found;
}

void RuleIndex::find_cycles() {
    cycles_.resize(kinds_.size(), not_cyclic);
    by_moves_.resize(kinds_.size());
    StrongComponents components(kinds_.size());
    std::int32_t cycle = 0;
    const auto note = [&](const std::vector<std::int32_t>& members) {
        bool moves = false;
        bool itself = members.size() > 1;
        for (const std::int32_t member : members)
            for (const std::int32_t under : below(member)) {
                moves = moves || by_moves_[at(under)] || kind(under) == Kind::move;
                itself = itself || under == member;
            }
        for (const std::int32_t member : members) {
            by_moves_[at(member)] = moves || kind(member) == Kind::move;
            if (itself) cycles_[at(member)] = cycle;
        }
        cycle += itself ? 1 : 0;
    };
    for (std::size_t atom = 0; atom < kinds_.size(); ++atom)
        components.visit(
            static_cast<std::int32_t>(atom), [this](std::int32_t a) { return below(a); }, note);
}

}  // namespace boardworth
