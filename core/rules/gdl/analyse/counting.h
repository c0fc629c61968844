// Chains of rules that count: the same whatever the order of what they count.
#pragma once

#include "rules/gdl/analyse/definitions.h"

namespace boardworth {

// Gives atoms that hold if and only if exactly n of some literals do a rule that says just that.
void recognise_counts(Definitions& definitions);

}  // namespace boardworth
