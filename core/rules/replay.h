// Plays a recorded game through the rules.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "rules/game.h"

namespace boardworth {

// `positions` holds the start and the position after each of `moves`; `used` says how many moves of
// the record were legal: all of them if it is sound.
template <Game G>
struct Replay {
    std::vector<typename G::Position> positions;
    std::vector<typename G::Move> moves;
    std::size_t used = 0;
};

// What a record may go on with: draws that a player could have claimed do not end it.
template <Game G>
auto recorded_moves(const G& game, const typename G::Position& position) {
    if constexpr (requires { game.piece_moves(position); })
        return game.piece_moves(position);
    else
        return game.legal_moves(position);
}

// Many formats leave forced passes out: they are put back where nothing else can be meant.
template <Game G>
Replay<G> replay(const G& game, const typename G::Position& start,
                 std::span<const typename G::Move> record) {
    Replay<G> replay{{start}, {}, 0};
    const auto play = [&](typename G::Move move) {
        replay.moves.push_back(move);
        replay.positions.push_back(
            game.play_unchecked(replay.positions.back(), move, IgnoreChanges{}));
    };
    for (const auto move : record) {
        auto legal = recorded_moves(game, replay.positions.back());
        if constexpr (requires { G::pass; }) {
            if (legal.size() == 1 && legal[0] == G::pass && move != G::pass) {
                play(G::pass);
                legal = game.legal_moves(replay.positions.back());
            }
        }
        if (std::find(legal.begin(), legal.end(), move) == legal.end()) return replay;
        play(move);
        ++replay.used;
    }
    return replay;
}

}  // namespace boardworth
