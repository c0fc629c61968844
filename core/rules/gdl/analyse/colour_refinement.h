// Colours that tell atoms apart by the rules they are in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rules/gdl/ground/ground_rules.h"

namespace boardworth {

// Refines colours of atoms (index 0 is not an atom) until no more of them are told apart. An atom's
// new colour follows from its old one and from the colours in its own rules; both ways: from those
// in the rules that it is a condition of, too. Renaming atoms renames the result: atoms have the
// same colour only if they look the same, here and in any other set of rules.
std::vector<std::uint64_t> refine_colours(const GroundRules& rules,
                                          std::vector<std::uint64_t> colours, bool both_ways);

}  // namespace boardworth
