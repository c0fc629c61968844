// All templates over games, instantiated for one of them.
#pragma once

#include <memory>
#include <utility>

#include "games/games.h"
#include "rules/game_of.h"
#include "search/engine_of.h"

namespace boardworth {

template <Game G>
SharedGame instantiated(G game) {
    auto searches = std::make_shared<const SearchesOf<G>>(game);
    return std::make_shared<const GameOf<G>>(std::move(game), std::move(searches));
}

}  // namespace boardworth
