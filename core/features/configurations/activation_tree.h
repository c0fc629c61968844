// Adds up the evaluations by most specific configurations of all positions that a number of moves
// leads to, in two ways that must agree: followed change by change and taken back, or found anew at
// every leaf. The benchmarks time one against the other.
#pragma once

#include <cstdint>

#include "features/configurations/activation.h"
#include "interrupt.h"

namespace boardworth {

struct ActivationSum {
    std::int64_t sum = 0;
    std::uint64_t leaves = 0;
};

ActivationSum activation_sum(const SpecialisationDag& dag, const CoverDiagram& diagram,
                             PackedPosition root, int depth, bool incremental,
                             const Interrupt& interrupt);

}  // namespace boardworth
