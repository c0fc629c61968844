// Leaves of searches as what differs from their roots, in the form that relations are learnt from.
//
// Both players see a leaf, and what a view is worth depends on the kings and on pairs of conditions
// (features/relations/shape.h). Leaves of one root that have the same kings in a view make a group.
// With s the conditions of the root, d what a leaf adds (+1) and removes (-1), and W the weights of
// pairs by the group's king, a leaf's pairs are worth
//     (s + d)' W (s + d) / 2 = s' W s / 2 + d' (W s) + d' W d / 2:
// the first term is summed up once for the group, W s once for every condition that any of its
// leaves adds or removes, and only the last, of few pairs, for each leaf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/relations/shape.h"
#include "interrupt.h"
#include "rules/any_game.h"

namespace boardworth {

constexpr std::uint16_t no_king = 0xffff;
// How many conditions a leaf may change at most.
constexpr std::size_t max_differences = 255;

// Of one root, view and pair of kings. Where the own king is mirrored, all else is, too.
struct LeafGroup {
    std::uint32_t base;              // where its root's conditions begin; groups may share them
    std::uint32_t first_changed;     // where the conditions begin that any of its leaves changes
    std::uint32_t first_leaf;        // and its leaves
    std::uint32_t first_difference;  // and what these change
    std::uint32_t leaves;
    std::uint16_t base_size, changed;
    std::uint16_t own_king;       // a representative
    std::uint16_t opponent_king;  // as this view sees it, or no_king
    bool second_view;             // that of the player that is not to move in the root
};

// What the leaves of some neighbouring roots are made of.
struct LeafChunk {
    std::vector<LeafGroup> groups;           // by own king, then root
    std::vector<std::uint32_t> first_group;  // by own king and one more
    std::vector<std::uint16_t> bases;        // conditions, rising within a group
    std::vector<std::uint16_t> changed;      // conditions, rising within a group
    std::vector<std::uint32_t> leaves;       // numbers
    std::vector<std::uint8_t> sizes;         // by leaf of a group: how many conditions it changes
    // 2 * place among those that the group changes, rising within a leaf; and 1 if it is removed.
    std::vector<std::uint16_t> differences;

    // Pieces, if relations speak of them: for every root how many more the mover has, by kind; for
    // its leaves, from `first` on, what is different.
    std::size_t first = 0, count = 0;
    std::vector<std::int16_t> root_pieces;    // by root and kind
    std::vector<std::uint32_t> root_starts;   // by root and one more: its leaves, from `first` on
    std::vector<std::uint32_t> piece_starts;  // by leaf and one more
    std::vector<std::uint8_t> pieces;         // kinds
    std::vector<std::int8_t> piece_differences;  // and how many more

    // Calls visit(array) for all of them.
    template <class Chunk, class Visit>
    static void each_array(Chunk& chunk, const Visit& visit) {
        const auto all = [&](auto&... arrays) { (visit(arrays), ...); };
        all(chunk.groups, chunk.first_group, chunk.bases, chunk.changed, chunk.leaves, chunk.sizes,
            chunk.differences, chunk.root_pieces, chunk.root_starts, chunk.piece_starts,
            chunk.pieces, chunk.piece_differences);
    }
    [[nodiscard]] std::span<const std::uint16_t> base_of(const LeafGroup& group) const {
        return std::span(bases).subspan(group.base, group.base_size);
    }
    [[nodiscard]] std::span<const std::uint16_t> changed_by(const LeafGroup& group) const {
        return std::span(changed).subspan(group.first_changed, group.changed);
    }
    [[nodiscard]] std::span<const LeafGroup> groups_of(std::size_t own_king) const {
        return std::span(groups).subspan(first_group[own_king],
                                         first_group[own_king + 1] - first_group[own_king]);
    }
};

class GroupedLeaves {
  public:
    // Leaf i is of root root_of[i], which never falls; leaves are numbered from those before on.
    // Nothing is added if it throws: FormatError, Interrupted, or invalid_argument if an array does
    // not fit or a leaf is too far from its root.
    void add(const AnyGame& game, const RelationShape& shape, const PackedPositions& roots,
             const PackedPositions& leaves, std::span<const std::uint32_t> root_of, int threads,
             const Interrupt& interrupt);

    std::vector<LeafChunk> chunks;
    std::vector<std::int8_t> signs;  // by leaf: -1 if the root's mover does not move there
};

}  // namespace boardworth
