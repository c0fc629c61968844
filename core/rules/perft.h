// Counts the move sequences of a given length: the standard test of a move generator.
#pragma once

#include <cstdint>
#include <vector>

#include "interrupt.h"
#include "rules/game.h"

namespace boardworth {

// The moves that perft follows. Published tables of chess go on after draws by rules that are about
// the end of a game alone: such a game has `piece_moves(position)` and
// `piece_move_count(position)`.
template <class W, class Position>
auto perft_moves(W& walking, const Position& position) {
    if constexpr (requires { walking.piece_moves(position); })
        return walking.piece_moves(position);
    else
        return walking.legal_moves(position);
}

// The last ply is counted, not played. Published tables differ on games that end sooner: chess
// leaves them out, Othello counts each once.
template <Game G, class W>
std::uint64_t perft(const G& game, W& walking, const typename G::Position& position, int depth,
                    const Interrupt& interrupt) {
    constexpr int plies_per_look = 6;
    if (depth == 0) return 1;
    if constexpr (requires { walking.piece_move_count(position); })
        if (depth == 1) return static_cast<std::uint64_t>(walking.piece_move_count(position));
    const auto moves = perft_moves(walking, position);
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

// How many sequences of `depth` joint moves there are from where a machine is; games that have
// ended earlier have none. Throws Interrupted.
template <class M>
std::uint64_t joint_perft(M& machine, std::size_t roles, int depth, const Interrupt& interrupt) {
    if (depth == 0) return 1;
    if (machine.terminal()) return 0;
    if (interrupt()) throw Interrupted{};
    std::vector<std::vector<std::uint32_t>> legal;
    std::uint64_t combinations = 1;
    for (std::size_t role = 0; role < roles; ++role) {
        legal.push_back(machine.legal_moves(role));
        combinations *= legal.back().size();
    }
    if (depth == 1) return combinations;
    std::uint64_t total = 0;
    std::vector<std::uint32_t> joint_move(roles);
    for (std::uint64_t number = 0; number < combinations; ++number) {
        std::uint64_t rest = number;
        for (std::size_t role = 0; role < roles; ++role) {
            joint_move[role] = legal[role][rest % legal[role].size()];
            rest /= legal[role].size();
        }
        machine.play(joint_move);
        total += joint_perft(machine, roles, depth - 1, interrupt);
        machine.undo();
    }
    return total;
}

}  // namespace boardworth
