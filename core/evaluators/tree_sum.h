// Values every position that a number of moves leads to, in two ways that must agree: indices
// followed change by change, or read anew at every leaf. The benchmarks time one against the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "evaluators/linear.h"
#include "interrupt.h"
#include "rules/game.h"

namespace boardworth {

struct TreeSum {
    std::int64_t sum = 0;
    std::uint64_t leaves = 0;
};

template <Game G>
class TreeSummation {
  public:
    TreeSummation(const LinearEvaluator<G>& evaluator, bool incremental, const Interrupt& interrupt)
        : evaluator_(evaluator), incremental_(incremental), interrupt_(interrupt) {}

    TreeSum run(const typename G::Position& position, int depth) {
        total_ = {};
        indices_.assign(evaluator_.index().lanes() * static_cast<std::size_t>(depth + 1), 0);
        evaluator_.index().read(evaluator_.game(), position,
                                {indices_.data(), evaluator_.index().lanes()});
        visit(position, indices_.data(), depth);
        return total_;
    }

  private:
    void visit(const typename G::Position& position, std::uint16_t* indices, int depth) {
        constexpr int plies_per_look = 5;
        const PatternIndex& index = evaluator_.index();
        if (depth == plies_per_look && interrupt_()) throw Interrupted{};
        if (depth == 0) {
            if (!incremental_)
                index.read_plainly(evaluator_.game(), position, {indices, index.lanes()});
            total_.sum += evaluator_.value(position, indices);
            ++total_.leaves;
            return;
        }
        std::uint16_t* next = indices + index.lanes();
        for (const auto move : evaluator_.game().legal_moves(position)) {
            if (!incremental_) {
                visit(evaluator_.game().play_unchecked(position, move, IgnoreChanges{}), next,
                      depth - 1);
                continue;
            }
            std::copy_n(indices, index.lanes(), next);
            const auto after = evaluator_.game().play_unchecked(
                position, move,
                [&](int atom, int difference) { index.change(next, atom, difference); });
            visit(after, next, depth - 1);
        }
    }

    const LinearEvaluator<G>& evaluator_;
    bool incremental_;
    const Interrupt& interrupt_;
    std::vector<std::uint16_t> indices_;  // one ply after the other
    TreeSum total_;
};

}  // namespace boardworth
