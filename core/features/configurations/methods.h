// The ways to add up the weights of active configurations, by name.
#pragma once

#include <memory>
#include <string_view>

#include "features/configurations/weighed.h"

namespace boardworth {

// 'counters' (cover.h), 'changes' (changes.h), 'tables' (tables.h, and changes for the rest) follow
// positions; 'scan', 'walk' and 'plain' (brute_force.h) do not; 'best' is tables and changes for all
// active configurations, else counters. Throws invalid_argument if there is no such one, or if it
// cannot add up what is asked for.
std::shared_ptr<const ConfigurationSum> configuration_sum(
    std::string_view method, std::shared_ptr<const WeighedConfigurations> own,
    const SpecialisationDag& dag);

}  // namespace boardworth
