// The passes over leaves of searches that learning relations is made of: the same products as with
// rows (fitting/rows.h) of the leaves, from what differs from their roots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/relations/shape.h"
#include "fitting/leaf_groups.h"
#include "interrupt.h"
#include "rules/any_game.h"

namespace boardworth {

// Weights are those of the shape, and the constant's as the last one.
class RelationLeaves {
  public:
    // The shape has to live as long.
    explicit RelationLeaves(const RelationShape& shape);

    // Appends leaves; see GroupedLeaves::add. They need not be kept.
    void add(const AnyGame& game, const PackedPositions& roots, const PackedPositions& leaves,
             std::span<const std::uint32_t> root_of, int threads, const Interrupt& interrupt);

    [[nodiscard]] std::size_t size() const { return grouped_.signs.size(); }
    [[nodiscard]] std::size_t weights() const { return shape_.weights() + 1; }
    [[nodiscard]] std::size_t bytes() const;

    // X w: the value of every leaf, for its mover.
    [[nodiscard]] std::vector<float> predict(std::span<const float> weights, int threads) const;

    // X' r. The coefficients are rounded to multiples of a power of two, some 2^-30 of the largest,
    // and what is smaller vanishes; integers then are summed up without loss, in any order. `sums`
    // are 0, or an earlier product: those of weights that no leaf uses are not written.
    void transposed_product(std::span<const float> coefficients, std::span<float> sums,
                            int threads) const;

    // For every weight how often leaves use it: a kind of pieces where the players' differ.
    [[nodiscard]] std::vector<float> counts(int threads) const;

  private:
    // For every weight, in multiples of `unit`: the sum of gain_of(leaf, second view) over views
    // that use it; for pieces, of pieces_of(chunk, kinds), kind by kind.
    template <class GainOf, class PiecesOf>
    void gather(const GainOf& gain_of, const PiecesOf& pieces_of, double unit,
                std::span<float> sums, int threads) const;

    const RelationShape& shape_;
    GroupedLeaves grouped_;
    // By representative: which conditions any of its groups has.
    std::vector<std::vector<bool>> occurs_;
    std::vector<std::size_t> kings_;  // representatives with groups, those with most work first
};

}  // namespace boardworth
