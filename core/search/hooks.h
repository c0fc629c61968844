// What a game may tell the search beyond its rules. Each hook is a member of the game that the
// search finds by itself; without it the neutral answer stands.
#pragma once

#include <limits>

#include "rules/game.h"

namespace boardworth {

// int plies_left(position): the game is over after that many moves at most, extended ones not
// counted.
template <Game G>
int plies_left(const G& game, const typename G::Position& position) {
    if constexpr (requires { game.plies_left(position); })
        return game.plies_left(position);
    else
        return std::numeric_limits<int>::max();
}

// int extension(position, move): plies by which a move does not count towards the depth.
template <Game G>
int extension(const G& game, const typename G::Position& position, typename G::Move move) {
    if constexpr (requires { game.extension(position, move); })
        return game.extension(position, move);
    else
        return 0;
}

// bool noisy(position, move): whether a move must be looked at before a position is judged.
template <class G>
constexpr bool has_noisy_moves = requires(const G& game, const typename G::Position& position,
                                          typename G::Move move) { game.noisy(position, move); };

template <Game G>
bool noisy(const G& game, const typename G::Position& position, typename G::Move move) {
    if constexpr (has_noisy_moves<G>)
        return game.noisy(position, move);
    else
        return false;
}

// int promise(position, move, after): how good a move looks at a glance, in hundredths of a point
// of score.
template <class G>
constexpr bool has_promise =
    requires(const G& game, const typename G::Position& position, typename G::Move move) {
        game.promise(position, move, position);
    };

template <Game G>
int promise(const G& game, const typename G::Position& position, typename G::Move move,
            const typename G::Position& after) {
    if constexpr (has_promise<G>)
        return game.promise(position, move, after);
    else
        return 0;
}

// A solver of endings: specialised beside the solver for the games that have one.
struct NoEnding {};

template <class G>
struct EndingOf {
    using type = NoEnding;
};

template <class G>
using Ending = typename EndingOf<G>::type;

template <class G>
constexpr bool has_ending = !std::is_same_v<Ending<G>, NoEnding>;

}  // namespace boardworth
