// Rules without variables, as a grounder gives them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace boardworth {

// Literals are atoms, numbered from 1, negative where negated. Rule i is: heads[i] holds if all of
// literals[starts[i]] up to literals[starts[i + 1]] do.
struct GroundRules {
    std::vector<std::int32_t> heads;
    std::vector<std::uint64_t> starts{0};
    std::vector<std::int32_t> literals;
};

// The rules together with the names of the atoms that were asked for; atom 0 always holds.
struct GroundText {
    GroundRules rules;
    std::vector<std::int32_t> named_atoms;
    std::string names;  // one a line
};

}  // namespace boardworth
