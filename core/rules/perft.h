// Counts the move sequences of a given length: the standard test of a move generator.
#pragma once

#include <cstdint>

#include "interrupt.h"
#include "rules/game.h"

namespace boardworth {

// The last ply is counted, not played. Published tables differ on games that end sooner: chess
// leaves them out, Othello counts each once.
template <Game G, class W>
std::uint64_t perft(const G& game, W& walking, const typename G::Position& position, int depth,
                    const Interrupt& interrupt) {
    constexpr int plies_per_look = 6;
    if (depth == 0) return 1;
    const auto moves = walking.legal_moves(position);
    if (game.perft_counts_finished_games && moves.empty()) return 1;
    if (depth == 1) return moves.size();
    if (depth == plies_per_look && interrupt()) throw Interrupted{};
    std::uint64_t count = 0;
    for (const auto move : moves)
        count += perft(game, walking, walking.play_unchecked(position, move, IgnoreChanges{}),
                       depth - 1, interrupt);
    return count;
}

template <Game G>
std::uint64_t perft(const G& game, const typename G::Position& position, int depth,
                    const Interrupt& interrupt) {
    auto&& walking = walker(game);
    return perft(game, walking, position, depth, interrupt);
}

}  // namespace boardworth
