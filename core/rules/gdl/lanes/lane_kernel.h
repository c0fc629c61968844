// The loops of many games at once: every slot has a word with one bit per game, a lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/gdl/build/propnet.h"

namespace boardworth {

// A role's moves: where they may be made, and where they are. Slots of moves that may be made in no
// lane stay zero and are not looked at twice.
struct LaneChoice {
    const GateLiteral* legal;
    std::uint32_t moves;
    std::uint32_t first_slot;
    std::uint32_t* possible;  // numbers of moves; room for all
    std::uint32_t possible_count;
};

// Every pointer to words is to lanes / 64 words per slot, aligned to 64 bytes.
struct LaneKernel {
    std::size_t lanes;

    // Returns the operand behind those of the runs.
    const std::uint32_t* (*evaluate)(const GateRun* runs, std::size_t count,
                                     const std::uint32_t* operands, std::uint64_t* values);
    // Gives slots the values of literals; whether one of them changed.
    bool (*settle)(const std::uint32_t* slots, const GateLiteral* definitions, std::size_t count,
                   std::uint64_t* values);
    void (*read)(GateLiteral literal, const std::uint64_t* values, std::uint64_t* word);
    // Sets in every lane one of the legal moves, each with equal probability; in `without` the
    // lanes that have none. The state of the random numbers has four words.
    void (*choose)(LaneChoice& choice, std::uint64_t* values, std::uint64_t* random,
                   std::uint64_t* without);
    // Slots 1 and up take the values of the literals, by way of `next`, in lanes that are not held;
    // in those that are restarted, their initial ones.
    void (*advance)(const GateLiteral* literals, const std::uint8_t* initial, std::size_t count,
                    const std::uint64_t* held, const std::uint64_t* restarted,
                    std::uint64_t* values, std::uint64_t* next);
};

// Those that this machine can run, from the narrowest to the widest.
std::vector<LaneKernel> lane_kernels();

// By their width, each compiled for the instructions that it needs.
LaneKernel lanes_64();
LaneKernel lanes_256();
LaneKernel lanes_512();

}  // namespace boardworth
