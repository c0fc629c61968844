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
#include "rules/packed.h"
#include "search/alphabeta.h"
#include "search/plan.h"

namespace boardworth {

// A game as it is played: the keys of its positions tell whether one has occurred too often.
template <Game G>
class GameInPlay {
  public:
    GameInPlay(const G& game, Walker<G>& walker) : game_(game), walker_(walker) { restart(); }

    void restart() {
        position_ = game_.start();
        keys_.clear();
    }

    [[nodiscard]] const typename G::Position& position() const { return position_; }
    // The keys of the positions before this one since the last irreversible move, where the game
    // counts repetitions.
    [[nodiscard]] const std::vector<std::uint64_t>& history() const { return keys_; }
    [[nodiscard]] auto legal_moves() { return walker_.legal_moves(position_); }
    [[nodiscard]] bool over() const { return game_.over(position_) || repeated(); }
    // The mover's, when the game is over.
    [[nodiscard]] int score() const {
        if constexpr (counts_repetitions<G>)
            if (!game_.over(position_)) return repetition_score(game_, position_, keys_);
        return game_.score(position_);
    }

    void play(typename G::Move move) {
        if constexpr (counts_repetitions<G>) {
            if (irreversible(game_, position_, move))
                keys_.clear();
            else
                keys_.push_back(game_.key(position_));
        }
        position_ = walker_.play_unchecked(position_, move, IgnoreChanges{});
    }

  private:
    [[nodiscard]] bool repeated() const {
        if constexpr (counts_repetitions<G>)
            return std::ranges::count(keys_, game_.key(position_)) + 1 >= G::max_repetitions;
        else
            return false;
    }

    const G& game_;
    Walker<G>& walker_;
    typename G::Position position_;
    std::vector<std::uint64_t> keys_;
};

// What a player of a thread does: choose(game in play, random) is a move and its value.
template <Game G, class Choose>
PlayedGames play_game(const G& game, Walker<G>& walker, const SelfPlayPlan& plan,
                      std::uint64_t number, const Choose& choose) {
    std::seed_seq seeds{plan.seed, number};
    std::mt19937_64 random(seeds);
    const auto any_of = [&](const auto& moves) { return moves[random() % moves.size()]; };
    const auto span = static_cast<std::uint64_t>(plan.max_opening - plan.min_opening + 1);
    int opening = plan.min_opening + static_cast<int>(random() % span);
    GameInPlay<G> current(game, walker);
    // If the game ends on the way, another opening is tried, one move shorter.
    for (int made = 0; made < opening && !current.over(); ++made) {
        current.play(any_of(current.legal_moves()));
        if (current.over()) {
            current.restart();
            --opening;
            made = -1;
        }
    }
    PlayedGames played;
    std::vector<typename G::Position> positions;
    int left = plan.max_moves;
    while (!current.over() && --left >= 0) {
        const auto [move, value] = choose(current, any_of);
        positions.push_back(current.position());
        played.values.push_back(value);
        current.play(move);
    }
    if (!current.over()) return {};
    const int score = current.score(), last = game.mover(current.position());
    for (const auto& before : positions)
        played.scores.push_back(
            static_cast<std::int16_t>(game.mover(before) == last ? score : -score));
    played.games.assign(positions.size(), static_cast<std::uint32_t>(number));
    played.positions = pack_all<G>(game, positions);
    return played;
}

// `make_player()` is called once per piece of work. Threads do not change any game.
template <Game G, class MakePlayer>
PlayedGames self_play(const G& game, const SelfPlayPlan& plan, int threads,
                      const Interrupt& interrupt, const MakePlayer& make_player) {
    constexpr std::uint64_t games_per_piece = 4;
    const auto pieces =
        static_cast<std::size_t>((plan.games + games_per_piece - 1) / games_per_piece);
    std::vector<PlayedGames> parts(plan.games);
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
    PlayedGames all;
    const auto append = [](auto& to, auto& from) {
        to.insert(to.end(), std::make_move_iterator(from.begin()),
                  std::make_move_iterator(from.end()));
    };
    for (PlayedGames& part : parts) {
        append(all.positions, part.positions);
        append(all.values, part.values);
        append(all.scores, part.scores);
        append(all.games, part.games);
    }
    return all;
}

template <Game G>
PlayedGames random_self_play(const G& game, const SelfPlayPlan& plan, int threads,
                             const Interrupt& interrupt) {
    return self_play(game, plan, threads, interrupt, [](const Interrupt&) {
        return [](GameInPlay<G>& current, const auto& any_of) {
            return std::pair(any_of(current.legal_moves()), Value{0});
        };
    });
}

template <Game G, Evaluator<G> E>
PlayedGames searched_self_play(const std::shared_ptr<const E>& evaluator,
                               const SearchSettings& settings, int depth, const SelfPlayPlan& plan,
                               const Interrupt& interrupt) {
    const auto make_player = [&](const Interrupt& stopped) {
        auto search = std::make_shared<AlphaBeta<G, E>>(evaluator, settings.on_one_thread());
        return [search, depth, &stopped](GameInPlay<G>& current, const auto& /*any_of*/) {
            SearchRequest request;
            request.limit.depth = depth;
            request.history = current.history();
            const auto best = search->search(current.position(), request, stopped);
            return std::pair(static_cast<typename G::Move>(best.pv[0]), best.value);
        };
    };
    return self_play(evaluator->game(), plan, settings.threads, interrupt, make_player);
}

}  // namespace boardworth
