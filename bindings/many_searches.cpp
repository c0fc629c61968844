// Searches of many positions at once.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <span>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings.h"
#include "bound_types.h"
#include "probcut_table.h"
#include "search/many.h"
#include "search/self_play.h"

namespace boardworth {

namespace {

using namespace nb::literals;

using Packed = ArrayIn<std::uint8_t, 2>;

template <class G>
ManySearches<G> many_searches(const SharedEvaluator<G>& evaluator, const Checks& checks, int width,
                              std::size_t memory, int threads) {
    return {evaluator, to_probcut(evaluator->game(), checks, width), memory, threads};
}

// A self-play's plan as Python gives it: the games' number, openings and limits.
SelfPlayPlan to_plan(std::uint64_t games, double seconds, std::pair<int, int> opening,
                     int most_moves, std::uint64_t seed) {
    if (opening.first < 0 || opening.second < opening.first)
        throw std::invalid_argument("self-play: openings from a least to a greatest length");
    return {games, seconds, opening.first, opening.second, most_moves, seed};
}

template <Game G>
auto to_arrays(const G& game, PlayedGames<G>&& played) {
    return std::tuple(to_array(game, std::span(std::as_const(played.positions))),
                      to_numpy(std::move(played.values)), to_numpy(std::move(played.scores)),
                      to_numpy(std::move(played.games)));
}

}  // namespace

void bind_many_searches(nb::module_& module) {
    module.def(
        "judge_all",
        [](const BoundEvaluator& evaluator, const Checks& checks, int width, std::size_t memory,
           const Packed& packed, const ArrayIn<std::int32_t, 1>& depths, int threads) {
            if (depths.size() != packed.shape(0))
                throw std::invalid_argument("searches: one depth is needed for every position");
            for (const auto depth : to_span(depths))
                if (depth < 1) throw std::invalid_argument("searches: depths start at 1");
            return std::visit(
                [&]<class G>(const SharedEvaluator<G>& e) {
                    const auto positions = from_array(e->game(), packed);
                    const auto searches = many_searches<G>(e, checks, width, memory, threads);
                    auto found = interruptible([&](const Interrupt& interrupt) {
                        return searches.judge(positions, to_span(depths), interrupt);
                    });
                    return std::tuple(
                        to_numpy(std::move(found.values)),
                        to_array(e->game(), std::span(std::as_const(found.successors))),
                        to_numpy(std::move(found.signs)));
                },
                evaluator.evaluator);
        },
        "evaluator"_a, "checks"_a, "width"_a, "memory"_a, "positions"_a, "depths"_a, "threads"_a,
        "For every position its mover's value by a search, the position after the best move, and "
        "the sign that turns the one's value into the other's: 0 where the game is over.");
    module.def(
        "sample_all",
        [](const BoundEvaluator& evaluator, const Checks& checks, int width, std::size_t memory,
           const Packed& packed, int depth, std::size_t size, std::uint64_t seed, int threads) {
            if (depth < 1) throw std::invalid_argument("searches: depths start at 1");
            return std::visit(
                [&]<class G>(const SharedEvaluator<G>& e) {
                    const auto positions = from_array(e->game(), packed);
                    const auto searches = many_searches<G>(e, checks, width, memory, threads);
                    const auto found = interruptible([&](const Interrupt& interrupt) {
                        return searches.sample(positions, depth, size, seed, interrupt);
                    });
                    std::vector<typename G::Position> all;
                    std::vector<std::uint32_t> roots;
                    for (std::size_t i = 0; i < found.size(); ++i) {
                        all.insert(all.end(), found[i].begin(), found[i].end());
                        roots.insert(roots.end(), found[i].size(), static_cast<std::uint32_t>(i));
                    }
                    return std::tuple(to_array(e->game(), std::span(std::as_const(all))),
                                      to_numpy(std::move(roots)));
                },
                evaluator.evaluator);
        },
        "evaluator"_a, "checks"_a, "width"_a, "memory"_a, "positions"_a, "depth"_a, "size"_a,
        "seed"_a, "threads"_a,
        "At most `size` of the positions that a search from each position evaluates, and the row "
        "that each of them comes from.");
    module.def(
        "searched_self_play",
        [](const BoundEvaluator& evaluator, const Checks& checks, int width, std::size_t memory,
           int depth, std::uint64_t games, double seconds, std::pair<int, int> opening,
           int most_moves, std::uint64_t seed, int threads) {
            if (depth < 1) throw std::invalid_argument("searches: depths start at 1");
            const SelfPlayPlan plan = to_plan(games, seconds, opening, most_moves, seed);
            return std::visit(
                [&]<class G>(const SharedEvaluator<G>& e) {
                    const ProbCut probcut = to_probcut(e->game(), checks, width);
                    return to_arrays(e->game(), interruptible([&](const Interrupt& interrupt) {
                                         return searched_self_play<G>(e, probcut, memory, depth,
                                                                      plan, threads, interrupt);
                                     }));
                },
                evaluator.evaluator);
        },
        "evaluator"_a, "checks"_a, "width"_a, "memory"_a, "depth"_a, nb::kw_only(), "games"_a,
        "seconds"_a, "opening"_a, "most_moves"_a, "seed"_a, "threads"_a,
        "Games of a search against itself after random openings: the positions in which it chose, "
        "what it thought they were worth to the mover, how the game ended for the mover, and the "
        "number of the game.");
    module.def(
        "random_self_play",
        [](const AnyGame& game, std::uint64_t games, double seconds, std::pair<int, int> opening,
           int most_moves, std::uint64_t seed, int threads) {
            const SelfPlayPlan plan = to_plan(games, seconds, opening, most_moves, seed);
            return with_game(
                [&]<class G>(const G& g) {
                    return to_arrays(g, interruptible([&](const Interrupt& interrupt) {
                                         return random_self_play(g, plan, threads, interrupt);
                                     }));
                },
                game);
        },
        "game"_a, nb::kw_only(), "games"_a, "seconds"_a, "opening"_a, "most_moves"_a, "seed"_a,
        "threads"_a, "The same of random moves; they think that nothing is worth anything.");
}

}  // namespace boardworth
