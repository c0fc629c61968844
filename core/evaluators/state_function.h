// What a state of a game is worth to each of its roles, whatever their number and the order of
// their moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace boardworth {

class StateFunction {
  public:
    virtual ~StateFunction() = default;

    [[nodiscard]] virtual std::size_t roles() const = 0;
    [[nodiscard]] virtual std::size_t state_bits() const = 0;
    // Fills in one value per role, in points: 0 to 100. `state` is one of the game's state machine.
    // May be asked by several threads at once.
    virtual void values(std::span<const std::uint64_t> state, std::span<float> by_role) const = 0;
};

}  // namespace boardworth
