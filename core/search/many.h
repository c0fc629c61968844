// Searches of many positions, each by one thread and as if it were the only one: what positions are
// worth, where the principal variations of all their moves end, and samples of what searches
// evaluate.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "parallel.h"
#include "rules/packed.h"
#include "search/alphabeta.h"
#include "search/pv_leaf_search.h"
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

    // The principal variation of every legal move of each position.
    PvLeaves leaves(const PackedPositions& packed, int depth, const Interrupt& interrupt) const {
        const G& game = evaluator_->game();
        PvLeaves found = room_for_leaves(packed, interrupt);
        const auto search_piece = [&](std::size_t first, std::size_t last, const Interrupt& stop) {
            PvLeafSearch<G, E> search(*evaluator_, settings_, stop);
            for (std::size_t i = first; i < last; ++i) {
                auto at = static_cast<std::size_t>(found.starts[i]);
                search.search(game.unpack(packed[i]), depth,
                              [&](auto move, Value value, int sign, const Position& leaf) {
                                  found.moves[at] = move;
                                  found.values[at] = value;
                                  found.signs[at] = static_cast<std::int8_t>(sign);
                                  std::ranges::copy(game.pack(leaf),
                                                    found.positions.data() + at * game.packed_size);
                                  ++at;
                              });
            }
        };
        in_pieces(packed.count, interrupt, search_piece);
        return found;
    }

  private:
    static constexpr std::size_t positions_per_piece = 64;

    // Where each position's leaves will stand.
    PvLeaves room_for_leaves(const PackedPositions& packed, const Interrupt& interrupt) const {
        const G& game = evaluator_->game();
        check_width(game.name, game.packed_size, packed.width);
        PvLeaves room;
        room.starts.resize(packed.count + 1);
        const auto count_piece = [&](std::size_t first, std::size_t last, const Interrupt& stop) {
            if (stop()) throw Interrupted{};
            for (std::size_t i = first; i < last; ++i) {
                const auto moves = game.legal_moves(game.unpack(packed[i]));
                room.starts[i + 1] = std::distance(moves.begin(), moves.end());
            }
        };
        in_pieces(packed.count, interrupt, count_piece);
        std::partial_sum(room.starts.begin(), room.starts.end(), room.starts.begin());
        const auto moves = static_cast<std::size_t>(room.starts.back());
        room.moves.resize(moves);
        room.positions.resize(moves * game.packed_size);
        room.signs.resize(moves);
        room.values.resize(moves);
        return room;
    }

    // Calls work(first, last, interrupt) for pieces of the rows.
    template <class Work>
    void in_pieces(std::size_t count, const Interrupt& interrupt, const Work& work) const {
        const std::size_t pieces = (count + positions_per_piece - 1) / positions_per_piece;
        in_parallel(pieces, settings_.threads, interrupt,
                    [&](std::size_t piece, const Interrupt& stopped) {
                        const std::size_t first = piece * positions_per_piece;
                        work(first, std::min(first + positions_per_piece, count), stopped);
                    });
    }

    // The searches of a piece share their memory, and a search forgets it where it begins.
    template <class Work>
    void for_each(std::size_t count, const Interrupt& interrupt, const Work& work) const {
        in_pieces(count, interrupt,
                  [&](std::size_t first, std::size_t last, const Interrupt& stopped) {
                      AlphaBeta<G, E> search(evaluator_, settings_.on_one_thread());
                      for (std::size_t i = first; i < last; ++i) work(search, i, stopped);
                  });
    }

    std::shared_ptr<const E> evaluator_;
    SearchSettings settings_;
};

}  // namespace boardworth
