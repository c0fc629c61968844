// Games that a search, or chance, plays against itself after random openings, with all that can be
// learned from them.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "parallel.h"
#include "search/alphabeta.h"

namespace boardworth {

struct SelfPlayPlan {
    std::uint64_t games = 0;
    double seconds = 0;  // after that no game is begun
    int least_opening = 0;
    int most_opening = 0;  // random moves before the others
    int most_moves = 0;    // a game that lasts longer seems to have no end
    std::uint64_t seed = 0;
};

// Positions in which a move was chosen, game after game.
template <Game G>
struct PlayedGames {
    std::vector<typename G::Position> positions;
    std::vector<Value> values;         // the mover's, by the search that chose
    std::vector<std::int16_t> scores;  // the mover's, when the game was over
    std::vector<std::uint32_t> games;  // numbers within the plan
};

// The positions of a game as it is played, where the rules count how often each of them occurs.
template <Game G>
class Occurrences {
  public:
    // Whether the position, reached now, ends the game.
    bool end_with(const G& game, const typename G::Position& position) {
        if constexpr (requires { G::max_repetitions; }) {
            keys_.push_back(game.key(position));
            return std::count(keys_.begin(), keys_.end(), keys_.back()) >= G::max_repetitions;
        } else {
            return false;
        }
    }

  private:
    std::vector<std::uint64_t> keys_;
};

// The mover's score in a game that is over, be it by repetition.
template <Game G>
int last_score(const G& game, const typename G::Position& position) {
    if constexpr (requires { game.repetition_score(position); })
        if (!game.over(position)) return game.repetition_score(position);
    return game.score(position);
}

// What a player of a thread does: choose(position, moves, random) is a move and its value.
template <Game G, class Choose>
PlayedGames<G> play_game(const G& game, Walker<G>& walker, const SelfPlayPlan& plan,
                         std::uint64_t number, const Choose& choose) {
    using Position = typename G::Position;
    std::seed_seq seeds{plan.seed, number};
    std::mt19937_64 random(seeds);
    const auto any_of = [&](const auto& moves) { return moves[random() % moves.size()]; };
    const auto span = static_cast<std::uint64_t>(plan.most_opening - plan.least_opening + 1);
    int opening = plan.least_opening + static_cast<int>(random() % span);
    Position position = game.start();
    // If the game ends on the way, another opening is tried, one move shorter.
    for (int made = 0; made < opening && !game.over(position); ++made) {
        position =
            walker.play_unchecked(position, any_of(walker.legal_moves(position)), IgnoreChanges{});
        if (game.over(position)) {
            position = game.start();
            --opening;
            made = -1;
        }
    }
    PlayedGames<G> played;
    Occurrences<G> occurrences;
    bool repeated = occurrences.end_with(game, position);
    int left = plan.most_moves;
    while (!game.over(position) && !repeated && --left >= 0) {
        const auto [move, value] = choose(position, walker.legal_moves(position), any_of);
        played.positions.push_back(position);
        played.values.push_back(value);
        position = walker.play_unchecked(position, move, IgnoreChanges{});
        repeated = occurrences.end_with(game, position);
    }
    if (!game.over(position) && !repeated) return {};
    const int score = last_score(game, position), last = game.mover(position);
    for (const Position& before : played.positions)
        played.scores.push_back(
            static_cast<std::int16_t>(game.mover(before) == last ? score : -score));
    played.games.assign(played.positions.size(), static_cast<std::uint32_t>(number));
    return played;
}

// `make_player()` is called once per piece of work. Threads do not change any game.
template <Game G, class MakePlayer>
PlayedGames<G> self_play(const G& game, const SelfPlayPlan& plan, int threads,
                         const Interrupt& interrupt, const MakePlayer& make_player) {
    constexpr std::uint64_t games_per_piece = 4;
    const auto pieces =
        static_cast<std::size_t>((plan.games + games_per_piece - 1) / games_per_piece);
    std::vector<PlayedGames<G>> parts(plan.games);
    const auto start = std::chrono::steady_clock::now();
    const auto late = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >=
               plan.seconds;
    };
    in_parallel(pieces, threads, interrupt, [&](std::size_t piece, const Interrupt& stopped) {
        if (late()) return;
        const std::uint64_t first = piece * games_per_piece;
        Walker<G> walks = walker(game);
        const auto player = make_player(stopped);
        for (std::uint64_t i = first; i < std::min(first + games_per_piece, plan.games); ++i) {
            if (stopped()) throw Interrupted{};
            if (!late()) parts[i] = play_game(game, walks, plan, i, player);
        }
    });
    PlayedGames<G> all;
    const auto append = [](auto& to, auto& from) {
        to.insert(to.end(), std::make_move_iterator(from.begin()),
                  std::make_move_iterator(from.end()));
    };
    for (PlayedGames<G>& part : parts) {
        append(all.positions, part.positions);
        append(all.values, part.values);
        append(all.scores, part.scores);
        append(all.games, part.games);
    }
    return all;
}

template <Game G>
PlayedGames<G> random_self_play(const G& game, const SelfPlayPlan& plan, int threads,
                                const Interrupt& interrupt) {
    return self_play(game, plan, threads, interrupt, [](const Interrupt&) {
        return [](const auto&, const auto& moves, const auto& any_of) {
            return std::pair(any_of(moves), Value{0});
        };
    });
}

template <Game G>
PlayedGames<G> searched_self_play(std::shared_ptr<const LinearEvaluator<G>> evaluator,
                                  const ProbCut& probcut, std::size_t memory, int depth,
                                  const SelfPlayPlan& plan, int threads,
                                  const Interrupt& interrupt) {
    return self_play(evaluator->game(), plan, threads, interrupt, [&](const Interrupt& stopped) {
        auto search = std::make_shared<AlphaBeta<G>>(evaluator, probcut, Driver::pvs, memory, 1);
        return [search, depth, &stopped](const auto& position, const auto&, const auto&) {
            Limit limit;
            limit.depth = depth;
            const auto best = search->search(position, limit, stopped);
            return std::pair(best.line[0], best.value);
        };
    });
}

}  // namespace boardworth
