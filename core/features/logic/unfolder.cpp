#include "features/logic/unfolder.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "features/logic/complement.h"

namespace boardworth {

namespace {

// Solutions are given few steps at first, and more if those were too few: one that explodes does
// not take what the others need.
constexpr std::uint64_t first_share = 4096, last_share = 1, share_factor = 8;

std::shared_ptr<const Conjunctions> list_of(Conjunctions&& conjunctions) {
    return std::make_shared<const Conjunctions>(std::move(conjunctions));
}

std::size_t bytes_of(const Conjunctions& conjunctions) {
    return conjunctions.literal_count() * sizeof(LiteralCode) +
           conjunctions.size() * sizeof(std::size_t);
}

ConjunctionView over_relations(ConjunctionView raw) {
    return {raw.begin(), std::ranges::lower_bound(raw, first_underivable)};
}

}  // namespace

Unfolder::Unfolder(const RuleIndex& rules, const UnfoldingBounds& bounds,
                   const Interrupt& interrupt)
    : rules_(rules),
      budget_(bounds, interrupt),
      assignment_(rules.shape()),
      on_path_(rules.atoms()),
      entered_(rules.atoms()) {
    find_constraints();
}

void Unfolder::find_constraints() {
    const std::int32_t atom = rules_.impossible();
    if (atom < 0 || rules_.kind(atom) != RuleIndex::Kind::derived) return;
    budget_.allow(budget_.bounds.steps);
    const Proofs impossible = cubes(atom);
    constraints_cut_ = impossible.cut;
    if (impossible.cut != Cut::none) return;  // fewer branches are deleted then
    assignment_.set_constraints(*impossible.list);
    proofs_ = {};  // with the constraints there may be fewer
    cubes_ = {};
}

std::vector<UnfoldedSolution> Unfolder::unfold(std::span<const std::int32_t> solutions) {
    std::vector<UnfoldedSolution> found(solutions.size());
    for (UnfoldedSolution& own : found) own.cut = Cut::steps;
    const std::uint64_t end = budget_.taken() + budget_.bounds.steps;
    for (std::uint64_t share = first_share; share >= last_share; share /= share_factor)
        for (std::size_t i = 0; i < solutions.size(); ++i) {
            if (found[i].cut != Cut::steps) continue;
            if (budget_.taken() >= end) return found;
            budget_.allow(std::min(budget_.bounds.steps / share, end - budget_.taken()));
            found[i] = solution(solutions[i]);
        }
    return found;
}

UnfoldedSolution Unfolder::solution(std::int32_t atom) {
    UnfoldedSolution found;
    if (rules_.kind(atom) == RuleIndex::Kind::always) {
        found.proofs.push_back({});
    } else {
        for (const std::uint32_t rule : rules_.rules_of(atom)) {
            found.cut = add_rule(rule, found.proofs);
            if (found.cut != Cut::none) return {{}, found.cut};
        }
    }
    written_ += found.proofs.size();
    written_bytes_ += bytes_of(found.proofs);
    return found;
}

// A move that a solution's own rule speaks of is legal and made, and no other one of its role is.
Cut Unfolder::add_rule(std::uint32_t rule, Conjunctions& found) {
    std::vector<std::int32_t> body, moves;
    for (const std::int32_t literal : rules_.body(rule)) {
        const bool move = literal > 0 && rules_.kind(literal) == RuleIndex::Kind::move;
        if (move && rules_.move(literal).legal < 0) return Cut::none;
        body.push_back(move ? rules_.move(literal).legal : literal);
        if (move) moves.push_back(literal);
    }
    if (moves != fixed_) {
        fixed_ = std::move(moves);
        proofs_by_moves_ = {};
        cubes_by_moves_ = {};
    }
    const Proofs raw = proofs_of_body(body);
    if (raw.cut != Cut::none) return raw.cut;
    const Conjunctions proofs = raw.list->distinct();
    for (std::size_t i = 0; i < proofs.size(); ++i)
        if (const Cut cut = expand(proofs[i], found); cut != Cut::none) return cut;
    return Cut::none;
}

// Writes what a proof means, once for every case of what cannot be derived.
Cut Unfolder::expand(ConjunctionView raw, Conjunctions& found) {
    const ConjunctionView facts = over_relations(raw);
    Conjunctions none_of;
    for (const LiteralCode literal : raw.subspan(facts.size())) {
        const Proofs derived = cubes(static_cast<std::int32_t>(literal - first_underivable));
        if (derived.cut != Cut::none) return derived.cut;
        none_of.append(*derived.list);
    }
    const std::size_t mark = assignment_.mark();
    const auto write = [&] {
        found.push_back(assignment_.known());
        return over_bounds(found);
    };
    const Cut cut =
        assignment_.add(facts) ? complement(none_of, assignment_, budget_, write) : Cut::none;
    assignment_.undo(mark);
    return cut;
}

Unfolder::Proofs Unfolder::proofs(std::int32_t atom) {
    Memo& memo = rules_.depends_on_moves(atom) ? proofs_by_moves_ : proofs_;
    if (const auto known = memo.of_atom.find(atom); known != memo.of_atom.end())
        return known->second;
    const std::int32_t cycle = rules_.cycle(atom);
    if (cycle == RuleIndex::not_cyclic) {
        const Proofs found = proofs_by_rules(atom);
        remember(memo, atom, found);
        return found;
    }
    const auto place = static_cast<std::size_t>(atom);
    if (on_path_[place]) return {list_of({}), Cut::none};
    std::uint32_t& entered = entered_[static_cast<std::size_t>(cycle)];
    on_path_[place] = true;
    ++entered;
    const Proofs found = proofs_by_rules(atom);
    on_path_[place] = false;
    --entered;
    if (entered == 0) remember(memo, atom, found);
    return found;
}

Unfolder::Proofs Unfolder::proofs_by_rules(std::int32_t atom) {
    if (depth_ == max_rule_depth) return {nullptr, Cut::depth};
    ++depth_;
    Conjunctions all;
    Cut cut = Cut::none;
    for (const std::uint32_t rule : rules_.rules_of(atom)) {
        const Proofs own = proofs_of_body(rules_.body(rule));
        cut = own.cut;
        if (cut != Cut::none) break;
        all.append(*own.list);
        cut = budget_.step(own.list->literal_count());
        if (cut != Cut::none) break;
        if (over_bounds(all) != Cut::none) all = all.distinct();
        cut = over_bounds(all);
        if (cut != Cut::none) break;
    }
    --depth_;
    if (cut != Cut::none) return {nullptr, cut};
    return {list_of(all.distinct()), Cut::none};
}

// What needs no unfolding comes first: it may show that the rest is not needed.
Unfolder::Proofs Unfolder::proofs_of_body(std::span<const std::int32_t> body) {
    if (const Cut cut = budget_.step(); cut != Cut::none) return {nullptr, cut};
    std::vector<LiteralCode> direct;
    std::vector<std::int32_t> derived;
    Cut unknown = Cut::none;
    for (const std::int32_t literal : body) {
        const Known own = known(literal);
        if (own.truth == Truth::fails) return {list_of({}), Cut::none};
        if (own.cut != Cut::none) unknown = own.cut;
        if (own.literal) direct.push_back(*own.literal);
        if (own.truth == Truth::unknown && !own.literal && own.cut == Cut::none)
            derived.push_back(literal);
    }
    std::ranges::sort(direct);
    direct.erase(std::ranges::unique(direct).begin(), direct.end());
    if (!joins(over_relations(direct))) return {list_of({}), Cut::none};
    std::vector<List> lists;
    for (const std::int32_t atom : derived) {
        Proofs own = proofs(atom);
        if (own.cut != Cut::none) unknown = own.cut;
        if (own.list && own.list->empty()) return {list_of({}), Cut::none};
        lists.push_back(std::move(own.list));
    }
    if (unknown != Cut::none) return {nullptr, unknown};
    std::ranges::stable_sort(lists, {}, [](const List& list) { return list->size(); });
    Conjunctions all;
    all.push_back(direct);
    for (const List& list : lists) {
        Conjunctions both;
        if (const Cut cut = cross(all, *list, both); cut != Cut::none) return {nullptr, cut};
        all = std::move(both);
    }
    return {list_of(std::move(all)), Cut::none};
}

// An atom's proofs as a condition: nothing is left to derive, nothing follows from another.
Unfolder::Proofs Unfolder::cubes(std::int32_t atom) {
    Memo& memo = rules_.depends_on_moves(atom) ? cubes_by_moves_ : cubes_;
    if (const auto known = memo.of_atom.find(atom); known != memo.of_atom.end())
        return known->second;
    const Proofs raw = proofs(atom);
    if (raw.cut != Cut::none) return raw;
    Conjunctions all, kept;
    for (std::size_t i = 0; i < raw.list->size(); ++i)
        if (const Cut cut = expand((*raw.list)[i], all); cut != Cut::none) return {nullptr, cut};
    const auto [numbers, cut] = not_subsumed(all, assignment_, budget_);
    if (cut != Cut::none) return {nullptr, cut};
    for (const std::size_t number : numbers) kept.push_back(all[number]);
    const Proofs found{list_of(std::move(kept)), Cut::none};
    remember(memo, atom, found);
    return found;
}

Unfolder::Known Unfolder::known(std::int32_t literal) {
    const bool negated = literal < 0;
    const std::int32_t atom = std::abs(literal);
    const auto certain = [&](bool holds) {
        return Known{holds != negated ? Truth::holds : Truth::fails, {}, Cut::none};
    };
    switch (rules_.kind(atom)) {
        case RuleIndex::Kind::always:
            return certain(true);
        case RuleIndex::Kind::never:
            return certain(false);
        case RuleIndex::Kind::fact:
            return {Truth::unknown, literal_of(rules_.relation(atom), negated), Cut::none};
        case RuleIndex::Kind::move:
            return known_move(atom, negated);
        case RuleIndex::Kind::derived:
            break;
    }
    if (rules_.rules_of(atom).empty()) return certain(false);
    if (!negated) return {};
    return {Truth::unknown, underivable(atom), Cut::none};
}

// Where the solution's rule does not say what a role does, it must have only one move.
Unfolder::Known Unfolder::known_move(std::int32_t atom, bool negated) {
    const auto [number, legal, role] = rules_.move(atom);
    const auto certain = [&](bool made) {
        return Known{made != negated ? Truth::holds : Truth::fails, {}, Cut::none};
    };
    for (const std::int32_t fixed : fixed_)
        if (rules_.move(fixed).role == role) return certain(fixed == atom);
    if (legal < 0) return certain(false);
    const Proofs allowed = proofs_of_body(std::span(&legal, 1));
    if (allowed.cut != Cut::none) return {Truth::unknown, {}, allowed.cut};
    if (allowed.list->empty()) return certain(false);
    if (allowed.list->size() == 1 && (*allowed.list)[0].empty()) return certain(true);
    return {Truth::unknown, {}, Cut::moves};
}

bool Unfolder::joins(ConjunctionView literals) {
    const std::size_t mark = assignment_.mark();
    const bool possible = assignment_.add(literals);
    assignment_.undo(mark);
    return possible;
}

Cut Unfolder::cross(const Conjunctions& left, const Conjunctions& right, Conjunctions& both) {
    for (std::size_t i = 0; i < left.size(); ++i) {
        const std::size_t mark = assignment_.mark();
        if (!assignment_.add(over_relations(left[i]))) {
            assignment_.undo(mark);
            continue;
        }
        Cut cut = Cut::none;
        for (std::size_t j = 0; j < right.size() && cut == Cut::none; ++j) {
            cut = budget_.step(left[i].size() + right[j].size());
            if (cut != Cut::none || !joins(over_relations(right[j]))) continue;
            both.push_back_union(left[i], right[j]);
            cut = over_bounds(both);
        }
        assignment_.undo(mark);
        if (cut != Cut::none) return cut;
    }
    return Cut::none;
}

Cut Unfolder::over_bounds(const Conjunctions& growing) const {
    const UnfoldingBounds& bounds = budget_.bounds;
    if (growing.size() + written_ > bounds.conjunctions) return Cut::conjunctions;
    if (!growing.empty() && growing[growing.size() - 1].size() > bounds.literals)
        return Cut::literals;
    const std::size_t held = written_bytes_ + proofs_.bytes + cubes_.bytes +
                             proofs_by_moves_.bytes + cubes_by_moves_.bytes;
    return held + bytes_of(growing) > bounds.memory ? Cut::memory : Cut::none;
}

// What more steps or another way might find is not remembered.
void Unfolder::remember(Memo& memo, std::int32_t atom, const Proofs& proofs) {
    const bool for_good = proofs.cut == Cut::none || proofs.cut == Cut::conjunctions ||
                          proofs.cut == Cut::literals || proofs.cut == Cut::moves;
    if (!for_good) return;
    if (proofs.list) memo.bytes += bytes_of(*proofs.list);
    memo.of_atom.emplace(atom, proofs);
}

}  // namespace boardworth
