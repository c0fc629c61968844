// All active configurations followed from one position to the next without counters: of every
// relation that begins or ceases to hold, those that have it are looked at, eight at a time, and
// the weights of those whose other relations hold are added or subtracted.
#pragma once

#include <memory>
#include <vector>

#include "features/configurations/weighed.h"

namespace boardworth {

// Adds up the weights of the chosen configurations. Throws invalid_argument unless those of all
// active ones are to be added up.
std::unique_ptr<ConfigurationSum> change_scan(const WeighedConfigurations& own,
                                              const std::vector<std::uint32_t>& chosen);

}  // namespace boardworth
