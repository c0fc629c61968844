#include "games/instantiation.h"
#include "rules/gdl/step/propnet_game.h"

namespace boardworth {

SharedGame make_propnet_game(std::shared_ptr<const Propnet> propnet, GameFacts facts) {
    return instantiated(PropnetGame(std::move(propnet), std::move(facts)));
}

}  // namespace boardworth
