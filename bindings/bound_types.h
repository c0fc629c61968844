// Core templates as Python sees them: each holds whichever game it was made for.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "evaluators/linear.h"
#include "features/index.h"
#include "features/sparse_instance.h"
#include "features/specialisation.h"
#include "rules/games.h"
#include "search/alphabeta.h"

namespace boardworth {

struct BoundPatterns {
    AnyGame game;
    PatternIndex index;
    std::vector<SparseInstance> sparse;
};

struct BoundSpecialisationDag {
    AnyGame game;
    SpecialisationDag dag;
};

template <class G>
using SharedEvaluator = std::shared_ptr<const LinearEvaluator<G>>;

struct BoundEvaluator {
    OfAnyGame<SharedEvaluator> evaluator;
};

struct BoundAlphaBeta {
    OfAnyGame<AlphaBeta> search;
};

}  // namespace boardworth
