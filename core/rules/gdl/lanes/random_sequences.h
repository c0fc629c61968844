// Short sequences of states from random games: what statistics about a game are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interrupt.h"
#include "rules/gdl/build/propnet.h"

namespace boardworth {

// Where a sequence begins and how it goes on; each number is drawn evenly, bounds included.
struct SequenceShape {
    std::uint32_t max_depth;  // joint moves before its first state
    std::uint32_t min_states;
    std::uint32_t max_states;
    std::uint32_t max_apart;  // joint moves between two of its states, 1 at least
};

struct StateSequences {
    std::vector<std::uint8_t> states;    // packed, sequence by sequence
    std::vector<std::uint32_t> lengths;  // states of each sequence
};

// Each sequence is of a game of its own. States at which a game is over, or a role has no move, are
// in none; a sequence that is too short because of that is drawn anew. There are fewer than asked
// for where games are mostly too short for any. Throws Interrupted.
StateSequences random_sequences(const Propnet& propnet, std::size_t sequences,
                                const SequenceShape& shape, std::uint64_t seed,
                                const Interrupt& interrupt);

}  // namespace boardworth
