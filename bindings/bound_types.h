// Core templates as Python sees them: each holds whichever game it was made for.
#pragma once

#include <memory>
#include <variant>

#include "evaluators/linear.h"
#include "features/patterns.h"
#include "rules/games.h"
#include "search/alphabeta.h"

namespace boardworth {

using BoundPatterns = Patterns;

template <class G>
using SharedEvaluator = std::shared_ptr<const LinearEvaluator<G>>;

struct BoundEvaluator {
    OfAnyGame<SharedEvaluator> evaluator;
};

struct BoundAlphaBeta {
    OfAnyGame<AlphaBeta> search;
};

}  // namespace boardworth
