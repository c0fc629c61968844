#include "rules/gdl/lanes/lane_play.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace boardworth {

namespace {

// Goals are evaluated when one lane in this many has ended its game; lanes that have ended wait.
constexpr std::uint64_t patience = 16;

}  // namespace

LanePlay::LanePlay(const Propnet& propnet, const LaneKernel& kernel,
                   std::vector<std::uint8_t> start, std::uint64_t seed)
    : states_(propnet, kernel, seed), start_(std::move(start)) {}

RandomPlay LanePlay::play(std::uint64_t games, std::uint64_t max_moves, const Interrupt& interrupt,
                          const Watch& watch) {
    RandomPlay play(states_.propnet().roles());
    begin_first_games(games);
    std::uint64_t since_beginning = 0;
    while (playing_.count() > 0 && since_beginning++ <= max_moves) {
        if (interrupt()) throw Interrupted{};
        LaneStates::View view = states_.look_and_choose();
        view.terminal &= playing_;
        view.stuck = (view.stuck & playing_) - view.terminal;
        if (watch) watch(*this);
        states_.step();
        const LaneMask over = view.terminal | view.stuck;
        const std::uint64_t waiting = over.count();
        play.moves += playing_.count() - waiting;
        LaneMask restarted;
        if (waiting * patience >= states_.lanes() || waiting == playing_.count()) {
            end_games(view, play);
            restarted = begin_games(over, games);
            if (restarted.count() > 0) since_beginning = 0;
        }
        states_.advance(over, restarted, start_);
    }
    play.unfinished += playing_.count();
    return play;
}

void LanePlay::begin_first_games(std::uint64_t games) {
    playing_ = {};
    begun_ = std::min<std::uint64_t>(games, states_.lanes());
    for (std::size_t lane = 0; lane < begun_; ++lane) playing_.add(lane);
    states_.set_all(start_);
}

void LanePlay::end_games(const LaneStates::View& view, RandomPlay& play) {
    const std::uint64_t ended = view.terminal.count();
    play.games += ended;
    play.unfinished += view.stuck.count();
    if (ended == 0) return;
    for (std::uint64_t& without : play.without_goal) without += ended;
    states_.each_goal(view.terminal, [&](const Propnet::Goal& goal, const LaneMask& lanes) {
        play.goal_sums[goal.role] += static_cast<std::uint64_t>(goal.value) * lanes.count();
        play.without_goal[goal.role] -= lanes.count();
    });
}

LaneMask LanePlay::begin_games(LaneMask over, std::uint64_t games) {
    playing_ = playing_ - over;
    for (std::uint64_t& lanes : over.words) {
        const auto wanted = static_cast<std::uint64_t>(std::popcount(lanes));
        if (games - begun_ < wanted)
            for (std::uint64_t extra = wanted - (games - begun_); extra > 0; --extra)
                lanes &= lanes - 1;
        begun_ += static_cast<std::uint64_t>(std::popcount(lanes));
    }
    playing_ |= over;
    return over;
}

}  // namespace boardworth
