// The ways to add up the weights of active configurations, by name.
#pragma once

#include <memory>
#include <string_view>

#include "features/configurations/weighed.h"

namespace boardworth {

// 'counters' (cover.h), 'changes' (changes.h) and 'tables' (tables.h, with changes or a scan for
// what is in no table) follow positions; 'scan', 'walk' and 'plain' (brute_force.h) do not. 'best'
// is tables for all active configurations, else counters. Throws invalid_argument if there is no
// such method, or if it cannot add up what is asked for.
std::shared_ptr<const ConfigurationSum> configuration_sum(
    std::string_view method, std::shared_ptr<const WeighedConfigurations> own,
    const SpecialisationDag& dag);

}  // namespace boardworth
