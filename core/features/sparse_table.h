// Sparse patterns: a collision-free table of the valid configurations of a pattern that is too
// large for one entry per configuration (GLEM, section 4.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "features/index.h"

namespace boardworth {

// A configuration is the pair (i1, i2) of its halves' indices, or i1 * second_size + i2 as one
// number. It may stand in slot offset(i1) + i2 and nowhere else; the slot's lock says whether it
// does.
class SparseTable {
  public:
    static constexpr std::uint32_t max_per_half = 65535;  // leaves one lock without a key
    static constexpr std::uint16_t no_lock = 65535;
    static constexpr std::uint32_t not_valid = 0xFFFFFFFF;

    // `valid` configurations in ascending order; the place of each in it is its number.
    SparseTable(std::uint32_t first_size, std::uint32_t second_size,
                std::span<const std::uint32_t> valid);

    [[nodiscard]] std::uint32_t number(std::uint16_t i1, std::uint16_t i2) const {
        const std::size_t slot = offsets_[i1] + i2;
        return locks_[slot] == i1 ? numbers_[slot] : not_valid;
    }

    [[nodiscard]] std::uint32_t first_size() const {
        return static_cast<std::uint32_t>(offsets_.size());
    }
    [[nodiscard]] std::uint32_t second_size() const { return second_size_; }
    [[nodiscard]] std::size_t valid() const { return valid_; }
    [[nodiscard]] std::span<const std::uint32_t> offsets() const { return offsets_; }  // by i1
    [[nodiscard]] std::span<const std::uint16_t> locks() const { return locks_; }      // by slot
    [[nodiscard]] std::span<const std::uint32_t> numbers() const { return numbers_; }  // by slot

  private:
    std::uint32_t second_size_;
    std::size_t valid_;
    std::vector<std::uint32_t> offsets_;
    std::vector<std::uint16_t> locks_;
    std::vector<std::uint32_t> numbers_;
};

// An instance of a sparse pattern: its halves among the instances of an index, and the
// table of its pattern.
struct SparseInstance {
    SparseInstance(const PatternIndex& index, std::shared_ptr<const SparseTable> of,
                   std::size_t first_half, std::size_t second_half)
        : table(std::move(of)), first(first_half), second(second_half) {
        if (first >= index.instances() || second >= index.instances() ||
            index.size(first) != table->first_size() || index.size(second) != table->second_size())
            throw std::invalid_argument("sparse pattern: halves and table do not fit together");
    }

    // The number of the configuration, or SparseTable::not_valid, by the indices that a mover sees.
    [[nodiscard]] std::uint32_t number(const std::uint16_t* indices) const {
        return table->number(indices[first], indices[second]);
    }

    std::shared_ptr<const SparseTable> table;
    std::size_t first;
    std::size_t second;
};

}  // namespace boardworth
