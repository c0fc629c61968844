// All active configurations by look-up: where many speak of the same few atoms, their weights are
// added up beforehand for all values that these atoms can have.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "features/configurations/weighed.h"

namespace boardworth {

// Atoms, ascending, and the configurations that speak of no others.
struct TablePlan {
    std::vector<std::uint16_t> atoms;
    std::vector<std::uint32_t> configurations;
};

struct TableBounds {
    std::size_t entries = 59049;          // of a table: those of ten squares with three values
    std::size_t numbers = 16 << 20;       // in all tables of all stages
    std::size_t tables = 256;             // more are slower than what they replace
    std::size_t min_configurations = 16;  // fewer are found faster without a table
};

// The tables that replace most configurations each. No configuration is in two of them.
std::vector<TablePlan> table_plans(const WeighedConfigurations& own,
                                   const TableBounds& bounds = {});

// Adds up the weights of all active configurations that the plans have.
std::unique_ptr<ConfigurationSum> table_sum(const WeighedConfigurations& own,
                                            const std::vector<TablePlan>& plans);

}  // namespace boardworth
