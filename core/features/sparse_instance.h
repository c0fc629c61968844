// An instance of a sparse pattern: the lanes that hold its halves, and the table of its pattern.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "features/index.h"
#include "features/sparse_table.h"

namespace boardworth {

struct SparseInstance {
    SparseInstance(const PatternIndex& index, std::shared_ptr<const SparseTable> of,
                   std::size_t first_lane, std::size_t second_lane)
        : table(std::move(of)), first(first_lane), second(second_lane) {
        if (first >= index.instances() || second >= index.instances() ||
            index.size(first) != table->first_size() || index.size(second) != table->second_size())
            throw std::invalid_argument("sparse pattern: lanes and table do not fit together");
    }

    // The number of the configuration that a mover sees, or SparseTable::not_valid.
    [[nodiscard]] std::uint32_t number(const PatternIndex& index, int mover,
                                       const std::uint16_t* indices) const {
        return table->number(index.seen_by(mover, first, indices),
                             index.seen_by(mover, second, indices));
    }

    std::shared_ptr<const SparseTable> table;
    std::size_t first;
    std::size_t second;
};

}  // namespace boardworth
