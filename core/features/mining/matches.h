// Where configurations are active among many positions, and what a number adds up to there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/configurations/relations.h"
#include "features/mining/bit_rows.h"
#include "interrupt.h"

namespace boardworth {

// Configurations one after the other, with the number of relations of each.
struct ConfigurationsView {
    std::span<const Relation> relations;
    std::span<const std::uint8_t> lengths;
};

// Where the relations of each begin. Throws invalid_argument if there are not as many relations as
// lengths say, or one that has no row.
std::vector<std::size_t> starts_of(const ConfigurationsView& configurations,
                                   std::size_t relation_count);

// A row for every configuration: the positions in which all its relations hold.
BitRows matches(const BitRows& rows, const ConfigurationsView& configurations);

// For every configuration the sum of `values`, one per position, where it is active. The values'
// binary digits are rows of bits too: the sum is that of 2^k popcount(match & digit k).
std::vector<std::uint64_t> sums(const BitRows& rows, const ConfigurationsView& configurations,
                                std::span<const std::uint32_t> values, int threads,
                                const Interrupt& interrupt);

}  // namespace boardworth
