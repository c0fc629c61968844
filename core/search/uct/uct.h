// UCT and Guided UCT for any state machine: any number of roles, in turns or at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "search/uct/worker.h"

namespace boardworth {

struct UctResult {
    struct Move {
        std::uint32_t move;
        std::uint32_t visits;
        double mean;                // points of 0 to 100
        std::optional<int> proven;  // the points that it leads to under perfect play, if known
    };
    std::vector<std::vector<Move>> moves;    // by role
    std::vector<std::optional<int>> values;  // by role: of the state under perfect play, if known
    std::uint64_t simulations = 0;
    std::size_t nodes = 0;  // of the tree
    double seconds = 0;
};

// Serves one caller at a time.
class Uct {
  public:
    // The function, which may be null, must live as long as this, and so must a propnet that the
    // machine runs.
    Uct(std::unique_ptr<StateMachine> machine, UctSettings settings, const StateFunction* function);
    // Workers hold references to what is here.
    Uct(const Uct&) = delete;
    Uct& operator=(const Uct&) = delete;

    [[nodiscard]] const StateMachine& machine() const { return workers_[0].machine(); }
    // Whether the tree has this state.
    [[nodiscard]] bool knows(std::span<const std::uint64_t> state) const {
        return tree_.find(state) != UctTree::none;
    }
    // Simulates from a state that is not terminal; limit.nodes counts simulations. What is known
    // about it and what may follow it is kept, or all is forgotten first: then the same question
    // has the same answer, if it is not limited by time and there is one thread. Throws
    // Interrupted.
    UctResult search(std::span<const std::uint64_t> state, bool keep, const Limit& limit,
                     const Interrupt& interrupt);

  private:
    std::uint32_t root_of(std::span<const std::uint64_t> state, bool keep);
    [[nodiscard]] UctResult result(const UctSearch& search) const;

    UctSettings settings_;
    std::vector<LaneKernel> kernels_;
    UctTree tree_;
    std::vector<UctWorker> workers_;
};

}  // namespace boardworth
