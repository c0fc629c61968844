// The active configurations found anew for every sum: what following them from move to move is
// compared with.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "features/configurations/weighed.h"

namespace boardworth {

// Looks at one configuration after the other, and at the relations of each until one does not hold.
std::unique_ptr<ConfigurationSum> one_by_one(std::shared_ptr<const WeighedConfigurations> own);

// Goes from the relations that hold to configurations and on to special cases of active ones: each
// is looked at only if a chosen generalisation of it, or one of its relations, holds.
std::unique_ptr<ConfigurationSum> dag_walk(std::shared_ptr<const WeighedConfigurations> own,
                                           const SpecialisationDag& dag);

// Compares the masks of the chosen configurations with the relations that hold, eight at a time.
std::unique_ptr<ConfigurationSum> mask_scan(std::shared_ptr<const WeighedConfigurations> own,
                                            const std::vector<std::uint32_t>& chosen);

}  // namespace boardworth
