// Random games in all lanes of a kernel at once.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "interrupt.h"
#include "rules/gdl/lanes/lane_states.h"
#include "rules/random_play.h"

namespace boardworth {

class LanePlay {
  public:
    // `start` tells fluent by fluent what holds where the games begin.
    LanePlay(const Propnet& propnet, const LaneKernel& kernel, std::vector<std::uint8_t> start,
             std::uint64_t seed);

    // Called at every step, when moves have been chosen and not yet been made.
    using Watch = std::function<void(const LanePlay&)>;

    // A lane that ends a game begins another one until enough have been begun; all of these are
    // played to their end, or the shorter ones would count more often. Lanes that are still
    // playing max_moves steps after the last beginning are left unfinished. Throws Interrupted.
    RandomPlay play(std::uint64_t games, std::uint64_t max_moves, const Interrupt& interrupt,
                    const Watch& watch = {});

    [[nodiscard]] bool playing(std::size_t lane) const { return playing_.has(lane); }
    [[nodiscard]] bool holds(std::size_t lane, std::size_t slot) const {
        return states_.holds(lane, slot);
    }

  private:
    void begin_first_games(std::uint64_t games);
    void end_games(const LaneStates::View& view, RandomPlay& play);
    // In lanes whose games are over, as long as there are games to begin; other lanes retire.
    LaneMask begin_games(LaneMask over, std::uint64_t games);

    LaneStates states_;
    std::vector<std::uint8_t> start_;
    LaneMask playing_;  // lanes that have a game
    std::uint64_t begun_ = 0;
};

}  // namespace boardworth
