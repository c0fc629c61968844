// Multi-ProbCut (Buro 1997): where a shallow search says that a deep one will almost surely fall
// outside the window, the deep one is not made.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace boardworth {

// Deep value = slope * shallow value + offset, give or take sigma; values in the evaluator's units.
struct ProbCutCheck {
    int shallow = -1;  // depth of the shallow search; -1: no check
    double slope = 1;
    double offset = 0;
    double sigma = 0;
};

// Selectivity level 0 cuts nothing; greater ones are ever less careful.
struct ProbCut {
    static constexpr std::array<double, 8> deviations{0, 3.3, 2.6, 2.0, 1.5, 1.1, 0.8, 0.6};
    static constexpr int full_width = 0;
    static constexpr int max_selectivity = static_cast<int>(deviations.size()) - 1;

    int depths = 0;                    // checks exist for depths below this
    std::vector<ProbCutCheck> checks;  // by progress, then depth
    int selectivity = full_width;      // in use before the end of the game comes in sight

    [[nodiscard]] const ProbCutCheck* find(int progress, int depth) const {
        if (depth >= depths) return nullptr;
        const auto& check = checks[static_cast<std::size_t>(progress * depths + depth)];
        return check.shallow >= 0 ? &check : nullptr;
    }
};

}  // namespace boardworth
