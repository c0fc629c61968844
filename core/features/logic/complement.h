// Where no conjunction of a list holds, as conjunctions that exclude each other: in any position
// exactly one of them holds, or none. So what is negated is proven once, or not at all.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "features/logic/assignment.h"
#include "features/logic/budget.h"

namespace boardworth {

// Calls on_case() with an assignment for every such conjunction, beside what it knows already.
// on_case says whether to go on.
Cut complement(const Conjunctions& conjunctions, Assignment& assignment, Budget& budget,
               const std::function<Cut()>& on_case);

// The numbers of the conjunctions that imply no other one of the list, in ascending order; of those
// that are alike, the first one's.
std::pair<std::vector<std::size_t>, Cut> not_subsumed(const Conjunctions& conjunctions,
                                                      Assignment& assignment, Budget& budget);

}  // namespace boardworth
