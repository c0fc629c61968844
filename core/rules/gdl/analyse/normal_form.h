// Ground rules in a form in which rules that mean the same look the same more often.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/gdl/ground/ground_rules.h"

namespace boardworth {

// Rules of the atoms that were asked for. Atoms above `last_atom` are markers, one for each number
// n in `counts`: a rule "head if marker and literals" means that exactly n of the literals hold.
struct NormalForm {
    GroundRules rules;
    std::int32_t last_atom = 0;
    std::vector<std::int32_t> counts;
};

// Conjunctions and disjunctions are flattened, atoms with the same rules become one, and chains of
// rules that count what holds, one thing after the other, become counts, whatever their order was;
// ways through a propnet are looked for from both ends.
// Inputs are atoms that no rules decide.
NormalForm normal_form(const GroundRules& rules, const std::vector<std::int32_t>& inputs,
                       const std::vector<std::int32_t>& outputs);

}  // namespace boardworth
