// The active configurations of many positions at once, 512 of them side by side: a bit each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "features/compressed_rows.h"
#include "features/configurations/specialisation.h"
#include "features/mining/bit_rows.h"
#include "interrupt.h"

namespace boardworth {

// For every position the numbers of its active configurations, or of the most specific ones among
// them. `number_of` gives each configuration's number (several may share one), and `relations` says
// which relations hold where. Throws invalid_argument if these are not those of the DAG.
CompressedRows active_rows(const BitRows& relations, const SpecialisationDag& dag,
                           std::span<const std::uint32_t> number_of, bool most_specific,
                           int threads, const Interrupt& interrupt);

}  // namespace boardworth
