// Multi-ProbCut's checks as Python hands them over.
#pragma once

#include <stdexcept>

#include "bindings.h"
#include "search/probcut.h"

namespace boardworth {

using Checks = ArrayIn<double, 3>;

inline ProbCut to_probcut(int max_progress, const Checks& checks, int selectivity) {
    if (checks.shape(0) != static_cast<std::size_t>(max_progress) + 1 || checks.shape(2) != 4)
        throw std::invalid_argument("probcut: expected four numbers for every progress and depth");
    if (selectivity < ProbCut::full_width || selectivity > ProbCut::max_selectivity)
        throw std::invalid_argument("probcut: no such selectivity level");
    ProbCut probcut;
    probcut.depths = static_cast<int>(checks.shape(1));
    probcut.selectivity = selectivity;
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
