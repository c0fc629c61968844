// What either player sees as the mover, relation by relation, kept up to date by the facts that
// moves change: the mover's view of every fact is another one after each move.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/configurations/weighed.h"

namespace boardworth {

class SeenRelations {
  public:
    // The shape must outlive it.
    SeenRelations(const FactShape& shape, std::size_t relation_count)
        : shape_(&shape), facts_(static_cast<std::size_t>(shape.facts())) {
        views_.fill(std::vector<std::uint32_t>(word_count(relation_count)));
    }

    [[nodiscard]] Holding seen_by(std::size_t mover) const { return views_[mover]; }

    // fact_of(fact) is a position's.
    template <class FactOf>
    void start(const FactOf& fact_of) {
        for (auto& view : views_) std::ranges::fill(view, 0);
        for (std::size_t fact = 0; fact < facts_.size(); ++fact) {
            facts_[fact] = fact_of(static_cast<int>(fact));
            flip(static_cast<int>(fact));
        }
    }
    // Follows a move's changes, or takes them back (sign -1).
    void apply(std::span<const FactChange> changes, int sign) {
        for (const FactChange& change : changes) {
            flip(change.atom);
            facts_[static_cast<std::size_t>(change.atom)] += sign * change.difference;
            flip(change.atom);
        }
    }

  private:
    // The relation that a fact is, in the view of each player that sees it.
    void flip(int fact) {
        const int atoms = shape_->atoms(), atom = fact < atoms ? fact : fact - atoms;
        const int value = facts_[static_cast<std::size_t>(fact)], values = shape_->values(atom);
        if (values == 1) return;
        flip(fact < atoms ? 0 : 1, relation_of(*shape_, atom, value));
        if (shape_->mirrored) flip(1, relation_of(*shape_, atom, values - 1 - value));
    }
    void flip(std::size_t mover, Relation relation) {
        views_[mover][relation / bits_per_word] ^= std::uint32_t{1} << relation % bits_per_word;
    }

    const FactShape* shape_;
    std::vector<int> facts_;
    std::array<std::vector<std::uint32_t>, 2> views_;  // by mover
};

}  // namespace boardworth
