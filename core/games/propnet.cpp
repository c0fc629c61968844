#include "games/instantiation.h"
#include "rules/network_game.h"

namespace boardworth {

SharedGame make_propnet_game(std::shared_ptr<const Network> network, GameFacts facts) {
    return instantiated(NetworkGame(std::move(network), std::move(facts)));
}

}  // namespace boardworth
