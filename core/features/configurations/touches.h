// How much work it is to follow active configurations: the counters that a change touches. They are
// told from the diagram, so that a search does not pay for counting them.
#pragma once

#include <cstdint>
#include <vector>

#include "features/configurations/cover.h"

namespace boardworth {

// By node, relations before configurations: how many counters are touched when it begins or ceases
// to hold. Those are what others miss of it, and those of what a configuration concerns.
std::vector<std::uint32_t> touched_counters(const SpecialisationDag& dag, ActiveWeights added);

}  // namespace boardworth
