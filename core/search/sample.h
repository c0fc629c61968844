// A uniform sample of the positions that a search evaluates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "rules/game.h"

namespace boardworth {

// Reservoir sampling: after n positions each of them is kept with the same chance, size / n.
template <Game G>
class Sample {
  public:
    Sample(std::size_t size, std::uint64_t seed) : size_(size), random_(seed) {}

    void see(const typename G::Position& position) {
        ++seen_;
        if (kept_.size() < size_) {
            kept_.push_back(position);
        } else {
            const std::uint64_t place = random_() % seen_;
            if (place < size_) kept_[place] = position;
        }
    }

    [[nodiscard]] std::span<const typename G::Position> kept() const { return kept_; }

  private:
    std::size_t size_;
    std::mt19937_64 random_;
    std::uint64_t seen_ = 0;
    std::vector<typename G::Position> kept_;
};

}  // namespace boardworth
