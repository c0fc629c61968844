// All active configurations, followed from one position to the next without counters: of every
// relation that begins or ceases to hold, those that have it are looked at, eight at a time, and
// the weights of those whose other relations hold are added or subtracted.
#pragma once

#include <memory>
#include <vector>

#include "features/configurations/weighed.h"

namespace boardworth {

// Throws invalid_argument unless the weights of all active configurations are added up. `chosen`
// are those of the configurations that it adds up.
std::unique_ptr<ConfigurationSum> change_scan(std::shared_ptr<const WeighedConfigurations> own,
                                              std::vector<std::uint32_t> chosen);

// By relation: how many configurations are looked at when it begins or ceases to hold.
std::vector<std::uint32_t> looked_at(const WeighedConfigurations& own);

}  // namespace boardworth
