// Mobility: what a game may tell about the freedom of both sides, for evaluations that ask.
#pragma once

#include <array>
#include <concepts>

#include "rules/game.h"

namespace boardworth {

// Moves, and empty squares next to the other side's men: the mover's less the opponent's (Buro
// 1995).
using MobilityMeasures = std::array<int, 2>;

// MobilityMeasures mobility_measures(position): a member of the games that know them.
template <class G>
constexpr bool has_mobility = requires(const G& game, const typename G::Position& position) {
    { game.mobility_measures(position) } -> std::same_as<MobilityMeasures>;
};

}  // namespace boardworth
