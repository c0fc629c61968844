// The games there are. A native game costs a header that models the concept, a file here that
// instantiates its templates, and a line in the list of games.cpp.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "rules/any_game.h"
#include "rules/gdl/step/game_facts.h"

namespace boardworth {

using SharedGame = std::shared_ptr<const AnyGame>;

struct NativeGame {
    std::string_view name;
    SharedGame (*make)();
};

std::span<const NativeGame> native_games();

// A rule sheet's game, by its propnet and what its fluents and moves mean.
SharedGame make_propnet_game(std::shared_ptr<const Propnet> propnet, GameFacts facts);

}  // namespace boardworth
