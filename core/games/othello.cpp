#include "rules/othello.h"

#include "games/games.h"
#include "rules/game_of.h"

namespace boardworth {

SharedGame make_othello() {
    return std::make_shared<const GameOf<Othello>>(Othello{});
}

}  // namespace boardworth
