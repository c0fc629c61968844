#include "rules/tic_tac_toe.h"

#include "games/games.h"
#include "rules/game_of.h"

namespace boardworth {

SharedGame make_tic_tac_toe() {
    return std::make_shared<const GameOf<TicTacToe>>(TicTacToe{});
}

}  // namespace boardworth
