// What it may cost to build a propnet.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "errors.h"
#include "interrupt.h"

namespace boardworth {

// Counts the literals that are looked at, which is the same on every machine, and ends the work
// when there are too many or when it is interrupted. What is built needs no more memory than some
// bytes for each of them.
class BuildingWork {
  public:
    BuildingWork(std::uint64_t most, Interrupt interrupt)
        : most_(most), interrupt_(std::move(interrupt)) {}

    void add(std::size_t literals) {
        done_ += literals;
        if (done_ >= next_look_) look();
    }

  private:
    static constexpr std::uint64_t between_looks = 1 << 16;

    void look() {
        if (done_ > most_) throw TooMany("more than " + std::to_string(most_) + " literals");
        if (interrupt_()) throw Interrupted{};
        next_look_ = std::min(done_ + between_looks, most_ + 1);
    }

    std::uint64_t most_;
    Interrupt interrupt_;
    std::uint64_t done_ = 0;
    std::uint64_t next_look_ = 0;
};

}  // namespace boardworth
