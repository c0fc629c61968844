// Fluents whose next value is followed by counters, like the view, instead of being computed at
// every move.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/gdl/build/gate_blocks.h"
#include "rules/gdl/build/propnet.h"

namespace boardworth {

struct FollowedNext {
    // What follows whatever the players do: a counter of steps changes two of its fluents, and the
    // others need no look. With all of them, moves are inputs like fluents.
    FollowedNext(const Propnet& propnet, bool all);

    std::vector<SingleGate> gates;
    std::vector<bool> fluents;
};

}  // namespace boardworth
