// Many games of a propnet at once: the state of each is a lane of a kernel's words.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "bits.h"
#include "rules/gdl/build/propnet.h"
#include "rules/gdl/lanes/lane_kernel.h"

namespace boardworth {

// A bit per lane.
struct alignas(64) LaneMask {
    std::uint64_t words[8] = {};

    [[nodiscard]] bool has(std::size_t lane) const { return has_bit(words, lane); }
    void add(std::size_t lane) { add_bit(words, lane); }
    void remove(std::size_t lane) { words[lane / 64] &= ~(std::uint64_t{1} << (lane % 64)); }
    [[nodiscard]] std::size_t count() const {
        std::size_t total = 0;
        for (const std::uint64_t word : words)
            total += static_cast<std::size_t>(std::popcount(word));
        return total;
    }
    template <class OnLane>
    void each(const OnLane& on_lane) const {
        for_each_bit(words, on_lane);
    }
    LaneMask& operator|=(const LaneMask& other) {
        for (std::size_t i = 0; i < 8; ++i) words[i] |= other.words[i];
        return *this;
    }
    LaneMask& operator&=(const LaneMask& other) {
        for (std::size_t i = 0; i < 8; ++i) words[i] &= other.words[i];
        return *this;
    }
    friend LaneMask operator|(LaneMask a, const LaneMask& b) { return a |= b; }
    friend LaneMask operator&(LaneMask a, const LaneMask& b) { return a &= b; }
    friend LaneMask operator-(LaneMask a, const LaneMask& b) {
        for (std::size_t i = 0; i < 8; ++i) a.words[i] &= ~b.words[i];
        return a;
    }
};

class LaneStates {
  public:
    LaneStates(const Propnet& propnet, const LaneKernel& kernel, std::uint64_t seed);

    [[nodiscard]] std::size_t lanes() const { return kernel_.lanes; }
    [[nodiscard]] const Propnet& propnet() const { return propnet_; }
    void seed(std::uint64_t seed);

    // `holds` tells fluent by fluent what holds in every lane.
    void set_all(std::span<const std::uint8_t> holds);
    // One lane's state, a bit per fluent.
    void set(std::size_t lane, std::span<const std::uint64_t> state);
    void get(std::size_t lane, std::span<std::uint64_t> state) const;
    [[nodiscard]] bool holds(std::size_t lane, std::size_t slot) const {
        return (word(slot)[lane / 64] >> (lane % 64) & 1) != 0;
    }

    // Looks at all states and draws legal moves: the lanes whose state is terminal, and those in
    // which a role has no move.
    struct View {
        LaneMask terminal;
        LaneMask stuck;
    };
    View look_and_choose();
    // After that: one lane makes these legal moves instead of those drawn, one of each role.
    void make(std::size_t lane, std::span<const std::uint32_t> joint_move);
    // After that: makes the moves, but in lanes that are held; restarted ones begin where `start`
    // says. What was looked at stays until advance.
    void step() { evaluate(propnet_.step); }
    void advance(const LaneMask& held, const LaneMask& restarted,
                 std::span<const std::uint8_t> start);
    // Calls on_goal with every goal and those of some lanes in which it is its role's only one.
    template <class OnGoal>
    void each_goal(const LaneMask& of, const OnGoal& on_goal) {
        const std::vector<LaneMask> single = look_at_goals(of);
        for (const Propnet::Goal& goal : propnet_.goals)
            on_goal(goal, read(goal.literal) & single[goal.role]);
    }

  private:
    [[nodiscard]] std::size_t width() const { return kernel_.lanes / 64; }
    static std::uint64_t* words_of(std::vector<LaneMask>& lines) { return lines.data()->words; }
    [[nodiscard]] const std::uint64_t* word(std::size_t slot) const {
        return values_.data()->words + slot * width();
    }
    [[nodiscard]] LaneMask read(GateLiteral literal) const;
    void evaluate(const GateStage& stage);
    // By role: the lanes in which exactly one of its goals holds.
    std::vector<LaneMask> look_at_goals(const LaneMask& of);

    const Propnet& propnet_;
    const LaneKernel& kernel_;
    std::vector<LaneMask> values_;
    std::vector<LaneMask> next_;
    std::vector<LaneMask> random_;
    std::vector<std::vector<std::uint32_t>> possible_;  // by role
    std::vector<LaneChoice> choices_;                   // by role
};

}  // namespace boardworth
