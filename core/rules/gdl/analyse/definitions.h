// The rules of each atom as values that can be rewritten.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/gdl/ground/ground_rules.h"

namespace boardworth {

using Body = std::vector<std::int32_t>;  // literals, in order

class Definitions {
  public:
    Definitions(const GroundRules& rules, const std::vector<std::int32_t>& inputs,
                const std::vector<std::int32_t>& outputs);

    std::size_t size() const { return bodies_.size(); }  // of tables over all atoms
    std::int32_t last_atom() const { return last_atom_; }

    std::vector<Body>& bodies(std::int32_t atom) { return bodies_[static_cast<std::size_t>(atom)]; }
    const std::vector<Body>& bodies(std::int32_t atom) const {
        return bodies_[static_cast<std::size_t>(atom)];
    }
    bool is_input(std::int32_t atom) const { return inputs_[static_cast<std::size_t>(atom)]; }

    // Atoms that depend on each other, after all those that they depend on; of those that the
    // outputs need.
    std::vector<std::vector<std::int32_t>> components() const;

    // A further atom; only before there are markers.
    std::int32_t add_atom();

    // An atom that stands for a number, see NormalForm.
    std::int32_t marker(std::int32_t count);
    bool is_marker(std::int32_t atom) const { return atom > last_atom_; }
    const std::vector<std::int32_t>& counts() const { return counts_; }

    GroundRules rules_below(const std::vector<std::int32_t>& atoms) const;

  private:
    std::int32_t last_atom_ = 0;
    std::vector<std::vector<Body>> bodies_;
    std::vector<bool> inputs_;
    std::vector<std::int32_t> outputs_;
    std::vector<std::int32_t> counts_;  // by marker
};

// Gives atoms that hold if and only if exactly n of some literals do, by chains of rules that count
// one after the other, a rule that says just that (counting.cpp).
void recognise_counts(Definitions& definitions);

// An atom that holds if and only if there is a way through a graph without one-way streets is
// said to hold if there is one forth and one back, which means the same from either end
// (reaching.cpp).
void recognise_ways(Definitions& definitions);

}  // namespace boardworth
