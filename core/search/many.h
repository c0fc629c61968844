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
#include "rules/packed.h"
#include "search/alphabeta.h"
#include "search/sample.h"

namespace boardworth {

template <Game G, Evaluator<G> E>
class ManySearches {
  public:
    using Position = typename G::Position;

    ManySearches(std::shared_ptr<const E> evaluator, SearchSettings settings)
        : evaluator_(std::move(evaluator)), settings_(std::move(settings)) {}

    // Each position searched to a depth of its own.
    SearchedPositions search(const PackedPositions& packed, std::span<const std::int32_t> depths,
                             const Interrupt& interrupt) const {
        const G& game = evaluator_->game();
        const auto positions = unpack_all(game, packed);
        auto successors = positions;
        SearchedPositions found{std::vector<Value>(positions.size()),
                                {},
                                std::vector<std::int8_t>(positions.size(), 0)};
        for_each(positions.size(), interrupt,
                 [&](AlphaBeta<G, E>& search, std::size_t i, const Interrupt& stopped) {
                     if (game.over(positions[i])) {
                         found.values[i] =
                             evaluator_->units().final_value(game.score(positions[i]));
                         return;
                     }
                     SearchRequest request;
                     request.limit.depth = depths[i];
                     const SearchResult best = search.search(positions[i], request, stopped);
                     found.values[i] = best.value;
                     successors[i] = game.play_unchecked(
                         positions[i], static_cast<typename G::Move>(best.pv[0]), IgnoreChanges{});
                     if (!game.over(successors[i]))
                         found.signs[i] =
                             static_cast<std::int8_t>(sign_of(game, positions[i], successors[i]));
                 });
        found.successors = pack_all<G>(game, successors);
        return found;
    }

    // At most `size` of the positions that a search of each of these evaluates.
    SampledPositions sample(const PackedPositions& packed, int depth, std::size_t size,
                            std::uint64_t seed, const Interrupt& interrupt) const {
        const G& game = evaluator_->game();
        const auto positions = unpack_all(game, packed);
        std::vector<Bytes> found(positions.size());
        for_each(positions.size(), interrupt,
                 [&](AlphaBeta<G, E>& search, std::size_t i, const Interrupt& stopped) {
                     if (game.over(positions[i])) return;
                     Sample<G> sample(size, seed + i);
                     SearchRequest request;
                     request.limit.depth = depth;
                     search.search_and_sample(positions[i], request, stopped, sample);
                     found[i] = pack_all<G>(game, sample.kept());
                 });
        SampledPositions samples;
        for (std::size_t row = 0; row < found.size(); ++row) {
            samples.positions.insert(samples.positions.end(), found[row].begin(), found[row].end());
            samples.rows.insert(samples.rows.end(), found[row].size() / game.packed_size,
                                static_cast<std::uint32_t>(row));
        }
        return samples;
    }

  private:
    static constexpr std::size_t positions_per_piece = 64;

    // The searches of a piece share their memory, and a search forgets it where it begins.
    template <class Work>
    void for_each(std::size_t count, const Interrupt& interrupt, const Work& work) const {
        const std::size_t pieces = (count + positions_per_piece - 1) / positions_per_piece;
        in_parallel(pieces, settings_.threads, interrupt,
                    [&](std::size_t piece, const Interrupt& stopped) {
                        AlphaBeta<G, E> search(evaluator_, settings_.on_one_thread());
                        const std::size_t first = piece * positions_per_piece;
                        const std::size_t last = std::min(first + positions_per_piece, count);
                        for (std::size_t i = first; i < last; ++i) work(search, i, stopped);
                    });
    }

    std::shared_ptr<const E> evaluator_;
    SearchSettings settings_;
};

}  // namespace boardworth
