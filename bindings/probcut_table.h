// Multi-ProbCut's checks as Python hands them over.
#pragma once

#include <stdexcept>

#include "bindings.h"
#include "search/probcut.h"

namespace boardworth {

using Checks = ArrayIn<double, 3>;

template <Game G>
ProbCut to_probcut(const G& game, const Checks& checks, int width) {
    if (checks.shape(0) != static_cast<std::size_t>(game.max_progress) + 1 || checks.shape(2) != 4)
        throw std::invalid_argument("probcut: expected four numbers for every progress and depth");
    if (width < ProbCut::widest || width > ProbCut::narrowest)
        throw std::invalid_argument("probcut: no such width");
    ProbCut probcut;
    probcut.depths = static_cast<int>(checks.shape(1));
    probcut.width = width;
    const double* next = checks.data();
    for (std::size_t i = 0; i < checks.shape(0) * checks.shape(1); ++i, next += 4) {
        const int shallow = static_cast<int>(next[0]);
        const int depth = static_cast<int>(i % checks.shape(1));
        if (shallow >= depth || !(next[1] > 0) || !(next[3] >= 0))
            throw std::invalid_argument("probcut: a check that makes no sense");
        probcut.checks.push_back({shallow, next[1], next[2], next[3]});
    }
    return probcut;
}

}  // namespace boardworth
