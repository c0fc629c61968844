// One thread of a UCT search: it goes down the tree, adds a node, and plays on from there; in many
// lanes at once, each a simulation in flight, or one by one.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <span>
#include <vector>

#include "interrupt.h"
#include "rules/gdl/lanes/lane_states.h"
#include "rules/state_machine.h"
#include "search/limit.h"
#include "search/uct/guide.h"
#include "search/uct/tree.h"

namespace boardworth {

// What the threads of a search share, but for constants under its mutex.
struct UctSearch {
    UctTree& tree;
    const Limit& limit;
    std::uint32_t root;
    std::uint64_t begun = 0;
    std::uint64_t finished = 0;
    std::mutex mutex{};
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    // Whether what is in flight need not come back.
    [[nodiscard]] bool over() const {
        return limit.stopped() || seconds() >= limit.seconds || tree.decided(root);
    }
};

class UctWorker {
  public:
    // The kernels, from the narrowest to the widest: each serves until more simulations may be in
    // flight than it has lanes. Without any, the machine rolls out, one simulation at a time.
    UctWorker(std::unique_ptr<StateMachine> machine, const UctSettings& settings,
              const StateFunction* function, std::span<const LaneKernel> kernels);

    void seed(std::uint64_t seed);
    // Simulates until the limit; leaves nothing in flight. Throws Interrupted.
    void run(UctSearch& search, const Interrupt& interrupt);

    // What is to be known about a state, to which the machine goes.
    UctState describe(std::span<const std::uint64_t> state);
    [[nodiscard]] const StateMachine& machine() const { return *machine_; }

  private:
    using Path = std::vector<UctTree::Step>;

    void simulate_in_lanes(UctSearch& search, const Interrupt& interrupt);
    void simulate_one_by_one(UctSearch& search, const Interrupt& interrupt);
    // Goes down the tree until there is a state in `leaf_` to play on from, by `joint_move_` if
    // `moves_given_`; false if nothing more is to begin.
    bool begin(UctSearch& search, Path& path);
    // The node behind the last steps; none if there is no room for it. Sets `fresh` if it is new.
    std::uint32_t expand(UctSearch& search, const Path& path, std::unique_lock<std::mutex>& lock,
                         bool& fresh);
    void order_moves(UctState& state);
    // Whether a rollout may begin with moves that were chosen in the tree.
    [[nodiscard]] bool plays_given_moves() const;

    void fill_lanes(UctSearch& search);
    void use_width(std::size_t width);
    void widen();
    void end_lanes(UctSearch& search, const LaneStates::View& view);
    void cut_lanes(UctSearch& search, const LaneMask& going_on);
    // Backs up what is in `points_`.
    void end(UctSearch& search, const LaneMask& lanes);
    // Steps of a rollout until it is cut.
    [[nodiscard]] std::uint64_t draw_length();

    // What is to be known about the state in which the machine stands.
    UctState describe();
    // A rollout from `leaf_`, by `joint_move_` first if `moves_given_`.
    void roll_out(std::span<float> points);
    // The same by moves that the function draws; whether the game ended.
    bool roll_out_guided(std::uint64_t max_moves);

    const UctSettings& settings_;
    UctGuide guide_;
    std::unique_ptr<StateMachine> machine_;
    std::size_t roles_;
    std::span<const LaneKernel> kernels_;
    std::vector<std::unique_ptr<LaneStates>> widths_;  // by kernel; made when they are needed
    std::size_t width_ = 0;                            // the kernel in use
    LaneStates* lanes_ = nullptr;                      // its states
    std::mt19937_64 random_;
    std::vector<std::uint64_t> leaf_;
    std::vector<std::uint32_t> joint_move_;
    bool moves_given_ = false;

    LaneMask playing_;
    LaneMask given_;                          // lanes whose next moves are given
    std::vector<std::uint32_t> given_moves_;  // by lane and role
    std::vector<Path> paths_;                 // by lane
    std::vector<std::uint64_t> last_step_;    // by lane: when its rollout is cut
    std::vector<float> points_;               // by lane and role
    std::uint64_t step_ = 0;
};

}  // namespace boardworth
