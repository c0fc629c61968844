// Searches of many positions, each by one thread and as if it were the only one: what positions are
// worth, and samples of what searches evaluate.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "parallel.h"
#include "search/alphabeta.h"
#include "search/sample.h"

namespace boardworth {

// What searches say about positions, row by row.
template <Game G>
struct Judgements {
    std::vector<Value> values;                     // for the side to move
    std::vector<typename G::Position> successors;  // after the best move
    // What turns a value into the successor's: -1, or 1 where the same side moves again; 0 where
    // the game is over, or would be.
    std::vector<std::int8_t> signs;
};

template <Game G, Evaluator<G> E>
class ManySearches {
  public:
    using Position = typename G::Position;

    ManySearches(std::shared_ptr<const E> evaluator, ProbCut probcut, std::size_t memory,
                 int threads)
        : evaluator_(std::move(evaluator)),
          probcut_(std::move(probcut)),
          memory_(memory),
          threads_(threads) {}

    // Each position searched to a depth of its own.
    Judgements<G> judge(std::span<const Position> positions, std::span<const std::int32_t> depths,
                        const Interrupt& interrupt) const {
        Judgements<G> found{std::vector<Value>(positions.size()),
                            {positions.begin(), positions.end()},
                            std::vector<std::int8_t>(positions.size(), 0)};
        const G& game = evaluator_->game();
        for_each(
            positions.size(), interrupt,
            [&](AlphaBeta<G, E>& search, std::size_t i, const Interrupt& stopped) {
                if (game.over(positions[i])) {
                    found.values[i] = evaluator_->units().final_value(game.score(positions[i]));
                    return;
                }
                SearchRequest request;
                request.limit.depth = depths[i];
                const auto best = search.search(positions[i], request, stopped);
                found.values[i] = best.value;
                found.successors[i] =
                    game.play_unchecked(positions[i], best.pv[0], IgnoreChanges{});
                if (!game.over(found.successors[i]))
                    found.signs[i] =
                        static_cast<std::int8_t>(sign_of(game, positions[i], found.successors[i]));
            });
        return found;
    }

    // At most `size` of the positions that a search of each of these evaluates.
    std::vector<std::vector<Position>> sample(std::span<const Position> positions, int depth,
                                              std::size_t size, std::uint64_t seed,
                                              const Interrupt& interrupt) const {
        std::vector<std::vector<Position>> found(positions.size());
        for_each(positions.size(), interrupt,
                 [&](AlphaBeta<G, E>& search, std::size_t i, const Interrupt& stopped) {
                     if (evaluator_->game().over(positions[i])) return;
                     Sample<G> sample(size, seed + i);
                     SearchRequest request;
                     request.limit.depth = depth;
                     search.search_and_sample(positions[i], request, stopped, sample);
                     found[i].assign(sample.kept().begin(), sample.kept().end());
                 });
        return found;
    }

  private:
    static constexpr std::size_t positions_per_piece = 64;

    // The searches of a piece share their memory, and a search forgets it where it begins.
    template <class Work>
    void for_each(std::size_t count, const Interrupt& interrupt, const Work& work) const {
        const std::size_t pieces = (count + positions_per_piece - 1) / positions_per_piece;
        in_parallel(pieces, threads_, interrupt, [&](std::size_t piece, const Interrupt& stopped) {
            AlphaBeta<G, E> search(evaluator_, probcut_, Driver::pvs, memory_, 1);
            const std::size_t first = piece * positions_per_piece;
            const std::size_t last = std::min(first + positions_per_piece, count);
            for (std::size_t i = first; i < last; ++i) work(search, i, stopped);
        });
    }

    std::shared_ptr<const E> evaluator_;
    ProbCut probcut_;
    std::size_t memory_;
    int threads_;
};

}  // namespace boardworth
