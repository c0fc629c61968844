// How many solutions or proofs of an unfolded feature hold in each of many positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/mining/bit_rows.h"
#include "interrupt.h"

namespace boardworth {

// Conjunction i is literals[starts[i]] up to literals[starts[i + 1]]: relation r as r + 1, or as
// -(r + 1) where it must not hold. The conjunctions of a solution follow each other.
struct UnfoldedView {
    std::span<const std::uint64_t> starts;
    std::span<const std::int32_t> literals;
    std::span<const std::int32_t> solution_of;
};

// Throws FormatError for conjunctions of relations that a game does not have.
void check_unfolded(const UnfoldedView& unfolded, std::size_t relation_count);

std::vector<std::int32_t> satisfied_counts(const BitRows& relations, const UnfoldedView& unfolded,
                                           bool proofs, int threads, const Interrupt& interrupt);

}  // namespace boardworth
