#include "rules/network/lane_play.h"

#include <algorithm>
#include <bit>
#include <random>
#include <utility>

namespace boardworth {

namespace {

// Goals are looked at when one lane in so many has ended its game; those that have wait for it.
constexpr std::uint64_t patience = 16;

}  // namespace

LanePlay::LanePlay(const Network& network, const LaneKernel& kernel,
                   std::vector<std::uint8_t> start, std::uint64_t seed)
    : network_(network),
      kernel_(kernel),
      start_(std::move(start)),
      playing_(1),
      terminal_(1),
      stuck_(1),
      restarted_(1) {
    const auto lines = [&](std::size_t words) { return (words * width() + 7) / 8; };
    values_.resize(lines(network.slots));
    next_.resize(lines(network.fluents()) + 1);
    random_.resize(lines(4));
    std::mt19937_64 generator(seed);
    for (Line& line : random_)
        for (std::uint64_t& word : line.words) word = generator();
    possible_.resize(network.roles());
    for (std::size_t role = 0; role < network.roles(); ++role) {
        const std::size_t first = network.role_starts[role];
        const std::size_t moves = network.role_starts[role + 1] - first;
        possible_[role].resize(moves + 1);
        choices_.push_back({network.legal.data() + first, static_cast<std::uint32_t>(moves),
                            static_cast<std::uint32_t>(network.first_move() + first),
                            possible_[role].data(), 0});
    }
}

RandomPlay LanePlay::play(std::uint64_t games, std::uint64_t max_moves, const Interrupt& interrupt,
                          const Watch& watch) {
    RandomPlay play(network_.roles());
    begin_first_games(games);
    std::uint64_t since_beginning = 0;
    while (count(playing_) > 0 && since_beginning++ <= max_moves) {
        if (interrupt()) throw Interrupted{};
        look_and_choose();
        if (watch) watch(*this);
        evaluate(network_.step);
        const std::uint64_t waiting = count(terminal_) + count(stuck_);
        play.moves += count(playing_) - waiting;
        clear(restarted_);
        if (waiting * patience >= lanes() || waiting == count(playing_)) {
            end_games(play);
            begin_games(games);
            if (count(restarted_) > 0) since_beginning = 0;
        }
        for (std::size_t i = 0; i < width(); ++i) words_of(terminal_)[i] |= words_of(stuck_)[i];
        kernel_.advance(network_.next.data(), start_.data(), network_.fluents(),
                        words_of(terminal_), words_of(restarted_), words_of(values_),
                        words_of(next_));
    }
    play.unfinished += count(playing_);
    return play;
}

void LanePlay::begin_first_games(std::uint64_t games) {
    clear(playing_);
    begun_ = std::min<std::uint64_t>(games, lanes());
    for (std::size_t lane = 0; lane < begun_; ++lane)
        words_of(playing_)[lane / 64] |= std::uint64_t{1} << (lane % 64);
    for (std::size_t fluent = 0; fluent < network_.fluents(); ++fluent)
        std::fill_n(words_of(values_) + (1 + fluent) * width(), width(),
                    start_[fluent] != 0 ? ~std::uint64_t{0} : 0);
}

std::uint64_t LanePlay::count(const Mask& mask) const {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < width(); ++i)
        total += static_cast<std::uint64_t>(std::popcount(mask.data()->words[i]));
    return total;
}

void LanePlay::evaluate(const GateStage& stage) {
    std::uint64_t* values = words_of(values_);
    const std::uint32_t* operands = stage.operands.data();
    std::size_t run = 0;
    for (const GateLoop& loop : stage.loops) {
        const GateRun* runs = stage.runs.data();
        const std::size_t inside = loop.last_run - loop.first_run;
        operands = kernel_.evaluate(runs + run, loop.first_run - run, operands, values);
        for (const std::uint32_t slot : loop.slots)
            std::fill_n(values + slot * width(), width(), 0);
        const std::uint32_t* first = operands;
        do {
            operands = kernel_.evaluate(runs + loop.first_run, inside, first, values);
        } while (
            kernel_.settle(loop.slots.data(), loop.definitions.data(), loop.slots.size(), values));
        run = loop.last_run;
    }
    kernel_.evaluate(stage.runs.data() + run, stage.runs.size() - run, operands, values);
}

void LanePlay::look_and_choose() {
    evaluate(network_.view);
    kernel_.read(network_.terminal, words_of(values_), words_of(terminal_));
    clear(stuck_);
    alignas(64) std::uint64_t without[8];
    for (LaneChoice& choice : choices_) {
        kernel_.choose(choice, words_of(values_), words_of(random_), without);
        for (std::size_t i = 0; i < width(); ++i) words_of(stuck_)[i] |= without[i];
    }
    for (std::size_t i = 0; i < width(); ++i) {
        words_of(terminal_)[i] &= words_of(playing_)[i];
        words_of(stuck_)[i] &= words_of(playing_)[i] & ~words_of(terminal_)[i];
    }
}

void LanePlay::end_games(RandomPlay& play) {
    const std::uint64_t ended = count(terminal_);
    play.games += ended;
    play.unfinished += count(stuck_);
    if (ended == 0) return;
    evaluate(network_.goal_view);
    // Lanes in which a role has a goal, and those in which it has a second one.
    std::vector<Line> once(network_.roles());
    std::vector<Line> twice(network_.roles());
    for (const Network::Goal& goal : network_.goals) {
        alignas(64) std::uint64_t holding[8];
        kernel_.read(goal.literal, words_of(values_), holding);
        for (std::size_t i = 0; i < width(); ++i) {
            holding[i] &= words_of(terminal_)[i];
            twice[goal.role].words[i] |= once[goal.role].words[i] & holding[i];
            once[goal.role].words[i] |= holding[i];
        }
    }
    for (std::size_t role = 0; role < network_.roles(); ++role)
        for (std::size_t i = 0; i < width(); ++i) {
            once[role].words[i] &= ~twice[role].words[i];
            play.without_goal[role] += static_cast<std::uint64_t>(
                std::popcount(words_of(terminal_)[i] & ~once[role].words[i]));
        }
    for (const Network::Goal& goal : network_.goals) {
        alignas(64) std::uint64_t holding[8];
        kernel_.read(goal.literal, words_of(values_), holding);
        for (std::size_t i = 0; i < width(); ++i)
            play.goal_sums[goal.role] +=
                static_cast<std::uint64_t>(goal.value) *
                static_cast<std::uint64_t>(std::popcount(holding[i] & once[goal.role].words[i]));
    }
}

// In lanes whose games are over, as long as there are games to begin; other lanes retire.
void LanePlay::begin_games(std::uint64_t games) {
    for (std::size_t i = 0; i < width(); ++i) {
        std::uint64_t over = words_of(terminal_)[i] | words_of(stuck_)[i];
        words_of(playing_)[i] &= ~over;
        const auto wanted = static_cast<std::uint64_t>(std::popcount(over));
        if (games - begun_ < wanted)
            for (std::uint64_t extra = wanted - (games - begun_); extra > 0; --extra)
                over &= over - 1;
        begun_ += static_cast<std::uint64_t>(std::popcount(over));
        words_of(restarted_)[i] = over;
        words_of(playing_)[i] |= words_of(restarted_)[i];
    }
}

}  // namespace boardworth
