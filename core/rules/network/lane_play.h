// Random games in all lanes of a kernel at once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "interrupt.h"
#include "rules/network/lane_kernel.h"
#include "rules/network/network.h"
#include "rules/random_play.h"

namespace boardworth {

class LanePlay {
  public:
    // `start` tells fluent by fluent what holds where the games begin.
    LanePlay(const Network& network, const LaneKernel& kernel, std::vector<std::uint8_t> start,
             std::uint64_t seed);

    // Called at every step, when moves have been chosen and not yet been made.
    using Watch = std::function<void(const LanePlay&)>;

    // A lane that ends a game begins another one until enough have been begun; all of these are
    // played to their end, or the shorter ones would count more often. Lanes that are still
    // playing max_moves steps after the last beginning are left unfinished. Throws Interrupted.
    RandomPlay play(std::uint64_t games, std::uint64_t max_moves, const Interrupt& interrupt,
                    const Watch& watch = {});

    [[nodiscard]] std::size_t lanes() const { return kernel_.lanes; }
    [[nodiscard]] bool playing(std::size_t lane) const { return bit(playing_.data(), lane); }
    [[nodiscard]] bool holds(std::size_t lane, std::size_t slot) const {
        return bit(word(slot), lane);
    }

  private:
    struct alignas(64) Line {
        std::uint64_t words[8];
    };
    using Mask = std::vector<Line>;  // of one line: a bit per lane

    static bool bit(const void* words, std::size_t lane) {
        return (static_cast<const std::uint64_t*>(words)[lane / 64] >> (lane % 64) & 1) != 0;
    }
    static std::uint64_t* words_of(std::vector<Line>& lines) { return lines.data()->words; }
    [[nodiscard]] std::size_t width() const { return kernel_.lanes / 64; }
    [[nodiscard]] const std::uint64_t* word(std::size_t slot) const {
        return values_.data()->words + slot * width();
    }
    [[nodiscard]] std::uint64_t count(const Mask& mask) const;
    static void clear(Mask& mask) { mask[0] = {}; }

    void evaluate(const GateStage& stage);
    void begin_first_games(std::uint64_t games);
    void look_and_choose();
    void end_games(RandomPlay& play);
    void begin_games(std::uint64_t games);

    const Network& network_;
    const LaneKernel& kernel_;
    std::vector<std::uint8_t> start_;
    std::vector<Line> values_;
    std::vector<Line> next_;
    std::vector<Line> random_;
    std::vector<std::vector<std::uint32_t>> possible_;  // by role
    std::vector<LaneChoice> choices_;                   // by role
    Mask playing_;                                      // lanes that have a game
    Mask terminal_;                                     // of these, whose game is over
    Mask stuck_;                                        // of these, where a role has no move
    Mask restarted_;
    std::uint64_t begun_ = 0;
};

}  // namespace boardworth
