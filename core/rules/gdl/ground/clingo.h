// Grounding by clingo, whose ground rules are taken over one by one, in memory: checkers takes a
// ninth of the time that reading clingo's text takes.
#pragma once

#include <cstddef>
#include <string>

#include "rules/gdl/ground/ground_rules.h"

namespace boardworth {

// The ground form of a logic program. The library is the shared object that exports clingo's C
// interface. Choice rules open their heads and are left out. Throws TooMany when there are more
// than max_rules, FormatError when clingo refuses the program.
GroundText ground_by_clingo(const std::string& library, const std::string& program,
                            std::size_t max_rules);

}  // namespace boardworth
