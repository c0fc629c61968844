// Every kind of game, in one list. To add a native game: model the concept, then name it here.
#pragma once

#include <variant>

#include "rules/dobutsu.h"
#include "rules/network_game.h"
#include "rules/othello.h"
#include "rules/tic_tac_toe.h"

namespace boardworth {

using NativeGames = std::variant<Othello, TicTacToe, Dobutsu>;
using AnyGame = std::variant<Othello, TicTacToe, Dobutsu, NetworkGame>;

template <template <class> class T, class Games>
struct ForEachGame;

template <template <class> class T, class... Games>
struct ForEachGame<T, std::variant<Games...>> {
    using type = std::variant<T<Games>...>;
};

// A template over games, instantiated for whichever game is meant at run time.
template <template <class> class T>
using OfAnyGame = typename ForEachGame<T, AnyGame>::type;

}  // namespace boardworth
