// Values every position that a number of moves leads to, in two ways that must agree: followed
// change by change, or found anew at every leaf. The benchmarks time one against the other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "evaluators/evaluator.h"
#include "interrupt.h"

namespace boardworth {

struct TreeSum {
    std::int64_t sum = 0;
    std::uint64_t leaves = 0;
};

template <Game G, Evaluator<G> E>
class TreeSummation {
  public:
    TreeSummation(const E& evaluator, bool incremental, const Interrupt& interrupt)
        : evaluator_(evaluator), incremental_(incremental), interrupt_(interrupt) {}

    TreeSum run(const typename G::Position& position, int depth) {
        typename E::Stack stack(evaluator_, static_cast<std::size_t>(depth) + 1);
        if (incremental_) evaluator_.start(stack, position);
        total_ = {};
        visit(stack, 0, position, depth);
        return total_;
    }

  private:
    void visit(typename E::Stack& stack, std::size_t ply, const typename G::Position& position,
               int depth) {
        constexpr int plies_per_look = 5;
        if (depth == plies_per_look && interrupt_()) throw Interrupted{};
        if (depth == 0) {
            total_.sum += incremental_ ? evaluator_.value(stack, ply, position)
                                       : evaluator_.value_plainly(position);
            ++total_.leaves;
            return;
        }
        const G& game = evaluator_.game();
        for (const auto move : game.legal_moves(position)) {
            if (incremental_)
                visit(stack, ply + 1,
                      game.play_unchecked(position, move, evaluator_.enter(stack, ply + 1)),
                      depth - 1);
            else
                visit(stack, ply + 1, game.play_unchecked(position, move, IgnoreChanges{}),
                      depth - 1);
        }
    }

    const E& evaluator_;
    bool incremental_;
    const Interrupt& interrupt_;
    TreeSum total_;
};

}  // namespace boardworth
