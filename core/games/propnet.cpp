#include "games/games.h"
#include "rules/game_of.h"
#include "rules/network_game.h"

namespace boardworth {

SharedGame make_propnet_game(std::shared_ptr<const Network> network, GameFacts facts) {
    return std::make_shared<const GameOf<NetworkGame>>(
        NetworkGame(std::move(network), std::move(facts)));
}

}  // namespace boardworth
