// Core objects as Python sees them: each holds whichever game it was made for.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "bindings.h"
#include "features/index.h"
#include "features/sparse_instance.h"
#include "features/specialisation.h"
#include "rules/games.h"
#include "search/engine.h"

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

// What searches offer for a game.
inline std::unique_ptr<const GameSearches> searches_of_any(const AnyGame& game) {
    return std::visit([](const auto& g) { return searches_of(g); }, game);
}

inline PackedPositions to_packed(const ArrayIn<std::uint8_t, 2>& positions) {
    return {{positions.data(), positions.size()}, positions.shape(1)};
}

struct BoundEvaluator {
    SharedEvaluator evaluator;
};

}  // namespace boardworth
