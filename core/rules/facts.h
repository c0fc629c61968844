// Facts as numbers, for code that need not know which game they are of.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "rules/game.h"

namespace boardworth {

// What a game's facts look like; `mirrored` as in rules/game.h.
class FactShape {
  public:
    FactShape(std::vector<int> values, bool is_mirrored)
        : mirrored(is_mirrored), values_(std::move(values)) {
        for (const int own : values_) max_values_ = std::max(max_values_, own);
    }

    [[nodiscard]] int atoms() const { return static_cast<int>(values_.size()); }
    // Those of the second player's view included.
    [[nodiscard]] int facts() const { return mirrored ? atoms() : 2 * atoms(); }
    [[nodiscard]] int values(int atom) const { return values_[static_cast<std::size_t>(atom)]; }
    // The most values that any atom has.
    [[nodiscard]] int max_values() const { return max_values_; }

    bool operator==(const FactShape&) const = default;

    bool mirrored;

  private:
    std::vector<int> values_;  // by atom
    int max_values_ = 1;
};

template <Game G>
FactShape fact_shape(const G& game) {
    std::vector<int> values;
    for (int atom = 0; atom < game.atoms; ++atom) values.push_back(game.values(atom));
    return {std::move(values), G::mirrored};
}

// A fact's change, as moves tell it.
struct FactChange {
    int atom;
    int difference;
};

// The facts of one position: all of them, or those that a player sees, a value for every atom.
using FactsView = std::span<const std::uint16_t>;

}  // namespace boardworth
