// The weights of all relations of one king, or what is gathered for them, laid out by what takes
// part in a relation, so that no orbit has to be looked up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "features/relations/shape.h"
#include "fitting/leaf_groups.h"
#include "large_pages.h"

namespace boardworth {

template <class T>
using LargeTable = std::vector<T, LargePages<T>>;

// Kinds that are not there have no table.
template <class T>
struct KingTables {
    T* king_piece = nullptr;        // by condition; with piece-square
    T* king_king_piece = nullptr;   // by the opponent's king and own condition
    T* king_piece_piece = nullptr;  // by pair; with piece-piece

    // By own condition; none without an opponent's king.
    [[nodiscard]] T* of_kings(std::uint16_t opponent_king, std::size_t own_conditions) const {
        if (!king_king_piece || opponent_king == no_king) return nullptr;
        return king_king_piece + opponent_king * own_conditions;
    }
};

// Where the pairs of a condition with smaller ones begin.
inline std::size_t pair_row(std::size_t condition) {
    return condition * (condition - 1) / 2;
}

// Whether each relation of a kind has a weight of its own, so that they follow one another.
inline bool has_no_orbits(const RelationShape& shape, RelationKind kind, std::size_t king) {
    const std::size_t last = shape.per_king(kind) - 1;
    return shape.shared_weight(kind, king, last) == shape.shared_weight(kind, king, 0) + last;
}

// Reads weights. Tables are those weights themselves where no orbits are shared.
class KingWeights {
  public:
    KingWeights(const RelationShape& shape, std::span<const float> weights);

    // Of a representative, until the next call.
    KingTables<const float> of(std::size_t king);

  private:
    const float* table(RelationKind kind, std::size_t king, LargeTable<float>& copy) const;
    const float* pairs(std::size_t king);

    const RelationShape& shape_;
    std::span<const float> weights_;
    LargeTable<float> king_piece_, king_king_piece_, king_piece_piece_;
    LargeTable<float> piece_piece_;  // by pair
};

// Integers that several threads add to.
class SharedSums {
  public:
    explicit SharedSums(std::size_t size) : sums_(size) {}

    // Calls visit(sums) while no other thread does.
    template <class Visit>
    void change(const Visit& visit) {
        const std::lock_guard lock(mutex_);
        visit(sums_);
    }
    [[nodiscard]] std::span<const std::int64_t> sums() const { return sums_; }

  private:
    std::mutex mutex_;
    std::vector<std::int64_t> sums_;
};

// Of the kinds that have no king.
struct SharedKinds {
    explicit SharedKinds(const RelationShape& shape)
        : squares(shape.count(RelationKind::piece_square)),
          pairs(shape.count(RelationKind::piece_piece)) {}

    SharedSums squares, pairs;
};

// Gathers integers for every weight.
class KingSums {
  public:
    explicit KingSums(const RelationShape& shape);

    // All are 0.
    [[nodiscard]] KingTables<std::int64_t> tables();
    // Writes what was gathered, times `unit`, in the places of the king's weights, what orbits
    // share added up, and begins anew. Pairs with conditions that do not occur are left as they
    // are; a condition occurs where its mirror image does. What all kings share is added to
    // `shared`, by weight from the first one of its kind on.
    void spread(std::size_t king, const std::vector<bool>& occurs, double unit,
                std::span<float> sums, SharedKinds& shared);

  private:
    void spread_piece_square(SharedSums& squares) const;
    void spread_piece_piece(std::span<const std::size_t> conditions, SharedSums& pairs) const;
    void clear_pairs(std::span<const std::size_t> conditions);
    void spread_king_piece(std::size_t king, double unit, std::span<float> sums);
    void spread_kings(std::size_t king, double unit, std::span<float> sums);
    void spread_pairs(std::size_t king, std::span<const std::size_t> conditions, double unit,
                      std::span<float> sums);
    // Adds pairs to their mirror images that come first.
    void join_pairs(std::span<const std::size_t> conditions);

    const RelationShape& shape_;
    LargeTable<std::int64_t> king_piece_, king_king_piece_, king_piece_piece_;
    std::vector<std::int64_t> by_orbit_;
};

}  // namespace boardworth
