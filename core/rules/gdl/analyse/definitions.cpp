#include "rules/gdl/analyse/definitions.h"

#include <algorithm>
#include <cstdlib>

namespace boardworth {

namespace {

// Tarjan's algorithm (1972) without recursion: chains of rules can be long.
class Components {
  public:
    explicit Components(const Definitions& definitions)
        : definitions_(definitions), seen_(definitions.size()), lowest_(definitions.size()) {}

    void visit(std::int32_t start) {
        if (seen_[at(start)] != 0) return;
        enter(start);
        while (!path_.empty()) {
            Visit& here = path_.back();
            if (here.next < here.below.size())
                step(here);
            else
                leave();
        }
    }

    std::vector<std::vector<std::int32_t>> found;

  private:
    static constexpr std::uint32_t closed = ~std::uint32_t{0};
    struct Visit {
        std::int32_t atom;
        std::vector<std::int32_t> below;
        std::size_t next = 0;
    };

    static std::size_t at(std::int32_t atom) { return static_cast<std::size_t>(atom); }

    void enter(std::int32_t atom) {
        seen_[at(atom)] = lowest_[at(atom)] = ++count_;
        stack_.push_back(atom);
        Visit visit{atom, {}};
        for (const Body& body : definitions_.bodies(atom))
            for (const std::int32_t literal : body) visit.below.push_back(std::abs(literal));
        path_.push_back(std::move(visit));
    }

    void step(Visit& here) {
        const std::int32_t there = here.below[here.next++];
        if (seen_[at(there)] == 0)
            enter(there);
        else if (lowest_[at(there)] != closed)
            lowest_[at(here.atom)] = std::min(lowest_[at(here.atom)], seen_[at(there)]);
    }

    void leave() {
        const std::int32_t atom = path_.back().atom;
        path_.pop_back();
        const std::uint32_t lowest = lowest_[at(atom)];
        if (!path_.empty()) {
            std::uint32_t& before = lowest_[at(path_.back().atom)];
            before = std::min(before, lowest);
        }
        if (lowest != seen_[at(atom)]) return;
        const auto first = std::ranges::find(stack_.rbegin(), stack_.rend(), atom).base() - 1;
        found.emplace_back(first, stack_.end());
        stack_.erase(first, stack_.end());
        for (const std::int32_t member : found.back()) lowest_[at(member)] = closed;
    }

    const Definitions& definitions_;
    std::vector<std::uint32_t> seen_;
    std::vector<std::uint32_t> lowest_;
    std::vector<std::int32_t> stack_;
    std::vector<Visit> path_;
    std::uint32_t count_ = 0;
};

}  // namespace

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
    Components components(*this);
    for (const std::int32_t atom : outputs_) components.visit(atom);
    return std::move(components.found);
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
