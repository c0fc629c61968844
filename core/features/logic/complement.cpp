#include "features/logic/complement.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace boardworth {

namespace {

// What is left of some conjunctions if an assignment is known; `contradiction` if one holds.
struct Rest {
    Conjunctions open;
    bool contradiction = false;
};

Rest rest_of(const Conjunctions& conjunctions, const Assignment& assignment) {
    Rest rest;
    std::vector<LiteralCode> unknown;
    for (std::size_t i = 0; i < conjunctions.size(); ++i) {
        unknown.clear();
        const bool possible = std::ranges::all_of(conjunctions[i], [&](LiteralCode literal) {
            const Truth truth = assignment.truth(literal);
            if (truth == Truth::unknown) unknown.push_back(literal);
            return truth != Truth::fails;
        });
        if (!possible) continue;
        if (unknown.empty()) return {{}, true};
        rest.open.push_back(unknown);
    }
    return rest;
}

// Of the literals of the shortest conjunction the one that decides most of the others.
LiteralCode best_literal(const Conjunctions& open) {
    std::size_t shortest = 0;
    for (std::size_t i = 1; i < open.size(); ++i)
        if (open[i].size() < open[shortest].size()) shortest = i;
    std::vector<std::pair<std::size_t, LiteralCode>> uses;
    for (const LiteralCode literal : open[shortest]) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < open.size(); ++i)
            count += std::ranges::binary_search(open[i], literal) ? 1 : 0;
        uses.emplace_back(count, literal);
    }
    return std::ranges::max_element(uses, {}, [](const auto& use) { return use.first; })->second;
}

}  // namespace

Cut complement(const Conjunctions& conjunctions, Assignment& assignment, Budget& budget,
               const std::function<Cut()>& on_case) {
    if (const Cut cut = budget.step(1 + conjunctions.literal_count()); cut != Cut::none) return cut;
    if (assignment.mark() > max_trail) return Cut::literals;
    const Rest rest = rest_of(conjunctions, assignment);
    if (rest.contradiction) return Cut::none;
    if (rest.open.empty()) return on_case();
    const LiteralCode literal = best_literal(rest.open);
    for (const LiteralCode assumed : {opposite(literal), literal}) {
        const std::size_t mark = assignment.mark();
        const Cut cut = assignment.add(assumed) ? complement(rest.open, assignment, budget, on_case)
                                                : Cut::none;
        assignment.undo(mark);
        if (cut != Cut::none) return cut;
    }
    return Cut::none;
}

std::pair<std::vector<std::size_t>, Cut> not_subsumed(const Conjunctions& conjunctions,
                                                      Assignment& assignment, Budget& budget) {
    std::vector<std::size_t> kept;
    std::vector<std::vector<std::size_t>> by_atom(assignment.atoms());  // of their first literals
    const auto weaker = [&](std::size_t a, std::size_t b) {
        return assignment.strength(conjunctions[a]) < assignment.strength(conjunctions[b]);
    };
    for (const std::size_t number : conjunctions.order(weaker)) {
        const ConjunctionView own = conjunctions[number];
        if (own.empty()) return {{number}, Cut::none};
        const std::size_t mark = assignment.mark();
        bool subsumed = !assignment.add(own);
        std::uint64_t steps = 1;
        for (std::size_t i = 0; i < own.size() && !subsumed; ++i)
            for (const std::size_t other : by_atom[assignment.atom_of(own[i])]) {
                ++steps;
                subsumed = subsumed || assignment.implies(conjunctions[other]);
            }
        assignment.undo(mark);
        if (const Cut cut = budget.step(steps); cut != Cut::none) return {{}, cut};
        if (subsumed) continue;
        by_atom[assignment.atom_of(own[0])].push_back(number);
        kept.push_back(number);
    }
    std::ranges::sort(kept);
    return {std::move(kept), Cut::none};
}

}  // namespace boardworth
