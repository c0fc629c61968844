// Adds up the evaluations by most specific configurations of all positions that a number of moves
// leads to, in two ways that must agree: followed change by change and taken back, or found anew at
// every leaf. The benchmarks time one against the other.
#pragma once

#include <cstdint>

#include "features/activation.h"
#include "interrupt.h"

namespace boardworth {

struct ActivationSum {
    std::int64_t sum = 0;
    std::uint64_t leaves = 0;
};

template <Game G>
class ActivationTree {
  public:
    using Position = typename G::Position;

    ActivationTree(const G& game, const SpecialisationDag& dag, const CoverNetwork& network,
                   const Position& root, const Interrupt& interrupt)
        : game_(game),
          network_(network),
          interrupt_(interrupt),
          anew_(dag),
          followed_(game, network, root) {}

    ActivationSum run(int depth, bool incremental) {
        total_ = {};
        visit(followed_.position(), depth, incremental);
        return total_;
    }

  private:
    void visit(const Position position, int depth, bool incremental) {
        if (depth == 0) {
            total_.sum += incremental ? followed_.state().sum() : found_anew(position);
            ++total_.leaves;
            return;
        }
        if (interrupt_()) throw Interrupted{};
        for (const auto move : game_.legal_moves(position)) {
            if (!incremental) {
                visit(game_.play_unchecked(position, move, IgnoreChanges{}), depth - 1, false);
                continue;
            }
            followed_.play(move);
            visit(followed_.position(), depth - 1, true);
            followed_.undo();
        }
    }

    std::int64_t found_anew(const Position& position) {
        anew_.see(game_, position);
        std::int64_t sum = 0;
        for (const std::uint32_t c : anew_.most_specific()) sum += network_.weight(c);
        return sum;
    }

    const G& game_;
    const CoverNetwork& network_;
    const Interrupt& interrupt_;
    SpecialisationDag::Visit anew_;
    ActiveConfigurations<G> followed_;
    ActivationSum total_;
};

}  // namespace boardworth
