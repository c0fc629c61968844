// What a state of a rule sheet's game is worth to each of its roles, whoever they are and whenever
// they move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace boardworth {

class StateFunction {
  public:
    virtual ~StateFunction() = default;

    [[nodiscard]] virtual std::size_t roles() const = 0;
    [[nodiscard]] virtual std::size_t fluents() const = 0;
    // Fills in one value per role, in points of goal: 0 to 100. `state` has a bit per fluent. May
    // be asked by several threads at once.
    virtual void values(std::span<const std::uint64_t> state, std::span<float> by_role) const = 0;
};

}  // namespace boardworth
