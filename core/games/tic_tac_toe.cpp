#include "rules/games/tic_tac_toe.h"

#include "games/instantiation.h"

namespace boardworth {

SharedGame make_tic_tac_toe() {
    return instantiated(TicTacToe{});
}

}  // namespace boardworth
