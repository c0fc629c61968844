// How much an unfolding may cost, and which bound it has met.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "interrupt.h"

namespace boardworth {

// Rules that rest on rules, and literals that are tried one upon another: a thread's stack is
// finite.
constexpr std::size_t max_rule_depth = 1000, max_trail = 2000;

struct UnfoldingBounds {
    std::size_t conjunctions;                   // of a feature, and of any atom on the way
    std::size_t literals;                       // of a conjunction
    std::uint64_t steps;                        // conjunctions that are looked at
    std::size_t memory;                         // in bytes, for all lists of conjunctions
    std::chrono::steady_clock::time_point end;  // of the time for all features together
};

// Why a solution is not unfolded. Python knows them by their numbers.
enum class Cut : std::uint8_t {
    none,
    conjunctions,
    literals,
    steps,
    memory,
    seconds,
    depth,
    moves
};

class Budget {
  public:
    Budget(const UnfoldingBounds& given, const Interrupt& interrupt)
        : bounds(given), interrupt_(interrupt) {}

    // The steps that may be taken from here on.
    void allow(std::uint64_t steps) { last_step_ = taken_ + steps; }
    [[nodiscard]] std::uint64_t taken() const { return taken_; }

    // Takes steps; tells whether they were one too many. Throws Interrupted.
    [[nodiscard]] Cut step(std::uint64_t count = 1) {
        taken_ += count;
        if (taken_ > last_step_) return Cut::steps;
        if (taken_ < next_look_) return Cut::none;
        next_look_ = taken_ + 4096;
        if (interrupt_()) throw Interrupted{};
        return std::chrono::steady_clock::now() > bounds.end ? Cut::seconds : Cut::none;
    }

    UnfoldingBounds bounds;

  private:
    const Interrupt& interrupt_;
    std::uint64_t taken_ = 0, last_step_ = 0, next_look_ = 0;
};

}  // namespace boardworth
