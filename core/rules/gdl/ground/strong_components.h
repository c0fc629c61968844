// Atoms that depend on each other: strongly connected components by Tarjan's algorithm (1972),
// without recursion, because chains of rules can be long.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace boardworth {

class StrongComponents {
  public:
    // Atoms are 0 to count - 1.
    explicit StrongComponents(std::size_t count) : order_(count), lowest_(count) {}

    // Visits an atom and what it depends on, unless that was visited before: `below(atom)` lists
    // the atoms that it depends on directly. Calls on_component(its atoms) for each component,
    // after those that it depends on.
    template <class Below, class OnComponent>
    void visit(std::int32_t start, const Below& below, const OnComponent& on_component) {
        if (order_[at(start)] != 0) return;
        enter(start, below(start));
        while (!path_.empty()) {
            Visit& here = path_.back();
            if (here.next == here.below.size()) {
                leave(on_component);
                continue;
            }
            const std::int32_t there = here.below[here.next++];
            if (order_[at(there)] == 0)
                enter(there, below(there));
            else if (lowest_[at(there)] != closed)
                lowest_[at(here.atom)] = std::min(lowest_[at(here.atom)], order_[at(there)]);
        }
    }

  private:
    static constexpr std::uint32_t closed = ~std::uint32_t{0};
    struct Visit {
        std::int32_t atom;
        std::vector<std::int32_t> below;
        std::size_t next = 0;
    };

    static std::size_t at(std::int32_t atom) { return static_cast<std::size_t>(atom); }

    void enter(std::int32_t atom, std::vector<std::int32_t> below) {
        order_[at(atom)] = lowest_[at(atom)] = ++visited_;
        stack_.push_back(atom);
        path_.push_back({atom, std::move(below)});
    }

    template <class OnComponent>
    void leave(const OnComponent& on_component) {
        const std::int32_t atom = path_.back().atom;
        path_.pop_back();
        const std::uint32_t lowest = lowest_[at(atom)];
        if (!path_.empty()) {
            std::uint32_t& before = lowest_[at(path_.back().atom)];
            before = std::min(before, lowest);
        }
        if (lowest != order_[at(atom)]) return;
        const auto first = std::prev(std::find(stack_.rbegin(), stack_.rend(), atom).base());
        const std::vector<std::int32_t> component(first, stack_.end());
        stack_.erase(first, stack_.end());
        for (const std::int32_t member : component) lowest_[at(member)] = closed;
        on_component(component);
    }

    std::vector<std::uint32_t> order_;   // by atom: of the first visit; 0 before it
    std::vector<std::uint32_t> lowest_;  // by atom: the first visit that it leads back to
    std::vector<std::int32_t> stack_;
    std::vector<Visit> path_;
    std::uint32_t visited_ = 0;
};

}  // namespace boardworth
