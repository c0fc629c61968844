#include "evaluators/fluent_sum.h"

#include <cmath>
#include <utility>

#include "bits.h"
#include "errors.h"

namespace boardworth {

FluentSum::FluentSum(std::vector<float> weights, std::vector<float> constants)
    : weights_(std::move(weights)), constants_(std::move(constants)) {
    if (constants_.empty() || weights_.size() % constants_.size() != 0)
        throw FormatError("a sum of fluents: its weights do not fit its roles");
    for (const std::vector<float>* numbers : {&weights_, &constants_})
        for (const float number : *numbers)
            if (!std::isfinite(number)) throw FormatError("a sum of fluents: a weight is infinite");
}

void FluentSum::values(std::span<const std::uint64_t> state, std::span<float> by_role) const {
    for (std::size_t role = 0; role < roles(); ++role) {
        const std::span<const float> own = weights(role);
        float sum = constants_[role];
        for_each_bit(state, [&](std::uint32_t fluent) { sum += own[fluent]; });
        by_role[role] = points(sum);
    }
}

}  // namespace boardworth
