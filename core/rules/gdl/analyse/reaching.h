// Rules that look for a way from some places to others: the same in both directions.
#pragma once

#include "rules/gdl/analyse/definitions.h"

namespace boardworth {

// An atom that holds if and only if there is a way through a graph without one-way streets is
// said to hold if there is one forth and one back, which means the same from either end.
void recognise_ways(Definitions& definitions);

}  // namespace boardworth
