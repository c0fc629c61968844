// Tic-tac-toe, instantiated.
#include "rules/tic_tac_toe.h"

#include "search/engine_of.h"

namespace boardworth {

template std::unique_ptr<const GameSearches> searches_of(const TicTacToe&);

}  // namespace boardworth
