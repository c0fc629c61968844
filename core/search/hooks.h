// What a game may tell the search beyond its rules. Each hook is a member of the game that the
// search finds by itself; without it the neutral answer stands.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

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

// bool noisy(position, move): whether quiescence search plays a move before a position is
// evaluated.
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

// static constexpr bool quiescence_by_default: false where a search plays noisy moves beyond its
// depth only if that is asked for.
template <class G>
constexpr bool quiescence_by_default = has_noisy_moves<G>;

template <class G>
    requires requires { G::quiescence_by_default; }
constexpr bool quiescence_by_default<G> = G::quiescence_by_default;

// int noisy_order(position, move): quiescence search plays moves with greater numbers earlier.
template <class G>
constexpr bool has_noisy_order =
    requires(const G& game, const typename G::Position& position, typename G::Move move) {
        game.noisy_order(position, move);
    };

// bool in_check(position): whether the mover must answer a threat. Its position is not evaluated:
// quiescence search plays all moves, but only in its first `evasion_plies`: where pieces can be
// dropped, there are too many answers to follow every check to its end.
template <class G>
constexpr int evasion_plies = 1;

template <class G>
    requires requires { G::evasion_plies; }
constexpr int evasion_plies<G> = G::evasion_plies;

template <Game G>
bool in_check(const G& game, const typename G::Position& position) {
    if constexpr (requires { game.in_check(position); })
        return game.in_check(position);
    else
        return false;
}

// int order_score(position, move, after): the move-ordering score of a move without any search, in
// hundredths of a point of score.
template <class G>
constexpr bool has_order_score =
    requires(const G& game, const typename G::Position& position, typename G::Move move) {
        game.order_score(position, move, position);
    };

template <Game G>
int order_score(const G& game, const typename G::Position& position, typename G::Move move,
                const typename G::Position& after) {
    if constexpr (has_order_score<G>)
        return game.order_score(position, move, after);
    else
        return 0;
}

// A tactical game has pieces that capture each other, and checks. It tells, all in hundredths of a
// pawn:
// - noisy_moves(position): the noisy ones among the legal moves;
// - int gain(position, move): what a move captures, and what it gains by promotion;
// - int exchange(position, move): what is left of it when both players have captured on the move's
//   square, goal(move), as long as that pays;
// - bool loses_exchange(position, move): whether that is less than 0;
// - bool gives_check(position, move): whether the opponent is in check after it;
// - bool may_pass(position): whether it can be expected that some move is better than none;
// - pass(position, on_change): the same position with the opponent to move;
// - handicaps(): positions that are like the start, each without one piece of the mover's, and the
//   value of that piece;
// - static constexpr int noisy_plies: how many plies of noisy moves quiescence search plays. After
//   those it plays only moves to the square that the last one went to, so that its tree is bounded
//   whatever an evaluation makes of captures.
template <class G>
constexpr bool is_tactical =
    requires(const G& game, const typename G::Position& position, typename G::Move move) {
        game.noisy_moves(position);
        { game.gain(position, move) } -> std::same_as<int>;
        { game.exchange(position, move) } -> std::same_as<int>;
        { game.loses_exchange(position, move) } -> std::same_as<bool>;
        { game.goal(move) } -> std::same_as<int>;
        { game.gives_check(position, move) } -> std::same_as<bool>;
        { game.may_pass(position) } -> std::same_as<bool>;
        { game.pass(position, IgnoreChanges{}) } -> std::same_as<typename G::Position>;
        game.handicaps();
        G::noisy_plies;
    };

template <class G>
constexpr int noisy_plies = std::numeric_limits<int>::max();

template <class G>
    requires is_tactical<G>
constexpr int noisy_plies<G> = G::noisy_plies;

template <Game G>
std::vector<int> noisy_moves(const G& game, const typename G::Position& position) {
    std::vector<int> found;
    if constexpr (is_tactical<G>) {
        for (const auto move : game.noisy_moves(position)) found.push_back(move);
    } else {
        for (const auto move : game.legal_moves(position))
            if (noisy(game, position, move)) found.push_back(move);
    }
    return found;
}

template <Game G>
int exchange(const G& game, const typename G::Position& position, typename G::Move move) {
    if constexpr (is_tactical<G>)
        return game.exchange(position, move);
    else
        return 0;
}

template <Game G>
bool gives_check(const G& game, const typename G::Position& position, typename G::Move move) {
    if constexpr (is_tactical<G>)
        return game.gives_check(position, move);
    else
        return in_check(game, game.play_unchecked(position, move, IgnoreChanges{}));
}

// A key of a position of which it is known whether its mover is in check.
template <Game G>
std::uint64_t key_of(const G& game, const typename G::Position& position, bool checked) {
    if constexpr (requires { game.key(position, checked); })
        return game.key(position, checked);
    else
        return game.key(position);
}

// bool irreversible(position, move): no position before such a move occurs again after it.
template <Game G>
bool irreversible(const G& game, const typename G::Position& position, typename G::Move move) {
    if constexpr (requires { game.irreversible(position, move); })
        return game.irreversible(position, move);
    else
        return false;
}

// std::uint64_t table_key(position): what the transposition table knows a position by, where that
// is more than what the rules take for the same, such as a clock that will end the game.
template <Game G>
std::uint64_t table_key(const G& game, const typename G::Position& position) {
    if constexpr (requires { game.table_key(position); })
        return game.table_key(position);
    else
        return game.key(position);
}

// A solver of endings, for games that have one: the file that instantiates the game's search
// includes the solver, which specialises this.
struct NoEnding {
    struct Table {
        explicit Table(std::size_t /*bytes*/) {}
        void new_search(bool /*afresh*/) {}
    };
};

template <class G>
struct EndingOf {
    using type = NoEnding;
};

template <class G>
using Ending = typename EndingOf<G>::type;

template <class G>
constexpr bool has_ending = !std::is_same_v<Ending<G>, NoEnding>;

}  // namespace boardworth
