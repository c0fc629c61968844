// Evaluators as Python sees them.
#pragma once

#include "bindings.h"
#include "search/engine.h"

namespace boardworth {

struct BoundEvaluator {
    SharedEvaluator evaluator;
};

}  // namespace boardworth
