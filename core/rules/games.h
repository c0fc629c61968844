// From a game at run time to its type, for bindings that still instantiate templates over games;
// to be gone with the last of them.
#pragma once

#include <variant>

#include "rules/any_game.h"
#include "rules/network_game.h"
#include "rules/othello.h"
#include "rules/tic_tac_toe.h"

namespace boardworth {

using ConcreteGames = std::variant<Othello, TicTacToe, NetworkGame>;

template <template <class> class T, class Games>
struct ForEachGame;

template <template <class> class T, class... Games>
struct ForEachGame<T, std::variant<Games...>> {
    using type = std::variant<T<Games>...>;
};

// A template over games, instantiated for whichever game is meant at run time.
template <template <class> class T>
using OfAnyGame = typename ForEachGame<T, ConcreteGames>::type;

// As std::visit: asks the game itself.
template <std::size_t i = 0, class Ask>
decltype(auto) with_game(const Ask& ask, const AnyGame& game) {
    using G = std::variant_alternative_t<i, ConcreteGames>;
    if constexpr (i + 1 < std::variant_size_v<ConcreteGames>)
        if (game.as<G>() == nullptr) return with_game<i + 1>(ask, game);
    return ask(*game.as<G>());
}

}  // namespace boardworth
